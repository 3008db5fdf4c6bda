import type { Entity } from '../../home/types.js';
import { stem, words } from '../../language/fold.js';
import { isQuestion } from '../../language/question.js';
import { isStopWord } from '../../language/stop-words.js';
import { wordsOfAll } from '../../language/word-lists.js';
import { kindsIn } from './kinds.js';

/** "Camera", "see", "picture": what asks for a look, though it names nothing. */
const LOOKING = wordsOfAll('topics', 'camera');

/**
 * The camera that a question is certainly for: its whole name is said, and beside it nothing but things that are to be looked
 * for and words for looking ("is anybody at the front door?"). Undefined where a model has to decide ("is it locked?").
 */
export function cameraAsked(query: string, language: string, cameras: readonly Entity[]): Entity | undefined {
  if (!isQuestion(query, language)) return undefined;
  const said = words(query);
  const stems = new Set(said.map(stem));
  const nameOf = ({ name, aliases }: Entity) =>
    [name, ...aliases]
      .map((one) => words(one).map(stem))
      .find((one) => one.length > 0 && one.every((word) => stems.has(word)));
  const [called, another] = cameras.flatMap((camera) => {
    const name = nameOf(camera);
    return name ? [{ camera, name }] : [];
  });
  if (!called || another) return undefined;
  const beside = said.filter((word) => !called.name.includes(stem(word)));
  const { kinds, rest } = kindsIn(beside.join(' '), language);
  const isFor =
    kinds.length > 0 || rest.some((word) => LOOKING.has(word)) || called.name.some((word) => LOOKING.has(word));
  const isAll = rest.every((word) => LOOKING.has(word) || isStopWord(word, language));
  return isFor && isAll ? called.camera : undefined;
}
