import type { Language } from '../language/tags.js';

/** States that exclude each other. */
export type StateKind = 'on' | 'off' | 'open' | 'closed' | 'locked' | 'unlocked';

export const OPPOSITE: Record<StateKind, StateKind> = {
  on: 'off',
  off: 'on',
  open: 'closed',
  closed: 'open',
  locked: 'unlocked',
  unlocked: 'locked',
};

/** How a language claims things, as patterns for folded clauses (lower case, no accents, no punctuation). */
interface ClaimWords {
  /** What makes a clause no claim: negations, doubts, conditions, wishes, the future. */
  open: RegExp;
  /** "I have turned on …", "… was switched off". */
  done: RegExp;
  /** The same, and it was we who did it; or a device was switched, which is nobody's history. */
  mine: RegExp;
  /** What else claims it right behind an order: "the timer is set". */
  ordered: RegExp;
  /** The same without a verb, "lights off", with the thing as its group. */
  brief: RegExp;
  /** Nothing new is claimed: "already on", "still open". */
  unchanged: RegExp;
  /** An order to do something: its verb among the first words, or what it comes down to at the end ("Licht an"). */
  order: RegExp;
  /** Says nothing but that it is done. */
  bare: RegExp;
  /** "… is now on", with the state as the only group. */
  states: Record<StateKind, RegExp>;
  /** Speaks of all devices at once. */
  all: RegExp;
  /** A state that is new: "now on". */
  now: RegExp;
  /** Where one statement ends and the next begins. */
  joints: RegExp;
  /** Units of what a device measures or is set to, behind the number. */
  units: string;
}

const words = (source: string, flags = 'u') => new RegExp(source, flags);
/** One of these verbs after at most three other words. */
const brief = (done: string) => words(`^(?:[\\p{L}\\p{N}]+ ){0,2}([\\p{L}\\p{N}]{3,}) (?:${done})$`);
const order = (verbs: string, ends = '(?!)') => words(`^(?:[\\p{L}\\p{N}]+ ){0,3}(?:${verbs})(?= |$)|(?:${ends})$`);
/** A state behind its verb, with up to three words between. */
const state = (verbs: string, said: string, after = '') =>
  words(`(?:^| )(?:${verbs})(?: [\\p{L}\\p{N}]+){0,3}? (?:${said})(?= |$)${after}`);

const EN_IS = 'is|are|its|theyre|remains|remain|stays|stay|thats';
const EN_DONE =
  'turned|switched|set|opened|closed|shut|locked|unlocked|dimmed|brightened|started|paused|activated|changed|adjusted|lowered|raised|muted|added|created|sent|saved|deleted|removed|scheduled|logged|booked|put|texted|emailed|cancelled|canceled|ordered|reserved';
const EN_PLACE =
  '(?! (?:the|a|an|your|my|his|her|their|our|this|that|top|average|its|time|holiday|fire|strike|duty)\\b)';
const DE_IS = 'ist|sind|bleibt|bleiben|steht|stehen';
const DE_DONE =
  '\\p{L}*(?:ge(?:schaltet|macht|dreht|stellt|offnet|schlossen|sperrt|dimmt|startet|setzt|regelt|andert|speichert|loscht|sendet|bucht)|verriegelt|entriegelt|aktiviert|pausiert|gedimmt|hinzugefugt|notiert|erstellt|angelegt|verschickt|eingetragen)';
const FR_IS = 'est|sont|reste|restent';
const FR_DONE =
  '(?:allum|verrouill|deverrouill|regl|lanc|activ|augment|baiss|chang|coup|ferm|ajout|cre|envoy|enregistr|supprim|not|demarr|arret|programm)ee?s?|eteinte?s?|ouverte?s?|mise?s?';
/** A fire is put out by others. */
const FR_PUT_OUT = '(?<!(?:incendies?|feux?|flammes?) (?:a|ont) ete )eteinte?s?';
const ES_IS = 'esta|estan|sigue|siguen|queda|quedan|permanece';
const ES_DONE =
  '(?:encendid|apagad|abiert|cerrad|bloquead|desbloquead|puest|ajustad|activad|cambiad|subid|bajad|iniciad|pausad|anadid|cread|enviad|guardad|borrad|programad|anotad|configurad)[oa]s?';
const ES_PUT_OUT = '(?<!(?:incendios?|fuegos?|llamas?) han? sido )apagad[oa]s?';

