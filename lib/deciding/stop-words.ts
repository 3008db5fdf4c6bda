import { fold } from '../home/fold.js';
import { LANGUAGES, type Language, primaryLanguage } from '../turn/language.js';
import { findWakeWord } from './wake-words.js';

export interface StopOptions {
  /** Whether the assistant is speaking: then "thanks" and "wait" end it, too. */
  speaking: boolean;
  /** BCP 47 tag; all four languages when not given or another one. */
  language?: string | undefined;
  /** The wake phrase, which may stand before or after the stop. */
  wake?: string | undefined;
  aliases?: readonly string[] | undefined;
}

interface StopWords {
  stop: string[];
  /** Only while the assistant speaks. */
  speaking: string[];
  /** Without meaning beside a stop. */
  beside: string[];
}

const STOP_WORDS: Record<Language, StopWords> = {
  en: {
    stop: [
      'stop',
      'stop it',
      'stop that',
      'stop talking',
      'stop speaking',
      'stop now',
      'be quiet',
      'quiet',
      'shut up',
      'silence',
      'hush',
      'shush',
      'enough',
      'that is enough',
      "that's enough",
      'never mind',
      'nevermind',
      'forget it',
      'forget about it',
      'cancel',
      'cancel that',
      'cancel it',
      'abort',
      'halt',
      'shut it',
      'zip it',
      "don't bother",
      'no more',
    ],
    speaking: [
      'thanks',
      'thank you',
      "that's all",
      "that's fine",
      'got it',
      'wait',
      'hold on',
      'pause',
      'okay',
      'alright',
      "that'll do",
      'i get it',
      'ok',
    ],
    beside: [
      'please',
      'now',
      'ok',
      'okay',
      'no',
      'hey',
      'alright',
      'just',
      'right now',
      'thanks',
      'thank you',
      'already',
      'oh',
      'well',
      'yeah',
      'sorry',
      'uh',
      'um',
      'will you',
      'then',
    ],
  },
  de: {
    stop: [
      'stopp',
      'stop',
      'halt',
      'hör auf',
      'aufhören',
      'hör auf zu reden',
      'sei still',
      'sei leise',
      'sei ruhig',
      'still',
      'ruhe',
      'ruhig',
      'schweig',
      'halt den mund',
      'halt die klappe',
      'klappe',
      'genug',
      'es reicht',
      'das reicht',
      'reicht',
      'schluss',
      'schluss jetzt',
      'vergiss es',
      'vergiss das',
      'egal',
      'schon gut',
      'abbrechen',
      'abbruch',
      'brich ab',
      'anhalten',
      'lass es',
      'lass gut sein',
    ],
    speaking: [
      'danke',
      'danke schön',
      'warte',
      'moment',
      'pause',
      'okay',
      'alles klar',
      'ich habs verstanden',
      'verstanden',
      'ok',
    ],
    beside: [
      'bitte',
      'jetzt',
      'mal',
      'ok',
      'okay',
      'nein',
      'nee',
      'hey',
      'doch',
      'endlich',
      'danke',
      'ach',
      'ja',
      'gut',
      'sofort',
      'so',
      'schon',
      'äh',
      'ähm',
      'dann',
    ],
  },
  fr: {
    stop: [
      'stop',
      'arrête',
      'arrête toi',
      'arrête ça',
      'arrêtez',
      'arrête de parler',
      'tais toi',
      'taisez vous',
      'silence',
      'chut',
      'ça suffit',
      'assez',
      'suffit',
      'laisse tomber',
      'oublie',
      'oublie ça',
      'annule',
      'annuler',
      'tant pis',
      'halte',
      'la ferme',
      'ferme la',
      "c'est bon",
      'cela suffit',
    ],
    speaking: ['merci', 'attends', 'une seconde', 'pause', 'ok', "d'accord", "j'ai compris", "c'est tout"],
    beside: [
      "s'il te plaît",
      "s'il vous plaît",
      'maintenant',
      'ok',
      'non',
      'hé',
      'hey',
      'bon',
      'allez',
      'merci',
      'tout de suite',
      'oh',
      'euh',
      'oui',
      'alors',
      'là',
    ],
  },
  es: {
    stop: [
      'para',
      'parar',
      'detente',
      'basta',
      'basta ya',
      'cállate',
      'calla',
      'silencio',
      'stop',
      'alto',
      'ya basta',
      'es suficiente',
      'suficiente',
      'olvídalo',
      'déjalo',
      'da igual',
      'no importa',
      'cancela',
      'cancelar',
      'cancélalo',
      'deja de hablar',
      'para de hablar',
      'párate',
      'ya está',
    ],
    speaking: ['gracias', 'espera', 'un momento', 'pausa', 'vale', 'ya lo entiendo', 'eso es todo', 'ok', 'entendido'],
    beside: [
      'por favor',
      'ya',
      'ahora',
      'ok',
      'vale',
      'no',
      'oye',
      'gracias',
      'ahora mismo',
      'eh',
      'bueno',
      'venga',
      'pues',
      'sí',
    ],
  },
};
/** Understood whatever language is spoken. */
const EVERYWHERE = ['stop', 'stopp', 'halt', 'basta'];
const MOST_WORDS = 8;

const patterns = new Map<string, RegExp>();

/** True when the whole utterance is a stop: not when it only contains or negates one ("don't stop", "stop the music"). */
export function isStop(text: string, { speaking, language, wake = 'jarvis', aliases }: StopOptions): boolean {
  const { woken, query } = findWakeWord(text, { wake, aliases });
  const said = fold(woken ? query : text);
  if (said === '' || said.split(' ').length > MOST_WORDS) return false;
  return patternFor(primaryLanguage(language), speaking).test(` ${said}`);
}

function patternFor(language: string, speaking: boolean): RegExp {
  const key = `${language} ${speaking}`;
  const known = patterns.get(key);
  if (known) return known;
  const own = LANGUAGES.filter((one) => one === language);
  const lists = (own.length > 0 ? own : LANGUAGES).map((one) => STOP_WORDS[one]);
  const stop = oneOf([
    ...lists.flatMap((list) => (speaking ? [...list.stop, ...list.speaking] : list.stop)),
    ...EVERYWHERE,
  ]);
  const beside = oneOf(lists.flatMap((list) => list.beside));
  const made = new RegExp(`^(?:${beside})*(?:${stop})(?:${stop}|${beside})*$`, 'u');
  if (patterns.size < 2 * (LANGUAGES.length + 1)) patterns.set(key, made);
  return made;
}

function oneOf(phrases: readonly string[]): string {
  const folded = [...new Set(phrases.map(fold))].sort((a, b) => b.length - a.length);
  return folded.map((phrase) => ` ${phrase}(?= |$)`).join('|');
}
