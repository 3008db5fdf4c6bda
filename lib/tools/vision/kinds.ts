import { z } from 'zod';
import { stem, words } from '../../language/fold.js';
import { languageTable } from '../../language/folders.js';

/** The 80 kinds of things of the COCO data set, in the order in which detectors that were trained on it count them. */
export const KINDS = [
  ...(['person', 'bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'] as const),
  ...(['traffic light', 'fire hydrant', 'stop sign', 'parking meter', 'bench', 'bird', 'cat', 'dog', 'horse'] as const),
  ...(['sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe', 'backpack', 'umbrella', 'handbag', 'tie'] as const),
  ...(['suitcase', 'frisbee', 'skis', 'snowboard', 'sports ball', 'kite', 'baseball bat', 'baseball glove'] as const),
  ...(['skateboard', 'surfboard', 'tennis racket', 'bottle', 'wine glass', 'cup', 'fork', 'knife', 'spoon'] as const),
  ...(['bowl', 'banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut'] as const),
  ...(['cake', 'chair', 'couch', 'potted plant', 'bed', 'dining table', 'toilet', 'television', 'laptop'] as const),
  ...(['mouse', 'remote', 'keyboard', 'cell phone', 'microwave', 'oven', 'toaster', 'sink', 'refrigerator'] as const),
  ...(['book', 'clock', 'vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

const WORDS = z.partialRecord(z.enum(KINDS), z.string());
const MAX_LETTERS = 300;
const MAX_PHRASE = 4;
const phrases = new Map<string, ReadonlyMap<string, readonly Kind[]>>();

/**
 * The kinds that are named in a text, in English or in the language of the person, and its words that name none, folded. The
 * longest name counts: a hot dog is no dog.
 */
export function kindsIn(text: string, language: string): { kinds: Kind[]; rest: string[] } {
  const said = words(text.slice(0, MAX_LETTERS));
  const tables = [phrasesOf(language), phrasesOf('en')];
  const kinds = new Set<Kind>();
  const rest: string[] = [];
  for (let at = 0; at < said.length; ) {
    let length = Math.min(MAX_PHRASE, said.length - at);
    let named: readonly Kind[] = [];
    for (; length > 0 && named.length === 0; length--) {
      const phrase = said
        .slice(at, at + length)
        .map(rootOf)
        .join(' ');
      named = tables.flatMap((table) => table.get(phrase) ?? []);
    }
    for (const kind of named) kinds.add(kind);
    if (named.length === 0) rest.push(said[at] ?? '');
    at += length + 1;
  }
  return { kinds: [...kinds], rest };
}

/** A stem; of short words without the s of their plural, too: dogs, cups. */
const rootOf = (word: string) => stem(word).replace(/^(\w{2,})s$/, '$1');

/** What each phrase of a language means, its words as stems: several kinds where it is a word for all of them ("animal"). */
function phrasesOf(language: string): ReadonlyMap<string, readonly Kind[]> {
  const known = phrases.get(language);
  if (known) return known;
  const made = new Map<string, Kind[]>();
  for (const [kind, list] of Object.entries(languageTable(language, 'vision', WORDS) ?? {})) {
    for (const phrase of list.split('|')) {
      const key = words(phrase).map(rootOf).join(' ');
      made.set(key, [...(made.get(key) ?? []), kind as Kind]);
    }
  }
  phrases.set(language, made);
  return made;
}
