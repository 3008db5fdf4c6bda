/** A name as programs write it: get_weather, webSearch. */
const IDENTIFIER = /(?<![\w./-])(?:[a-z]{2,}(?:_[a-z0-9]+)+|[a-z]{3,}(?:[A-Z][a-z]{2,})+)(?!\w)/;
const TOOL =
  /(?<!\p{L})(?:\p{L}*-?(?:tools?|werkzeuge?s?|(?<=\p{L})funktion)|functions?|api|plugins?|outils?|fonctions?|herramientas?|funci(?:ón|ones)|schnittstellen?)(?!\p{L})/iu;
/** "I will call", "let me use", "je vais utiliser", "voy a usar", with what is used right behind. */
const INTENDS = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?:i(?:['’]ll| will| am| shall| need to| have to| must| should|['’]m)|let(?:['’]s| me| us)|we(?:['’]ll| will| need to| should))(?: \\p{L}+){0,3}? (?:call|use|run|invoke|query|access|execute|calling|using|running|invoking|querying)",
    "(?:je (?:vais|dois|peux)|laisse(?:z)?[- ]moi|permets?(?:tez)?[- ]moi d['’e])(?: \\p{L}+){0,2}? ?(?:utiliser|appeler|lancer|exécuter|invoquer|employer|consulter)",
    "(?:j['’](?:utilise|appelle|exécute|emploie|invoque)|je lance)",
    '(?:voy a|déjame|déjeme|permíteme|permítame|tengo que|debo)(?: \\p{L}+){0,2}? (?:usar|utilizar|llamar|ejecutar|invocar|consultar)',
    '(?:uso|utilizo|ejecuto|llamo|invoco)(?= (?:a |ahora |la |el ))',
  ].join('|')})(?!\\p{L})[^.!?\\n]{0,50}`,
  'iu',
);
/** German puts the verb anywhere. */
const GERMAN = /(?<!\p{L})(?:ich|wir|mich|uns)(?!\p{L})/iu;
const GERMAN_VERB =
  /(?<!\p{L})(?:rufen?|nutzen?|verwenden?|benutzen?|fragen?|abfragen|abrufen|aufrufen|aufzurufen|ausführen|einsetzen)(?!\p{L})/iu;
/** "Calling get_weather …" */
const BEGINS = /^[\s*>-]*(?:now )?(?:calling|using|running|invoking|querying|executing)(?!\p{L})[^.!?\n]{0,50}/iu;

/** Whether a sentence only says that a tool is going to be used: nobody wants to hear that, and it does nothing. */
export function announcesTool(sentence: string): boolean {
  const begun = BEGINS.exec(sentence) ?? INTENDS.exec(sentence);
  const isGerman = !begun && GERMAN.test(sentence) && GERMAN_VERB.test(sentence);
  if (!begun && !isGerman) return false;
  // Near behind the verb; farther on "the function of the heart" is meant.
  const near = (begun?.[0] ?? sentence)
    .split(/\s+/)
    .slice(0, begun ? 8 : 10)
    .join(' ');
  return IDENTIFIER.test(sentence) || TOOL.test(near);
}
