/*
 * Sentences in which a summary tells what the assistant couldn't do. Read again, they teach a model to fail in the same
 * way: they go. What people couldn't do stays.
 */

/** Who fails, and what failing looks like, by language. A person's assistant and a heating system are somebody else. */
const DEFLECTIONS: readonly RegExp[] = [
  // English
  deflection(
    'th(?:e|is) (?:ai |voice )?(?:assistant|ai|chatbot|language model)|jarvis|it',
    "could ?n['’]t|could not|cannot|can['’]t|can not|was(?:n['’]t| not) able|was unable|is unable|is(?:n['’]t| not) able|failed to|did(?:n['’]t| not) (?:have|find|understand|manage|know(?! that| about))|does(?:n['’]t| not) (?:have|know(?! that| about))|ha[ds] no (?:access|information|data|answer|way|tool)|lacked|apologi[sz]ed|(?:said|stated|explained|noted|replied|admitted|responded|mentioned)(?: that)? (?:it|he|she) (?:could ?n['’]t|could not|can['’]t|cannot|was unable|is unable|did(?:n['’]t| not) (?:know|have)|does(?:n['’]t| not) (?:know|have)|ha[ds] no|was(?:n['’]t| not) able)|declined|refused",
  ),
  // German
  deflection(
    '(?:der|dieser) (?:sprach)?assistent|die ki|das sprachmodell|jarvis|(?:der )?chatbot|er',
    '(?:konnte|kann)[^.!?,]{0,80} (?:nicht|kein(?:e[nrms]?)?)(?!\\p{L})|(?:war|ist) nicht in der lage|hat(?:te)? (?:leider )?keinen? (?:zugriff|zugang|informationen|antwort|daten|möglichkeit)|wusste (?:es |das |die antwort )?nicht|entschuldigte sich|hat sich (?:dafür )?entschuldigt|(?:sagte|erklärte|meinte|antwortete|gab an|teilte mit), (?:dass )?er [^.!?,]{0,80}(?:nicht|kein(?:e[nrms]?)?)(?!\\p{L})|[^.!?,]{0,80}(?:nicht|kein(?:e[nrms]?)?) [^.!?,]{0,60}(?:konnte|kann|hatte|wusste|weiß)(?!\\p{L})|scheiterte',
  ),
  // French
  deflection(
    "l['’](?:assistante?|ia)(?: vocale?)?|le modèle de langage|le chatbot|jarvis|il",
    "n['’](?:a|avait) pas (?:pu|su|réussi|accès|trouvé|d['’])|n['’]a pu|n['’](?:est|était) pas (?:en mesure|capable)|ne (?:peut|pouvait|sait|savait|dispose|disposait)(?: pas)?|s['’]est excusée?|(?:a dit|a expliqué|a répondu|a indiqué|a précisé) (?:qu['’](?:il|elle) (?:n['’]|ne )|ne pas (?:pouvoir|avoir|savoir))|a échoué|a refusé",
  ),
  // Spanish
  deflection(
    '(?:el|la) asistente(?: de voz| virtual)?|la ia|el modelo de lenguaje|el chatbot|jarvis|este',
    'no (?:pudo|podía|puede|logró|consiguió|supo|sabía|tenía|tiene|encontró|fue capaz|era capaz)|se disculpó|(?:dijo|explicó|respondió|indicó|señaló) que no (?:podía|puede|pudo|tenía|tiene|sabía|sabe|era capaz)|se negó',
  ),
  // Italian
  deflection(
    "l['’](?:assistente|ia)(?: vocale| virtuale)?|il modello linguistico|il chatbot|jarvis",
    'non (?:ha potuto|poteva|può|è riuscit[oa]|riusciva|è stat[oa] in grado|era in grado|è in grado|sapeva|sa|aveva|ha (?:accesso|trovato|saputo)|dispone|disponeva)(?!\\p{L})|si è scusat[oa]|(?:ha detto|ha spiegato|ha risposto|ha indicato) (?:che non|di non)|si è rifiutat[oa]',
  ),
];

