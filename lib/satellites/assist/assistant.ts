import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { primaryLanguage } from '../../language/tags.js';
import { apology } from '../../turn/apologies.js';
import { clock } from '../../turn/clock.js';
import { isAbort, JarvisError, toJarvisError } from '../../turn/errors.js';
import type { Door } from '../../turn/turn.js';
import { sleep } from '../../turn/wait.js';
import type { HouseView } from '../browser.js';
import type { Problems } from '../problems.js';
import type { Rates } from '../rates.js';
import { ASSIST_PREFIX } from '../site-names.js';
import { plain } from '../sites.js';
import type { Emit, Site } from '../types.js';
import { type Piece, replyOf } from './replies.js';

/** What Home Assistant hands us to be answered; all of it from outside. */
export interface Asked {
  text: string;
  /** Names the conversation: its next words come with the same. A new one where it is missing. */
  conversation?: string | undefined;
  /** Where it was said: names or ids of areas, ids of devices or entities; the first that is known counts. */
  where?: readonly (string | undefined)[];
  /** Nothing is said of where; it may be the room of a satellite of Home Assistant's that waits for an answer now. */
  isUnplaced?: boolean;
  /** BCP 47 tag of the language that it was understood in. */
  language?: string | undefined;
  /** Assist's where it isn't given. */
  door?: Door | undefined;
}

/** The flow as one conversation agent. */
export interface Assistant {
  /**
   * The answer to typed words, piece by piece; what goes wrong is told in words, as its last piece. Each conversation is
   * a site of its own, so that a yes answers what was asked in it.
   * @throws AbortError when the signal fires.
   */
  ask(asked: Asked, signal: AbortSignal): AsyncGenerator<Piece, void, undefined>;
  /** The site of a conversation, by its name. */
  site(id: string): Site | undefined;
  setHouse(house: HouseView | undefined): void;
}

/** Conversations remembered; then the one that was silent longest is forgotten. */
const MAX_CONVERSATIONS = 200;
const MAX_TEXT = 10_000;
const MAX_TAG = 35;
/** Home Assistant tells of its satellite's state about when it asks: so long it is waited for, in milliseconds. */
const STATE_MS = 40;
const STATE_STEP_MS = 5;

/** Hands words to the flow as its satellites do. */
export function openAssistant(shared: { problems: Problems; rates: Rates; emit: Emit }): Assistant {
  const { problems, rates, emit } = shared;
  const sites = new LRUCache<string, Site>({ max: MAX_CONVERSATIONS });
  let house: HouseView | undefined;

  /** The name of the first area that is one of the house's. */
  const areaOf = (where: readonly (string | undefined)[]): string | undefined => {
    const areas = house?.snapshot().areas ?? [];
    for (const place of where) {
      if (!place) continue;
      const named = plain(place);
      const known = areas.find(({ id, name }) => id === place || plain(name) === named);
      const through = known ? undefined : house?.areaOf?.(place);
      const area = known ?? areas.find(({ id }) => id === through);
      if (area) return area.name;
    }
    return undefined;
  };

  /** The area of the satellite that waits for an answer, as soon as Home Assistant has told of it. */
  const askingArea = async (signal: AbortSignal): Promise<string | undefined> => {
    for (let waited = 0; waited < STATE_MS; waited += STATE_STEP_MS) {
      const satellites = house?.satellites?.();
      if (!satellites || satellites.asking) return satellites?.asking;
      await sleep(STATE_STEP_MS, signal);
    }
    return undefined;
  };

  const siteFor = async (asked: Asked, signal: AbortSignal): Promise<Site> => {
    const { conversation = randomUUID(), where = [], isUnplaced, language } = asked;
    const id = ASSIST_PREFIX + createHash('sha256').update(conversation).digest('hex').slice(0, 16);
    const area = areaOf(isUnplaced ? [await askingArea(signal)] : where);
    const site: Site = { id, area, language: tagOf(language), via: 'assist', lastSeen: clock.now() };
    sites.set(id, site);
    return site;
  };

  return {
    async *ask(asked, signal) {
      const { id, language } = await siteFor(asked, signal);
      const { door = 'assist' } = asked;
      let isBegun = false;
      try {
        const text = asked.text.trim();
        if (text === '' || text.length > MAX_TEXT) {
          throw new JarvisError(
            'bad-input',
            `Home Assistant asked with no words, or more than ${MAX_TEXT} characters.`,
          );
        }
        if (!rates.message('assist', 'text')) {
          throw new JarvisError('bad-input', 'Home Assistant asks too much at once: some of it is not answered.');
        }
        const say = () => emit('text', { site: id, text, by: 'typed', door, language });
        for await (const piece of replyOf(id, say, signal)) {
          isBegun = true;
          yield piece;
        }
        problems.right('assist', 'answer');
      } catch (thrown) {
        if (isAbort(thrown)) throw thrown;
        const error = toJarvisError(thrown, 'failed', 'Home Assistant was not answered');
        problems.report('assist', 'answer', error);
        yield { text: `${isBegun ? ' ' : ''}${apology(error.code, language)}`, failed: true };
      }
    },
    site: (id) => sites.peek(id),
    setHouse(view) {
      house = view;
    },
  };
}

function tagOf(language: string | undefined): string | undefined {
  return language && language.length <= MAX_TAG && primaryLanguage(language) !== '' ? language : undefined;
}
