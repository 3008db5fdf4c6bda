import { monthNames } from '../../language/names.js';

/*
 * Words by which lines of the knowledge graph are compared, in English, German, French, Spanish and Italian. Other
 * languages have no function words here: all their words count, so their lines are taken for different more often, and
 * nothing is lost by it.
 */

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Words that say nothing about which fact it is: grammar, weekdays, and verbs of liking (see `LIKINGS`) and having. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  // English
  ...words(`a an the this that these those user person he she it they we i you his her its their our my your him them us
    is are was were be been being am has have had having do does did done will would can could should may might must
    and or but not no nor so as at by for from in into of off on onto out over to under up with without about than then
    who whom which what when where there here very too also just only really always usually often sometimes every each
    some any many much more most few all both s t m re ve d ll now currently today yesterday tomorrow
    like likes liked love loves loved enjoy enjoys prefer prefers preferred want wants wanted get gets got goes
    monday tuesday wednesday thursday friday saturday sunday week day daily weekly`),
  // German
  ...words(`der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber nicht er sie es wir ich
    du ihr sein seine seinen seinem seiner ihre ihren ihrem mein meine meinen meinem meiner dein unser unsere euer ist sind
    war waren bin bist hat haben habe hatte hatten wird werden wurde kann will soll muss mag möchte gerne gern lieber liebt
    zu zum zur von vom mit ohne für auf an am im in ins aus bei nach vor über unter um als auch nur sehr immer oft manchmal
    meist jeden jede jedes dass nun jetzt derzeit heute gestern morgen nutzer benutzer person
    montag dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags samstags
    sonntags woche tag täglich`),
  // French
  ...words(`le la les l un une des du de d au aux et ou mais ne pas n il elle on nous je j tu vous ils elles son sa ses mon
    ma mes ton ta tes notre nos votre leur leurs est sont était étaient suis es êtes a ont ai as avait être avoir
    à en dans par pour sur sous avec sans chez que qui quoi dont où ce cet cette ces c se s très aussi toujours souvent
    parfois chaque tous toutes tout maintenant actuellement aujourd hui hier demain utilisateur personne
    aime aimer aimait préfère préfèrent veut lundi mardi mercredi jeudi vendredi samedi dimanche semaine jour jours`),
  // Spanish
  ...words(`el los las unos unas y o pero no él ella ellos nosotros yo tú usted su sus mi mis tu tus nuestro nuestra es son
    era eran soy eres está están estoy ha han he tiene tienen tengo tenía hay ser estar tener al del en por para con sin
    sobre que quien cual donde como muy también siempre menudo veces cada todo toda todos todas ahora actualmente hoy ayer
    mañana usuario persona gusta gustan prefiere quiere le les se lo me te
    lunes martes miércoles jueves viernes sábado domingo semana día días`),
  // Italian
  ...words(`il lo gli i uno una e o ma non lui lei loro noi io voi suo sua suoi sue mio mia miei mie tuo tua nostro nostra è
    sono era erano sei ha hanno ho hai aveva essere avere di da in con su per tra fra a ad al allo alla ai agli alle del
    dello della dei degli delle dal nel nella sul sulla che chi cui dove come molto anche sempre spesso volte ogni tutto
    tutti adesso ora attualmente oggi ieri domani utente persona piace piacciono preferisce vuole ama
    lunedì martedì mercoledì giovedì venerdì sabato domenica settimana giorno giorni`),
]);

/** What stands before a place or a firm. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  words('in at to from for near nach aus von bei zu als auf à en dans chez pour de como para a da come per'),
);

/** What is said of a new home or job, and tells nothing about whose it is: "started a new job at Bosch". */
export const BEGINNINGS: ReadonlySet<string> = new Set(
  words(`started starting starts start began begun took taken found accepted landed recently new just switched changed
    neue neuen neuer neues angefangen begonnen gefunden gewechselt nouveau nouvel nouvelle commencé trouvé récemment
    nuevo nueva empezó empezado encontró recientemente nuova nuovo iniziato trovato cambiato`),
);

