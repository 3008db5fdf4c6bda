import { answer } from '../lib/deciding/answers.js';
import { contentsSaid } from '../lib/deciding/contents/sentences.js';
import { decideCommand } from '../lib/deciding/decide-command.js';
import { everyday } from '../lib/deciding/everyday/everyday.js';
import { houseExamples } from '../lib/deciding/everyday/examples.js';
import { judge } from '../lib/deciding/judge.js';
import { followUp } from '../lib/deciding/sentences/follow-up.js';
import { recognise } from '../lib/deciding/sentences/recognise.js';
import { warmUp as vocabularies } from '../lib/deciding/spoken-language.js';
import { openDemoHome } from '../lib/home/demo.js';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { entityIndex } from '../lib/home/entity-index.js';
import { guarded } from '../lib/home/guard.js';
import { onlyAsks } from '../lib/language/question.js';
import { primaryLanguage } from '../lib/language/tags.js';
import { dayTold } from '../lib/language/when/when.js';
import { readPageMessage } from '../lib/satellites/browser-messages.js';
import { speechText } from '../lib/speaking/speech-text.js';
import { clock } from '../lib/turn/clock.js';
import { Trace } from '../lib/turn/trace.js';
import { newTurn, turnSchema } from '../lib/turn/turn.js';
import { assistantName } from './entered-once.js';
import { houseLanguage } from './languages.js';
import { first, running } from './running.js';

/** Makes ready what the deployed config nodes have, and sees how they do: their states tell it. Never rejects. */
export async function lookAround(): Promise<void> {
  for (const node of running.model) void node.look();
  await Promise.allSettled([...running.voice].map((node) => node.warm()));
}

/**
 * Does once what the first turn would have to wait for: patterns are compiled, indexes made, of the language that the house
 * usually speaks. Another one's take some 50 ms when it is first spoken. In steps, between which Node-RED goes on. Never rejects.
 */
export function warmUp(): Promise<void> {
  return inSteps(spokenHere(primaryLanguage(houseLanguage())));
}

function inSteps(left: Generator<void>): Promise<void> {
  return new Promise((resolve) => {
    const step = () => {
      try {
        if (left.next().done) return resolve();
      } catch {
        // What doesn't work here says so where it is used.
        return resolve();
      }
      setImmediate(step);
    };
    step();
  });
}

function* spokenHere(language: string): Generator<void> {
  yield* vocabularies();
  // Code that has run a few times is compiled better.
  for (const command of houseExamples(DEMO_HOUSE, language, undefined).slice(0, 3)) yield* rehearsed(command, language);
}

/** A command as a turn takes it through the stages, without a house that would do anything. */
function* rehearsed(text: string, language: string): Generator<void> {
  const turn = newTurn({ site: 'rehearsal', source: 'text', language });
  const judgement = { directed: true, stop: false, query: text, confidence: 1, reasoning: '', by: 'rule' } as const;
  const command = { action: 'turn_on', targets: ['light.rehearsal'], ok: true, by: 'local' as const };
  turnSchema.safeParse({
    ...turn,
    wake: { word: null, by: 'text' },
    heard: { text },
    judgement,
    command,
    reply: { text },
  });
  readPageMessage(JSON.stringify({ type: 'text', text }));
  yield;
  const trace = new Trace(turn.id, turn.site, turn.source).of('rehearsal');
  trace.tell('heard', text);
  trace.open('command').end();
  trace.decided({ judgement, command });
  trace.record();
  trace.details();
  yield;
  for (const mode of ['typed', 'wake'] as const) {
    void judge({ mode, segments: [{ text }], name: assistantName(), aliases: [], language });
    yield;
  }
  dayTold(text, { language, now: new Date(clock.now()) });
  yield;
  everyday(text, language);
  yield;
  onlyAsks(text, language);
  yield;
  contentsSaid(text, { language, index: entityIndex(DEMO_HOUSE) });
  yield;
  const { signal } = new AbortController();
  const intercom = { hub: { sites: () => [] }, tell() {}, ask() {} };
  const around = { home: guarded(openDemoHome()), timers: first('home')?.timers, intercom, memories: [] };
  decideCommand(text, { ...around, turn: { ...turn, judgement }, signal }).catch(() => {});
  yield;
  const homes = [...running.home].map(({ home }) => home);
  for (const house of [DEMO_HOUSE, ...homes.map((home) => home.house())]) {
    const wanted = recognise(text, { language, house });
    yield;
    if (wanted) for (const home of homes) home.opening(wanted, 'person');
    if (wanted) followUp(text, { language, house, last: { ...wanted, before: [] } });
    yield;
    const done = house.entities.filter(({ id }) => wanted?.targets.includes(id));
    const told = wanted && answer(wanted, { ok: true, done, failed: [] }, { language, house });
    speechText(told?.text ?? text, language);
    yield;
  }
}
