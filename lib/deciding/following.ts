import type { House } from '../home/types.js';
import { fold } from '../language/fold.js';
import { LANGUAGES, type Language, primaryLanguage } from '../language/tags.js';
import { everyday } from './everyday/everyday.js';
import type { Everyday } from './everyday/sentences.js';
import { recognise, soundsLikeCommand } from './sentences/recognise.js';

/** How a language goes on with what was said, in folded words. */
interface Following {
  /** What opens a sentence that goes on: "and now …". */
  opens: RegExp;
  /** Words for what was named before, also at the end of a verb. */
  names: RegExp;
  /** Devices that such a word may stand for, one of each kind that is told something else. */
  devices: readonly string[];
  /** What is left out when only the new state is said: "off again", "brighter". */
  verbs: readonly string[];
  /** "and in the kitchen", "what about tomorrow". */
  asks: RegExp;
}

const FOLLOWING: Readonly<Record<Language, Following>> = {
  en: {
    opens: /^(?:(?:and|now|then|ok|okay|no|yes) )+/,
    names: /(?<= )(?:it|that|this|them|those|both)(?= |$)/,
    devices: ['the light', 'the radio', 'the blinds', 'the door', 'the heating'],
    verbs: ['turn', 'make'],
    asks: /^(?:(?:and|or) (?:in|on|at|for|the|tomorrow|today|tonight|how|what|when|where|who|why)|(?:what|how) about)(?: |$)/,
  },
  de: {
    opens: /^(?:(?:und|jetzt|dann|nun|ok|okay|nein|ja) )+/,
    names: /(?<= )(?:es|sie|ihn|das|die|beide)(?= |$)/,
    devices: ['das licht', 'das radio', 'die rollos', 'die tur', 'die heizung'],
    verbs: ['mach', 'schalte'],
    asks: /^(?:(?:und|oder) (?:in|im|am|fur|der|die|das|morgen|heute|ubermorgen|wie|was|wann|wo|wer|warum)|(?:was|wie) ist (?:es )?mit|wie sieht es)(?: |$)/,
  },
  fr: {
    opens: /^(?:(?:et|maintenant|alors|ensuite|ok|non|oui) )+/,
    names: /(?<= )(?:le|la|les|ca)(?= (?:plus|moins)|$)/,
    devices: ['la lumiere', 'la musique', 'les volets', 'la porte', 'le chauffage'],
    verbs: ['mets', 'rends'],
    asks: /^(?:(?:et|ou) (?:dans|a|au|aux|en|le|la|les|l|pour|demain|ce|comment|quand|ou|qui|pourquoi)|qu en est il)(?: |$)/,
  },
  es: {
    opens: /^(?:(?:y|ahora|entonces|luego|vale|no|si) )+/,
    names: /(?<=\p{L}{3})l[ao]s?(?= |$)|(?<= )(?:eso|esto)(?= |$)/u,
    devices: ['la luz', 'la musica', 'las persianas', 'la puerta', 'la calefaccion'],
    verbs: ['pon', 'sube'],
    asks: /^(?:(?:y|o) (?:en|a|al|el|la|los|las|para|manana|hoy|como|que|cuando|donde|quien|por)|que tal)(?: |$)/,
  },
};

/** People greet each other, too. */
const ASKED_OF_US: ReadonlySet<string> = new Set<Everyday>(['time', 'date', 'help', 'thanks']);
const MAX_WORDS = 8;
/** "Turn it back on": it changes nothing about what is told. */
const AGAIN = / (?:again|back|wieder|encore|otra vez|de nuevo)(?= |$)|^(?:wieder|again|back) /;
/** A house with one device of each kind: a command holds no word that isn't understood there. */
const HERE = 'here';
const A_HOUSE: House = {
  areas: [{ id: HERE, name: HERE, aliases: [] }],
  entities: (
    [
      ['light', { brightness: 128 }],
      ['media_player', { volume_level: 0.5 }],
      ['cover', { device_class: 'blind' }],
      ['lock', {}],
      ['climate', { temperature: 20 }],
    ] as const
  ).map(([domain, attributes]) => ({
    id: `${domain}.x`,
    name: domain,
    aliases: [],
    area: HERE,
    domain,
    state: 'on',
    attributes,
  })),
};
/** Words of "and in the children's bedroom": a longer sentence that begins so tells something. */
const MAX_ASKING_WORDS = 6;

/**
 * Whether words, said right after a reply, are certainly for the house: a command, also one that leaves out the device of
 * the last one ("turn it off", "und jetzt wieder aus").
 * @param language BCP 47 tag; any language that has commands when not given
 */
export function goesOnCommanding(text: string, language: string | undefined): boolean {
  return spokenIn(language).some((known) => soundsLikeCommand(text, known) || commandsAgain(text, known));
}

/** Whether words, said right after a reply, go on with it: "and in the bedroom?", "what time is it?". */
export function goesOnAsking(text: string, language: string | undefined): boolean {
  const said = fold(text);
  const isShort = said.split(' ').length <= MAX_ASKING_WORDS;
  return spokenIn(language).some(
    (known) => (isShort && FOLLOWING[known].asks.test(said)) || ASKED_OF_US.has(everyday(text, known) ?? ''),
  );
}

function commandsAgain(text: string, language: Language): boolean {
  const { opens, names, devices, verbs } = FOLLOWING[language];
  const said = fold(text).replace(opens, '').replace(AGAIN, '');
  if (said === '' || said.split(' ').length > MAX_WORDS) return false;
  const whole = [
    said,
    ...devices.flatMap((device) =>
      names.test(said) ? [said.replace(names, ` ${device}`)] : verbs.map((verb) => `${verb} ${device} ${said}`),
    ),
  ];
  return whole.some((command) => recognise(command, { language, area: HERE, house: A_HOUSE }));
}

/** The languages that words may be in: the one that is known, of those with commands, or all of these. */
export function spokenIn(language: string | undefined): readonly Language[] {
  const primary = primaryLanguage(language);
  return primary === '' ? LANGUAGES : LANGUAGES.filter((known) => known === primary);
}