export const CLAIMS: Record<Language, ClaimWords> = {
  en: {
    open: /(?:^| )(?:not|no|never|none|neither|t|isnt|arent|wasnt|couldnt|cannot|cant|unable|failed|fails|if|whether|when|once|unless|until|would|should|could|can|may|might|will|shall|want|wants|try|trying|tried|let|please|ask|except|apart)(?= |$)/u,
    done: words(
      `(?:^| )(?:i ?ve|i have|weve|we have|i|has been|have been|was|were)(?: [\\p{L}]+){0,2}? (?:${EN_DONE})(?= |$)|^(?:${EN_DONE}) `,
    ),
    mine: words(
      `(?:^| )(?:i ?ve|i have)(?: [\\p{L}]+){0,2}? (?:${EN_DONE})(?= |$)|(?:^| )(?:has|have) been (?:turned|switched) (?:on|off)(?= |$)`,
    ),
    ordered: words(`(?:^| )(?:is|are)(?: now)? (?:${EN_DONE})(?= |$)`),
    brief: brief(`on|off|(?:${EN_DONE})(?: (?:on|off|up|down))?`),
    unchanged: /(?:^| )(?:already|still|remains?|stays?)(?= |$)/u,
    order: order(
      'turn|switch|set|put|open|close|shut|lock|unlock|dim|brighten|start|stop|pause|activate|deactivate|change|adjust|lower|raise|mute|unmute|add|send|save|delete|remove|schedule|log|book|remind|cancel|play|wake|text|email',
    ),
    bare: /^(?:(?:ok|okay|alright|all|right|very|good|sure|certainly|of|course|it|its|thats|that|is|everything|consider|already) )*done(?: (?:sir|madam|now|for|you))*$/u,
    states: {
      on: state(EN_IS, 'on|lit', EN_PLACE),
      off: state(EN_IS, 'off', EN_PLACE),
      open: state(EN_IS, 'open|opened'),
      closed: state(EN_IS, 'closed|shut'),
      locked: state(EN_IS, 'locked'),
      unlocked: state(EN_IS, 'unlocked'),
    },
    all: /(?:^| )(?:both|all|everything|every)(?= |$)/u,
    now: /(?:^| )now(?= |$)/u,
    joints: /[,;:.!?…()–—]+|\s+(?:and|but|while|whereas|although)\s+/u,
    units: '°|degrees?|percent|%',
  },
  de: {
    open: /(?:^| )(?:nicht|nichts|kein\p{L}*|nie|niemals|leider|wenn|falls|ob|sobald|bevor|bis|wurde\p{L}* gern|konnte\p{L}*|kann|sollte\p{L}*|soll|mochte\p{L}*|willst|wollen|werde|versuch\p{L}*|bitte|ausser)(?= |$)/u,
    done: words(
      `(?:^| )(?:habe?|haben|wurde|wurden|ist|sind)(?: [\\p{L}\\p{N}]+){0,8}? (?:${DE_DONE})(?= |$)|^(?:${DE_DONE})$`,
    ),
    mine: words(
      `(?:^| )habe(?: [\\p{L}\\p{N}]+){0,8}? (?:${DE_DONE})(?= |$)|(?:^| )wurden?(?: [\\p{L}\\p{N}]+){0,8}? (?:ein|aus)geschaltet$`,
    ),
    ordered: /(?!)/u,
    brief: brief(`an|aus|auf|zu|${DE_DONE}`),
    unchanged: /(?:^| )(?:schon|bereits|noch|bleib(?:t|en))(?= |$)/u,
    order: order(
      'mache?(?: \\p{L}+){1,5} (?:an|aus|auf|zu)|schalte?|drehe?|stelle?|setze?|offne|schliesse?|sperre?|verriegle|entriegle|dimme?|starte?|stoppe?|pausiere?|aktiviere?|deaktiviere?|andere?|fuge?|sende?|schicke?|speichere?|losche?|erinnere?|notiere?|buche?|fahre?|spiele?|wecke?',
      ' (?:an|aus|auf|zu|ab)|(?:ein|aus|an|ab)(?:schalten|machen|stellen)|(?:auf|zu)machen|offnen|schliessen|verriegeln',
    ),
    bare: /^(?:(?:ok|okay|gut|alles|klar|ist|schon|jetzt|sehr|wohl) )*(?:erledigt|fertig|gemacht)$/u,
    states: {
      on: state(DE_IS, 'an|eingeschaltet|angeschaltet|angemacht', '(?: (?:jetzt|nun|wieder))?$'),
      off: state(DE_IS, 'aus|ausgeschaltet|abgeschaltet|ausgemacht', '(?: (?:jetzt|nun|wieder))?$'),
      open: state(DE_IS, 'offen|geoffnet|auf', '(?: (?:jetzt|nun|wieder))?$'),
      closed: state(DE_IS, 'zu|geschlossen', '(?: (?:jetzt|nun|wieder))?$'),
      locked: state(DE_IS, 'abgeschlossen|verriegelt|zugesperrt|versperrt'),
      unlocked: state(DE_IS, 'aufgeschlossen|entriegelt|aufgesperrt|unverschlossen'),
    },
    all: /(?:^| )(?:beide\p{L}*|alles?|allen|samtliche)(?= |$)/u,
    now: /(?:^| )(?:jetzt|nun)(?= |$)/u,
    joints: /[,;:.!?…()–—]+|\s+(?:und|aber|sowie|wahrend|doch)\s+/iu,
    units: '°|grad|prozent|%',
  },
  fr: {
    open: /(?:^| )(?:ne|n|pas|jamais|aucune?|rien|impossible|si|quand|lorsque|des que|avant|pourrai\p{L}*|peux|peut|voudrai\p{L}*|veux|vais|faudrait|essay\p{L}*|echou\p{L}*|echec|malheureusement|desole|sauf|hormis|excepte)(?= |$)/u,
    done: words(
      `(?:^| )(?:j ai|nous avons|a ete|ont ete|est|sont)(?: [\\p{L}]+){0,2}? (?:${FR_DONE})(?= |$)|^(?:${FR_DONE}) `,
    ),
    mine: words(
      `(?:^| )j ai(?: [\\p{L}]+){0,2}? (?:${FR_DONE})(?= |$)|(?:^| )(?:a|ont) ete (?:allumee?s?|${FR_PUT_OUT})(?= |$)`,
    ),
    ordered: /(?!)/u,
    brief: brief(FR_DONE),
    unchanged: /(?:^| )(?:deja|toujours|encore|restent?)(?= |$)/u,
    order: order(
      '(?:allume|eteins|eteigne|ouvre|ferme|verrouille|deverrouille|regle|mets|mette|lance|demarre|active|desactive|augmente|baisse|monte|descend|coupe|change|ajoute|envoie|enregistre|supprime|note|programme|arrete|rappelle|joue|reveille)(?:z|r|s)?|mettez|mettre|eteindre|ouvrir',
    ),
    bare: /^(?:(?:ok|d accord|bien|tout|voila|c|est|tres) )*fait(?: (?:monsieur|madame))?$/u,
    states: {
      on: state(FR_IS, 'allumee?s?|activee?s?|en marche'),
      off: state(FR_IS, 'eteinte?s?|desactivee?s?|a l arret'),
      open: state(FR_IS, 'ouverte?s?'),
      closed: state(FR_IS, 'fermee?s?(?! a cle)'),
      locked: state(FR_IS, 'verrouillee?s?|fermee?s? a cle'),
      unlocked: state(FR_IS, 'deverrouillee?s?'),
    },
    all: /(?:^| )(?:les deux|tous|toutes|tout)(?= |$)/u,
    now: /(?:^| )(?:maintenant|desormais)(?= |$)/u,
    joints: /[,;:.!?…()–—]+|\s+(?:et|mais|tandis que|alors que)\s+/iu,
    units: '°|degres?|pour cent|pourcents?|%',
  },
  es: {
    open: /(?:^| )(?:no|nunca|ningun\p{L}*|nada|tampoco|imposible|si|cuando|antes|podria\p{L}*|puedo|puede|quiere\p{L}*|quisiera|voy|intent\p{L}*|fallo|fallado|lamentablemente|excepto|salvo)(?= |$)/u,
    done: words(
      `(?:^| )(?:he|hemos|ha sido|han sido|se ha|se han|fue|fueron|ha quedado|han quedado)(?: [\\p{L}]+){0,2}? (?:${ES_DONE})(?= |$)|^(?:${ES_DONE}) `,
    ),
    mine: words(
      `(?:^| )he(?: [\\p{L}]+){0,2}? (?:${ES_DONE})(?= |$)|(?:^| )han? sido (?:encendid[oa]s?|${ES_PUT_OUT})(?= |$)`,
    ),
    ordered: words(`(?:^| )(?:esta|estan|queda|quedan) (?:${ES_DONE})(?= |$)`),
    brief: brief(ES_DONE),
    unchanged: /(?:^| )(?:ya|todavia|aun|siguen?|permanecen?)(?= |$)/u,
    order: order(
      '(?:enciend|apag|abr|cierr|bloque|desbloque|pon|ajust|activ|desactiv|cambi|sub|baj|inici|paus|anad|envi|guard|borr|program|anot|configur|recuerd|despiert|toc)(?:a|e|es|as|ue|me|er|ir|ar)?|poner|encender|cerrar|cierrame|enciendeme',
    ),
    bare: /^(?:(?:vale|ok|bien|ya|esta|todo|muy) )*(?:hecho|listo|lista)(?: (?:senor|senora))?$/u,
    states: {
      on: state(ES_IS, 'encendid[oa]s?|prendid[oa]s?|activad[oa]s?'),
      off: state(ES_IS, 'apagad[oa]s?|desactivad[oa]s?'),
      open: state(ES_IS, 'abiert[oa]s?'),
      closed: state(ES_IS, 'cerrad[oa]s?(?! con llave)'),
      locked: state(ES_IS, 'bloquead[oa]s?|cerrad[oa]s? con llave'),
      unlocked: state(ES_IS, 'desbloquead[oa]s?'),
    },
    all: /(?:^| )(?:ambos|ambas|los dos|las dos|todos|todas|todo)(?= |$)/u,
    now: /(?:^| )(?:ahora|ya)(?= |$)/u,
    joints: /[,;:.!?…()–—]+|\s+(?:y|e|pero|mientras|aunque)\s+/iu,
    units: '°|grados?|por ciento|%',
  },
};
