import { html, nothing, type PropertyValues } from 'lit';
import { fetchLinks, type Links } from '../links.js';
import { loadSettings, type Settings, saveSettings } from '../settings.js';
import { soundContext, wakeSoundOnGesture } from '../sound/context.js';
import { createPlayer } from '../sound/player.js';
import { createVoice, type VoiceState } from '../sound/voice.js';
import { type StringKey, translate } from '../strings.js';
import { type ClientMessage, parseMessage, type ServerMessage } from '../wire/messages.js';
import { type Connection, type Link, openLink, socketUrl } from '../wire/socket.js';
import {
  answered,
  disconnected,
  dismissed,
  EMPTY,
  type PageState,
  receive,
  textOf,
  typed,
  withoutLine,
} from '../wire/state.js';
import './composer.js';
import type { Composer } from './composer.js';
import './ears.js';
import './confirm.js';
import type { Confirm } from './confirm.js';
import './conversation.js';
import './header.js';
import './house.js';
import './notices.js';
import { onPart, Part, type PartEvents } from './part.js';
import './timers.js';

/** The page: keeps what the server said, and carries what the person does to the server. */
export class Page extends Part {
  static override properties = {
    state: { state: true },
    settings: { state: true },
    connection: { state: true },
    voiceState: { state: true },
    playing: { state: true },
    problems: { state: true },
    links: { state: true },
    grown: { state: true },
  };
  declare state: PageState;
  declare settings: Settings;
  declare connection: Connection;
  declare voiceState: VoiceState;
  declare playing: boolean;
  /** The page's own notices, in the person's language at the time they are read. */
  declare problems: readonly StringKey[];
  declare links: Links;
  /** On narrow screens: the conversation has all the room. */
  declare grown: boolean;
  #link: Link | undefined;

  /** Id of the question about a tap that is shown. */
  #asked: string | undefined;