/** Facts of which a person has one at a time, by the words that tell them. */
export const SLOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    home: `live lives lived living reside resides moved moving relocated wohnt wohne wohnen gewohnt gezogen umgezogen zog lebt
      lebe leben habite habitent habitait vit vivent déménagé emménagé vive viven vivo mudó mudado mudaron abita abitano
      vivono abito trasferito trasferita trasferiti`,
    work: `work works worked working employed job arbeitet arbeite arbeiten gearbeitet beruf angestellt travaille travaillent
      travaillait emploi métier trabaja trabajo trabajan trabajaba empleo lavora lavoro lavorano lavorava mestiere`,
    name: `called named heißt heisst heiße heisse heissen appelle appellent llama llamo llaman chiama chiamo chiamano`,
  }).flatMap(([slot, list]) => words(list).map((word): [string, string] => [word.replace(/ß/g, 'ss'), slot])),
);

/** Phrases that stand as words of their own, in any script. */
const phrases = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u');

/** What languages are called in the languages of these lists. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it']
  .map((locale) => new Intl.DisplayNames([locale], { type: 'language' }))
  .flatMap((names) =>
    words('en de fr es it nl pt pl tr ru uk cs sv da no fi el ro hu ar he hi zh ja ko').map((code) => names.of(code)),
  )
  .map((name) => name?.toLowerCase())
  .join('|');

/** Wishes of which there is one at a time, and that no single word tells: the language of replies, how one is called. */
export const SLOT_PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    phrases(
      `(?:reply|replies|respond|responds|answer|answers|speak to me|talk to me|antworten?|antwortet|sprich mit mir|réponds|répondre|répondez|parle-moi|responder?|respóndeme|contesta|contestar|háblame|rispondi|rispondere|rispondimi|parlami)(?:[ -]\\p{L}{1,20}){0,4}? (?:in|auf|en) (?:${LANGUAGES})`,
    ),
    'reply language',
  ],
  [
    phrases(
      '(?:call me|nenne? mich|appelle-moi|appelez-moi|llámame|chiamami)(?! (?:at|on|in|by|when|if|back|before|after|later|tomorrow|tonight|a|à|quand|cuando|quando|um|wenn|demain|mañana|domani))',
    ),
    'address',
  ],
];

/** What tells a liking, or its opposite. They count as function words, but a line of one isn't told by one without. */
export const LIKINGS = phrases(
  [
    'likes?|liked|loves?|loved|enjoys?|enjoyed|prefers?|preferred|adores?|dislikes?|hates?|favou?rites?|fan|fond',
    'mag|mögen|gerne?|lieber|liebt|lieben|bevorzugt|hasst|lieblings\\p{L}+',
    'aime|aiment|aimer|aimait|préfère|préfèrent|préférée?s?|adore|adorent|déteste|détestent',
    'gustan?|encantan?|prefiere|prefieren|favorit[oa]s?|odian?|detestan?',
    'piace|piacciono|preferisce|preferiscono|preferit[oaie]|ama|amano|adora|adorano',
  ].join('|'),
);

/** What says that something is no longer as it was. */
export const CHANGES = phrases(
  [
    "no longer|not any ?more|n't .{0,60}any ?more|anymore|instead|stopped|quit|gave up|given up|switched|changed|sold|cancell?ed",
    'nicht mehr|kein(?:e|en|em|er)? .{0,60}mehr|statt|stattdessen|aufgehört|gewechselt|verkauft|gekündigt|abgeschafft',
    "ne .{0,60}plus|n'.{0,60}plus|au lieu|à la place|arrêté|changé|vendu",
    'ya no|en vez|en lugar|dejó de|dejado|cambió|cambiado|vendió|vendido',
    'non .{0,60}più|invece|smesso|cambiato|venduto',
  ].join('|'),
);

/** What says that something isn't so. */
export const DENIALS = phrases(
  "not|never|without|no|cannot|\\p{L}+n't|nicht|nie|niemals|kein(?:e|en|em|er|es)?|pas|jamais|nunca|jamás|non",
);

const MONTHS = ['en', 'de', 'fr', 'es', 'it'].flatMap(monthNames).join('|').toLowerCase();

/** Days of the calendar, as they stand in a folded line. */
export const DATES = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:on|am|le|el|il) )?(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4})?|(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:of |de )?(?:${MONTHS})(?: (?:de )?\\d{4})?)(?![\\p{L}\\d])`,
  'gu',
);
