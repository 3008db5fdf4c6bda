import { answer } from '../lib/deciding/answers.js';
import { warmUp as everyday } from '../lib/deciding/everyday/everyday.js';
import { judge } from '../lib/deciding/judge.js';
import { recognise, warmUp as sentences } from '../lib/deciding/sentences/recognise.js';
import { warmUp as vocabularies } from '../lib/deciding/spoken-language.js';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { speechText } from '../lib/speaking/speech-text.js';
import { LANGUAGES, type Language, primaryLanguage } from '../lib/turn/language.js';
import { warmUp as redaction } from '../lib/turn/redaction.js';
import { newTurn, turnSchema } from '../lib/turn/turn.js';
import { houseLanguages } from './languages.js';
import { running } from './running.js';

/** One that the demo house does in each language. */
const COMMANDS: Record<Language, string> = {
  en: 'turn on the kitchen light',
  de: 'schalte das Licht in der Küche ein',
  fr: 'allume la lumière du salon',
  es: 'enciende la luz de la cocina',
};

/** Makes ready what the deployed config nodes have, and sees how they do: their states tell it. Never rejects. */
export async function lookAround(): Promise<void> {
  for (const node of running.model) void node.look();
  await Promise.allSettled([...running.voice].map((node) => node.warm()));
}

/**
 * Does once what the first turn would have to wait for: patterns are compiled, indexes made. In steps, between which
 * Node-RED goes on; the promise is fulfilled when the languages of the house are ready, the others follow. Never rejects.
 */
export async function warmUp(): Promise<void> {
  const spoken = new Set(houseLanguages().map(primaryLanguage));
  await inSteps(spokenHere(LANGUAGES.filter((language) => spoken.has(language))));
  void inSteps(languages(LANGUAGES.filter((language) => !spoken.has(language))));
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

function* spokenHere(own: readonly Language[]): Generator<void> {
  yield* vocabularies();
  yield* redaction();
  yield* languages(own);
}

function* languages(these: readonly Language[]): Generator<void> {
  for (const language of these) {
    yield* sentences(language);
    yield* everyday(language);
    yield* rehearsal(language);
  }
}

/** A command as a turn takes it through the stages, without a house that would do anything. */
function* rehearsal(language: Language): Generator<void> {
  const text = COMMANDS[language];
  turnSchema.safeParse(newTurn({ site: 'rehearsal', source: 'text', language }));
  yield;
  for (const mode of ['typed', 'wake'] as const) {
    void judge({ mode, segments: [{ text }], name: 'jarvis', aliases: [], language });
    yield;
  }
  const homes = [...running.home].map(({ home }) => home);
  for (const house of [DEMO_HOUSE, ...homes.map((home) => home.house())]) {
    const command = recognise(text, { language, house });
    yield;
    if (command) for (const home of homes) home.opening(command, 'person');
    const done = house.entities.filter(({ id }) => command?.targets.includes(id));
    const told = command && answer(command, { ok: true, done, failed: [] }, { language, house });
    speechText(told?.text ?? text, language);
    yield;
  }
}