/** "As an AI …", said by the model itself. */
const OWN_EXCUSE =
  /^(?:(?:i['’]?m|i am) (?:sorry|afraid|unable)|i (?:can(?:no|['’])t|could(?: not|n['’]t)) (?:summari[sz]e|help|assist|provide|do)|as an ai\b|sorry,|es tut mir (?:sehr )?leid|entschuldigung|(?:als|ich bin) (?:eine )?ki\b|je suis désolée?|désolée?,|en tant qu['’]ia|lo siento|como (?:una )?ia\b|mi dispiace|in quanto ia|come ia\b)/iu;

/** What people did about it is worth keeping. */
const GOES_ON =
  /[,;]\s.*(?<!\p{L})(?:users?|persons?|she|they|nutzer(?:in)?|benutzer(?:in)?|sie|utilisat(?:eur|rice)|usuari[oa]|utente)(?!\p{L})|(?<!\p{L})(?:so|therefore|deshalb|daher|also|donc|alors|así que|por eso|quindi|perciò)(?!\p{L})/iu;

const CONNECTORS =
  'but|however|although|though|and|while|yet|because|since|aber|jedoch|doch|und|wobei|weil|da|mais|cependant|toutefois|et|car|pero|sin embargo|aunque|porque|y|ma|però|tuttavia|perché|e';

function deflection(who: string, what: string): RegExp {
  const adverb =
    '(?: (?:also|then|again|however|unfortunately|only|still|leider|aber|jedoch|dann|auch|también|lamentablemente|purtroppo|malheureusement|però))?';
  return new RegExp(`(?<![\\p{L}\\p{N}'’])(?:${who})${adverb},? (?:${what})`, 'iu');
}

/** What joins the end of a sentence to the rest. */
const BEFORE_IT = new RegExp(`[\\s,;:–—-]*(?<!\\p{L})(?:${CONNECTORS})?[\\s,]*$`, 'iu');
const ABOUT_ASSISTANT = new RegExp(
  `(?:the assistant|jarvis|der assistent|l['’]assistante?|el asistente|l['’]assistente).*(?<!\\p{L})(?:${CONNECTORS}) $`,
  'isu',
);

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, in order, each with the space after it. */
export function sentencesOf(text: string): string[] {
  return [...sentences.segment(text)].map(({ segment }) => segment);
}

/**
 * The summary without the sentences, and the ends of sentences, that tell what the assistant couldn't do, in English,
 * German, French, Spanish and Italian. Empty when there was nothing else in it. A sentence that goes on about a person
 * is left as it is.
 */
export function cleanSummary(text: string): string {
  const cleaned = sentencesOf(text)
    .map(cleanSentence)
    .join('')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
  // What stood around a sentence that went may be one sentence now.
  return cleaned.length < text.length ? cleanSummary(cleaned) : cleaned;
}

/** True for an answer that is the model's own excuse instead of a summary. */
export function isExcuse(text: string): boolean {
  return OWN_EXCUSE.test(text.trim());
}

function cleanSentence(sentence: string): string {
  if (isExcuse(sentence)) return '';
  const found = DEFLECTIONS.map((pattern) => pattern.exec(sentence)).filter((match) => match !== null);
  // "It" and "he" are somebody else more often than not: alone, without anybody named before, they prove nothing.
  const certain = found.find(([words]) => !/^(?:it|er|il|este)\b/iu.test(words)) ?? found.find(isEnd(sentence));
  if (!certain) return sentence;
  const before = sentence.slice(0, certain.index);
  const after = sentence.slice(certain.index + certain[0].length);
  if (GOES_ON.test(after)) return sentence;
  const kept = before.replace(BEFORE_IT, '').trim();
  // "Unfortunately," and "When asked," are no sentences.
  return kept.split(/\s+/).length < 3 ? '' : `${kept}. `;
}

/** "The assistant looked, but it could not": the end of a sentence that is about the assistant. */
function isEnd(sentence: string): (match: RegExpExecArray) => boolean {
  return ({ index }) => ABOUT_ASSISTANT.test(sentence.slice(0, index));
}
