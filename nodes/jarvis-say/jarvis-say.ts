import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { spokenLanguage } from '../../lib/deciding/spoken-language.js';
import { announcement, freeSites, rooms } from '../../lib/satellites/announcements.js';
import type { SayRequest } from '../../lib/satellites/types.js';
import { apology, knownCode } from '../../lib/turn/apologies.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { newTurn } from '../../lib/turn/turn.js';
import {
  configOf,
  type Message,
  onClose,
  onInput,
  optionalConfig,
  reportFailure,
  type Send,
  showState,
  showStatus,
} from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

interface SayDef extends NodeDef {
  satellites?: string;
  home?: string;
  rooms?: string;
  /** Also speak what comes as MQTT jarvis/say, hermes/tts/say or the Home Assistant event. */
  outside?: boolean;
}

const MOST_APOLOGISED = 200;

export default function jarvisSay(RED: NodeAPI): void {
  function SayNode(this: Node, def: SayDef): void {
    RED.nodes.createNode(this, def);
    const own = rooms.catch([]).parse(def.rooms || []);
    const undo: (() => void)[] = [];
    /** Turns whose failure the person was told of. */
    const apologised = new Set<string>();
    const freeOf = freeSites(
      (site) => turns.announcements(site),
      (error) => reportFailure(this, error, {}),
    );

    const say = (request: SayRequest, send: Send, msg: object = {}) => {
      const { hub, language, languages } = configOf<SatellitesNode>(RED, def.satellites, 'satellites');
      const wanted = request.rooms.length > 0 ? request.rooms : own;
      const sites = hub.sitesIn(wanted);
      if (sites.length === 0) {
        const why = wanted.length > 0 ? `No satellite stands in ${wanted.join(', ')}` : 'No satellite has appeared yet';
        throw new JarvisError('satellite-unreachable', `${why}, so nobody heard "${request.text.slice(0, 60)}".`);
      }
      const free = freeOf(sites);
      if (free.length === 0) return request.finished?.(false);
      let open = free.length;
      for (const site of free) {
        const turn = newTurn({
          site: site.id,
          area: site.area,
          source: 'announcement',
          language: request.language ?? spokenLanguage(request.text, languages, site.language ?? language),
          reply: { text: request.text },
        });
        const live = turns.begin(turn);
        if (request.finished) {
          const ended = (over: typeof live) => {
            if (over !== live) return;
            turns.off('end', ended);
            if (--open === 0) request.finished?.(!live.signal.aborted);
          };
          turns.on('end', ended);
        }
        turns.show(turn, 'reply', request.text);
        turns.exchanges.answered(live, '', request.text);
        send({ ...msg, topic: site.id, payload: request.text, turn, parts: { id: turn.id, index: 0, count: 1 } });
      }
      showStatus(this, 'green', 'dot', 'speaking');
    };

    const apologise = (msg: Message, send: Send) => {
      const failed = msg.turn?.id;
      if (msg.turn?.apology || (failed !== undefined && apologised.has(failed))) return;
      if (apologised.size >= MOST_APOLOGISED) apologised.clear();
      if (failed !== undefined) apologised.add(failed);
      const site = msg.turn?.site ?? (typeof msg.topic === 'string' ? msg.topic : '');
      turns.end(failed);
      // An error here would come back through the Catch node, which has told of the missing config node already.
      const satellites = optionalConfig<SatellitesNode>(RED, def.satellites);
      if (!satellites) return;
      const { hub, language } = satellites;
      // Nobody asked (a config problem, an announcement nobody could hear): the log has it, nobody needs to be told aloud.
      if (!site || !hub.site(site) || msg.turn?.source === 'announcement') return;
      const code = msg.error?.code ?? 'failed';
      const spoken = msg.turn?.language ?? hub.site(site)?.language ?? language;
      const text = apology(code, spoken);
      const turn = newTurn({ site, source: 'announcement', language: spoken, apology: code, reply: { text } });
      turns.begin(turn);
      turns.show(turn, 'error', text);
      send({ topic: site, payload: text, turn, parts: { id: turn.id, index: 0, count: 1 } });
      showStatus(this, 'yellow', 'dot', knownCode(code));
    };

    showState(this, optionalConfig<SatellitesNode>(RED, def.satellites)?.state);
    onInput(this, (msg, send) => {
      if (msg.error) return apologise(msg, send);
      const given = typeof msg.payload === 'object' && msg.payload !== null ? msg.payload : { text: msg.payload };
      const { hub } = configOf<SatellitesNode>(RED, def.satellites, 'satellites');
      // An announcement sent with the topic of a satellite goes to that satellite.
      const here = typeof msg.topic === 'string' && hub.site(msg.topic) ? [msg.topic] : undefined;
      const parsed = announcement.safeParse({ rooms: msg['rooms'] ?? here, ...given });
      if (!parsed.success) {
        throw new JarvisError(
          'bad-input',
          `This isn't an announcement (${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}). Send words, or {"text": "…", "rooms": ["kitchen"]}.`,
        );
      }
      say({ ...parsed.data, rooms: parsed.data.rooms ?? [] }, send);
    });

    // Requests that come over MQTT or as a Home Assistant event have no input message.
    const fromOutside = (request: SayRequest) => {
      try {
        say(request, (message) => this.send(message as never));
      } catch (thrown) {
        request.finished?.(false);
        reportFailure(this, thrown, { payload: request.text });
      }
    };
    if (def.outside) {
      const hub = optionalConfig<SatellitesNode>(RED, def.satellites)?.hub;
      hub?.on('say', fromOutside);
      undo.push(() => hub?.off('say', fromOutside));
      const home = optionalConfig<HomeNode>(RED, def.home);
      const stop = home?.home.onEvent(home.sayEvent, (data) => {
        const parsed = announcement.safeParse(data);
        if (parsed.success) return fromOutside({ ...parsed.data, rooms: parsed.data.rooms ?? [] });
        reportFailure(this, new JarvisError('bad-input', `The event ${home.sayEvent} needs a "text" in its data.`), {});
      });
      if (stop) undo.push(stop);
    }
    onClose(this, () => {
      for (const step of undo) step();
    });
  }
  RED.nodes.registerType('jarvis-say', SayNode as never);
}
