import { filled, type Language } from './languages.js';

/** Every word of the waterfalls, in every language. */
const STRINGS = {
  title: { en: 'Turns', de: 'Abläufe', fr: 'Échanges', es: 'Turnos' },
  titleLong: {
    en: 'Where the time went',
    de: 'Wo die Zeit blieb',
    fr: 'Où le temps est passé',
    es: 'En qué se fue el tiempo',
  },
  openPage: {
    en: 'Open the page',
    de: 'Die Seite öffnen',
    fr: 'Ouvrir la page',
    es: 'Abrir la página',
  },
  empty: {
    en: 'Nothing has been said yet. Ask something, and every stage appears here while it runs.',
    de: 'Noch wurde nichts gesagt. Fragen Sie etwas, und jede Stufe erscheint hier, während sie läuft.',
    fr: 'Rien n’a encore été dit. Posez une question, et chaque étape apparaît ici pendant qu’elle s’exécute.',
    es: 'Todavía no se ha dicho nada. Pregunte algo y cada etapa aparecerá aquí mientras se ejecuta.',
  },
  loading: { en: 'Loading…', de: 'Lädt …', fr: 'Chargement…', es: 'Cargando…' },
  close: { en: 'Close', de: 'Schließen', fr: 'Fermer', es: 'Cerrar' },
  forbidden: {
    en: 'Log in to the editor as somebody who may read, then come back.',
    de: 'Melden Sie sich im Editor mit Leserecht an und kommen Sie dann zurück.',
    fr: 'Connectez-vous à l’éditeur avec un droit de lecture, puis revenez.',
    es: 'Inicie sesión en el editor con permiso de lectura y vuelva.',
  },
  offline: {
    en: 'Node-RED does not answer. Trying again.',
    de: 'Node-RED antwortet nicht. Es wird weiter versucht.',
    fr: 'Node-RED ne répond pas. Nouvel essai en cours.',
    es: 'Node-RED no responde. Se sigue intentando.',
  },
  wordless: {
    en: 'Words not kept',
    de: 'Worte nicht aufbewahrt',
    fr: 'Paroles non conservées',
    es: 'Palabras no guardadas',
  },
  running: { en: 'running', de: 'läuft', fr: 'en cours', es: 'en curso' },
  announcement: { en: 'Announcement', de: 'Durchsage', fr: 'Annonce', es: 'Anuncio' },
  maintenance: {
    en: 'Memory maintenance',
    de: 'Pflege des Gedächtnisses',
    fr: 'Entretien de la mémoire',
    es: 'Cuidado de la memoria',
  },
  heard: { en: 'Heard', de: 'Gehört', fr: 'Entendu', es: 'Oído' },
  answered: { en: 'Answered', de: 'Geantwortet', fr: 'Répondu', es: 'Respondido' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen', fr: 'Échec', es: 'Fallo' },
  firstSound: { en: 'First sound', de: 'Erster Ton', fr: 'Premier son', es: 'Primer sonido' },
  whole: { en: 'Whole turn', de: 'Ganzer Ablauf', fr: 'Échange entier', es: 'Turno entero' },
  wait: { en: 'The wait', de: 'Die Wartezeit', fr: 'L’attente', es: 'La espera' },
  scale: { en: 'Time shown', de: 'Gezeigte Zeit', fr: 'Temps affiché', es: 'Tiempo mostrado' },
  modelCalls: { en: 'Model calls', de: 'Modellaufrufe', fr: 'Appels au modèle', es: 'Llamadas al modelo' },
  tokens: { en: 'Tokens', de: 'Token', fr: 'Jetons', es: 'Tokens' },
  tools: { en: 'Tools', de: 'Werkzeuge', fr: 'Outils', es: 'Herramientas' },
  tokensIn: { en: '{count} in', de: '{count} hinein', fr: '{count} en entrée', es: '{count} de entrada' },
  tokensCached: { en: '{count} cached', de: '{count} im Cache', fr: '{count} en cache', es: '{count} en caché' },
  tokensOut: { en: '{count} out', de: '{count} heraus', fr: '{count} en sortie', es: '{count} de salida' },
  promptTook: {
    en: 'prompt read in {time}',
    de: 'Prompt gelesen in {time}',
    fr: 'invite lue en {time}',
    es: 'prompt leído en {time}',
  },
  cacheUnknown: {
    en: 'This server does not say what its prompt cache held; the time it took to read the prompt shows it.',
    de: 'Dieser Server sagt nicht, was sein Prompt-Cache enthielt; die Zeit für das Lesen des Prompts zeigt es.',
    fr: 'Ce serveur ne dit pas ce que contenait son cache d’invite ; le temps de lecture de l’invite le montre.',
    es: 'Este servidor no dice qué había en su caché de prompts; lo muestra el tiempo que tardó en leer el prompt.',
  },
  copy: { en: 'Copy as JSON', de: 'Als JSON kopieren', fr: 'Copier en JSON', es: 'Copiar como JSON' },
  copied: { en: 'Copied', de: 'Kopiert', fr: 'Copié', es: 'Copiado' },
  notCopied: {
    en: 'Could not be copied',
    de: 'Konnte nicht kopiert werden',
    fr: 'Copie impossible',
    es: 'No se pudo copiar',
  },
  showNode: {
    en: 'Show the node in the editor',
    de: 'Knoten im Editor zeigen',
    fr: 'Afficher le nœud dans l’éditeur',
    es: 'Mostrar el nodo en el editor',
  },
  nodeGone: {
    en: 'The node that did this is no longer in the flow.',
    de: 'Der Knoten, der das tat, ist nicht mehr im Flow.',
    fr: 'Le nœud concerné n’est plus dans le flow.',
    es: 'El nodo que hizo esto ya no está en el flujo.',
  },
  decided: { en: 'Decided', de: 'Entschieden', fr: 'Décidé', es: 'Decidido' },
  byRule: {
    en: 'By rule, without asking the model',
    de: 'Nach Regel, ohne das Modell zu fragen',
    fr: 'Par règle, sans interroger le modèle',
    es: 'Por regla, sin preguntar al modelo',
  },
  prompt: {
    en: 'Prompt: {messages} {messages:message|messages}, {characters} {characters:character|characters}',
    de: 'Prompt: {messages} {messages:Nachricht|Nachrichten}, {characters} Zeichen',
    fr: 'Invite : {messages} {messages:message|messages}, {characters} {characters:caractère|caractères}',
    es: 'Prompt: {messages} {messages:mensaje|mensajes}, {characters} {characters:carácter|caracteres}',
  },
  offered: { en: 'Tools offered', de: 'Angebotene Werkzeuge', fr: 'Outils proposés', es: 'Herramientas ofrecidas' },
  answer: { en: 'Answer', de: 'Antwort', fr: 'Réponse', es: 'Respuesta' },
  notHeld: {
    en: 'Decisions, prompts and answers are no longer held: they stay in this process for the last 50 turns, and anything erased ends them.',
    de: 'Entscheidungen, Prompts und Antworten sind nicht mehr da: Sie bleiben für die letzten 50 Abläufe in diesem Prozess, und jedes Löschen beendet sie.',
    fr: 'Les décisions, invites et réponses ne sont plus conservées : elles restent dans ce processus pour les 50 derniers échanges, et tout effacement y met fin.',
    es: 'Las decisiones, prompts y respuestas ya no se conservan: permanecen en este proceso para los últimos 50 turnos, y cualquier borrado las elimina.',
  },
  startsAt: { en: 'starts at {time}', de: 'beginnt bei {time}', fr: 'commence à {time}', es: 'empieza en {time}' },
  yes: { en: 'yes', de: 'ja', fr: 'oui', es: 'sí' },
  no: { en: 'no', de: 'nein', fr: 'non', es: 'no' },
  nothing: { en: 'nothing', de: 'nichts', fr: 'rien', es: 'nada' },
  // Stages
  'stage.text': { en: 'Typed', de: 'Getippt', fr: 'Saisi', es: 'Escrito' },
  'stage.wake': { en: 'Wake word', de: 'Aktivierungswort', fr: 'Mot d’éveil', es: 'Palabra de activación' },
  'stage.listen': { en: 'Listening', de: 'Zuhören', fr: 'Écoute', es: 'Escucha' },
  'stage.speech-end': { en: 'End of speech', de: 'Ende der Rede', fr: 'Fin de la parole', es: 'Fin del habla' },
  'stage.stt': { en: 'Speech to text', de: 'Spracherkennung', fr: 'Transcription', es: 'Transcripción' },
  'stage.judge': { en: 'Judge', de: 'Beurteilung', fr: 'Jugement', es: 'Juicio' },
  'stage.command': { en: 'Command', de: 'Befehl', fr: 'Commande', es: 'Orden' },
  'stage.router': { en: 'Router', de: 'Werkzeugwahl', fr: 'Routeur', es: 'Enrutador' },
  'stage.planner': { en: 'Planner', de: 'Planung', fr: 'Planification', es: 'Plan' },
  'stage.recall': { en: 'Recall', de: 'Erinnern', fr: 'Rappel', es: 'Recuerdo' },
  'stage.recall-gate': {
    en: 'Recall needed?',
    de: 'Erinnern nötig?',
    fr: 'Rappel utile ?',
    es: '¿Hace falta recordar?',
  },
  'stage.recall-terms': { en: 'Search words', de: 'Suchwörter', fr: 'Mots cherchés', es: 'Palabras buscadas' },
  'stage.recall-embed': { en: 'Meaning', de: 'Bedeutung', fr: 'Sens', es: 'Significado' },
  'stage.recall-search': { en: 'Search', de: 'Suche', fr: 'Recherche', es: 'Búsqueda' },
  'stage.recall-digest': { en: 'Shortening', de: 'Kürzen', fr: 'Abrégé', es: 'Resumen' },
  'stage.tool-digest': { en: 'Shortening', de: 'Kürzen', fr: 'Abrégé', es: 'Resumen' },
  'stage.recall-profile': { en: 'About people', de: 'Über Personen', fr: 'Sur les personnes', es: 'Sobre personas' },
  'stage.agent': { en: 'Agent', de: 'Agent', fr: 'Agent', es: 'Agente' },
  'stage.call-ahead': {
    en: 'Called by rule',
    de: 'Nach Regel gerufen',
    fr: 'Appelé par règle',
    es: 'Llamada por regla',
  },
  'stage.asked-first': { en: 'Asked first', de: 'Erst gefragt', fr: 'Demandé avant', es: 'Preguntado antes' },
  'stage.step-resolver': { en: 'Step of the plan', de: 'Schritt des Plans', fr: 'Étape du plan', es: 'Paso del plan' },
  'stage.model': { en: 'Model', de: 'Modell', fr: 'Modèle', es: 'Modelo' },
  'stage.tool': { en: 'Tool', de: 'Werkzeug', fr: 'Outil', es: 'Herramienta' },
  'stage.tts': { en: 'Voice', de: 'Stimme', fr: 'Voix', es: 'Voz' },
  'stage.first-sound': { en: 'First sound', de: 'Erster Ton', fr: 'Premier son', es: 'Primer sonido' },
  'stage.play': { en: 'Speaking', de: 'Sprechen', fr: 'Diffusion', es: 'Habla' },
  'stage.aborted': { en: 'Ended early', de: 'Vorzeitig beendet', fr: 'Interrompu', es: 'Interrumpido' },
  // Parts of a turn
  'part.wake': { en: 'How it was woken', de: 'Wie geweckt', fr: 'Éveil', es: 'Activación' },
  'part.heard': { en: 'What was heard', de: 'Was gehört wurde', fr: 'Ce qui a été entendu', es: 'Lo oído' },
  'part.judgement': {
    en: 'Was it meant for Jarvis?',
    de: 'War Jarvis gemeint?',
    fr: 'Était-ce pour Jarvis ?',
    es: '¿Era para Jarvis?',
  },
  'part.command': { en: 'What was done', de: 'Was getan wurde', fr: 'Ce qui a été fait', es: 'Lo hecho' },
  'part.tools': { en: 'Tools left', de: 'Verbliebene Werkzeuge', fr: 'Outils retenus', es: 'Herramientas elegidas' },
  'part.profile': { en: 'Profile', de: 'Profil', fr: 'Profil', es: 'Perfil' },
  'part.plan': { en: 'Plan', de: 'Plan', fr: 'Plan', es: 'Plan' },
  'part.lookup': { en: 'What to look up', de: 'Was nachzusehen ist', fr: 'À rechercher', es: 'Qué buscar' },
  'part.recall': { en: 'Memories', de: 'Erinnerungen', fr: 'Souvenirs', es: 'Recuerdos' },
  'part.about': { en: 'About people', de: 'Über Personen', fr: 'Sur les personnes', es: 'Sobre personas' },
  'part.reply': { en: 'Reply', de: 'Antwort', fr: 'Réponse', es: 'Respuesta' },
} as const satisfies Record<string, Record<Language, string>>;

export type WaterfallKey = keyof typeof STRINGS;

/** A text of the waterfalls; `{name}` stands for `values.name`. */
export function words(language: Language, key: WaterfallKey, values: Record<string, string | number> = {}): string {
  return filled(language, STRINGS[key][language], values);
}

/** The name of a stage or a part; what a flow's own nodes call theirs stays as it is. */
export function named(language: Language, kind: 'stage' | 'part', name: string): string {
  const key = `${kind}.${name}`;
  return isKey(key) ? words(language, key) : name;
}

function isKey(key: string): key is WaterfallKey {
  return Object.hasOwn(STRINGS, key);
}

/** Milliseconds as a person reads them: "3.2 ms", "14 ms", "1.24 s". */
export function timeText(language: Language, ms: number): string {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  const digits = unit === 's' ? (value < 10 ? 2 : 1) : value < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)}\u00a0${unit}`;
}