  readonly #player = createPlayer(soundContext, {
    onPlayed: (id) => this.#link?.send({ type: 'played', id }),
    onPlaying: (playing) => {
      this.playing = playing;
    },
    onBlocked: () => this.#tell('soundBlocked'),
  });

  readonly #voice = createVoice({
    context: soundContext,
    send: (message) => this.#link?.send(message) ?? false,
    sendSound: (pcm) => this.#link?.sendSound(pcm) ?? true,
    onChange: (state) => {
      this.voiceState = state;
    },
    onLevel: (level) => this.#composer()?.setLevel(level),
    onProblem: (key) => this.#tell(key),
  });

  constructor() {
    super();
    this.state = EMPTY;
    this.settings = loadSettings();
    this.connection = 'connecting';
    this.voiceState = { talking: false, waking: false, opening: false };
    this.playing = false;
    this.problems = [];
    this.links = {};
    this.grown = false;
    this.language = this.settings.language;
    onPart(this, 'say', (text) => this.#say(text));
    onPart(this, 'again', ({ key, text }) => this.#say(text, key));
    onPart(this, 'talk', () => this.#talk());
    onPart(this, 'hush', () => this.#hush());
    onPart(this, 'waking', (on) => this.#voice.setWaking(on));
    onPart(this, 'answer', (yes) => this.#answer(yes));
    onPart(this, 'grow', (grown) => {
      this.grown = grown;
    });
    onPart(this, 'dismiss', (key) => this.#dismiss(key));
    onPart(this, 'endTimer', (id) => this.#send({ type: 'end-timer', id }));
    onPart(this, 'area', (area) => this.#choose({ area }));
    onPart(this, 'language', (language) => this.#choose({ language }));
    onPart(this, 'command', (command) => this.#command(command));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    wakeSoundOnGesture(() => this.#solved('soundBlocked'));
    void fetchLinks(location.href).then((links) => {
      this.links = links;
    });
    this.#link ??= openLink(socketUrl(location.href), {
      onConnection: (connection) => this.#connected(connection),
      onText: (text) => {
        const message = parseMessage(text);
        if (message) this.#receive(message);
      },
      onSound: (pcm) => this.#player.frame(pcm),
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('settings')) return;
    this.language = this.settings.language;
    document.documentElement.lang = this.language;
  }

  protected override render() {
    const { language, state, settings } = this;
    const problems = this.problems.map((key, n) => ({
      // Negative, so that they never meet the keys of the server's notices.
      key: -1 - n,
      level: 'warning' as const,
      text: translate(language, key),
    }));
    const inputs = state.lines.filter(({ kind }) => kind === 'heard').map(textOf);
    return html`
      <jarvis-header
        .language=${language}
        .connection=${this.connection}
        .rooms=${state.rooms}
        .area=${settings.area}
        .links=${this.links}
      ></jarvis-header>
      <jarvis-notices .language=${language} .notices=${[...problems, ...state.notices]}></jarvis-notices>
      <main ?data-grown=${this.grown}>
        <section class="talk" aria-labelledby="conversation-title">
          <jarvis-conversation
            .language=${language}
            .lines=${state.lines}
            .thinking=${state.stage === 'thinking'}
            .question=${state.question !== null}
            .grown=${this.grown}
          ></jarvis-conversation>
          ${state.ears ? html`<jarvis-ears .language=${language} .ears=${state.ears}></jarvis-ears>` : nothing}
          <jarvis-timers .language=${language} .timers=${state.timers} .ahead=${state.ahead} tabindex="-1"></jarvis-timers>
          <jarvis-composer
            .language=${language}
            .stage=${state.stage}
            .voice=${this.voiceState}
            .playing=${this.playing}
            .inputs=${inputs}
            .ears=${state.ears}
          ></jarvis-composer>
        </section>
        <section class="house" aria-labelledby="house-title">
          <jarvis-house
            .language=${language}
            .house=${state.house}
            .rooms=${state.rooms}
            .entities=${state.entities}
            .area=${settings.area}
          ></jarvis-house>
        </section>
      </main>
      <jarvis-confirm .language=${language}></jarvis-confirm>
    `;
  }

  #receive(message: ServerMessage): void {
    this.state = receive(this.state, message);
    if (message.type === 'play') this.#player.start(message.id, message.rate);
    else if (message.type === 'play-end') this.#player.end(message.id);
    else if (message.type === 'stop') this.#player.stop(message.id);
    else if (message.type === 'stage') this.#voice.setStage(message.stage);
    else if (message.type === 'welcome') this.#solved('occupied');
    else if (message.type === 'confirm') void this.#ask(message.id, message.text);
    else if (message.type === 'settled' && message.id === this.#asked) this.#confirm()?.withdraw();
  }

  #connected(connection: Connection): void {
    this.connection = connection;
    if (connection === 'open') {
      this.#solved('offline', 'refused', 'taken', 'unheard');
      this.#link?.send({ type: 'hello', ...this.settings });
      return;
    }
    this.state = disconnected(this.state);
    this.#confirm()?.withdraw();
    this.#voice.drop();
    this.#player.stop();
    if (connection !== 'connecting' && connection !== 'lost') this.#tell(connection);
  }

  #say(text: string, again?: number): void {
    if (!this.#link?.send({ type: 'text', text })) {
      this.#tell(this.connection === 'unheard' ? 'unheard' : 'offline');
      return;
    }
    this.state = typed(again === undefined ? this.state : withoutLine(this.state, again), text);
    this.#composer()?.sent(text);
  }

  #talk(): void {
    // Speaking up ends what Jarvis is saying.
    if (!this.voiceState.talking && (this.playing || this.state.stage !== 'idle')) this.#hush();
    this.#voice.press();
  }

  #hush(): void {
    this.#voice.drop();
    this.#player.stop();
    this.#link?.send({ type: 'hush' });
  }

  #command({ action, target, value }: PartEvents['command']): void {
    this.#send({ type: 'command', action, target, value: value ?? null });
  }

  #send(message: ClientMessage): void {
    if (!this.#link?.send(message)) this.#tell('offline');
  }

  /** What opens the house is asked about by the server, and only done after the answer. */
  async #ask(id: string, text: string): Promise<void> {
    this.#asked = id;
    const yes = await this.#confirm()?.ask(text);
    if (yes !== undefined) this.#send({ type: 'confirm', id, yes });
  }

  /** Yes or no to what was asked in words. */
  #answer(yes: boolean): void {
    const id = this.state.question;
    if (id === null) return;
    if (!this.#link?.send({ type: 'confirm', id, yes })) this.#tell('offline');
    else this.state = answered(this.state);
  }

  #choose(choice: Partial<Settings>): void {
    this.settings = { ...this.settings, ...choice };
    saveSettings(this.settings);
    // Not connected: the next hello says it.
    if (choice.area !== undefined) this.#link?.send({ type: 'area', area: choice.area });
    if (choice.language) this.#link?.send({ type: 'language', language: choice.language });
  }

  #tell(problem: StringKey): void {
    if (!this.problems.includes(problem)) this.problems = [...this.problems, problem].slice(-3);
  }

  #solved(...keys: StringKey[]): void {
    this.problems = this.problems.filter((key) => !keys.includes(key));
  }

  #dismiss(key: number): void {
    if (key < 0) this.problems = this.problems.filter((_, n) => -1 - n !== key);
    else this.state = dismissed(this.state, key);
  }

  #composer(): Composer | null {
    return this.querySelector<Composer>('jarvis-composer');
  }

  #confirm(): Confirm | null {
    return this.querySelector<Confirm>('jarvis-confirm');
  }
}

customElements.define('jarvis-page', Page);
