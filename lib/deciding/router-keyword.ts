import { stem, words } from '../language/fold.js';
import { MAX_ROUTED_TOOLS } from '../llm/context-schemas.js';

export interface RoutableTool {
  name: string;
  description: string;
}

const NAME_WORTH = 2;
const DESCRIPTION_WORTH = 1;
/** Below this the words agree by chance only. */
const LEAST = 0.9;
/** Tools that are this much worse than the best are left out. */
const BESIDE_BEST = 0.4;
/** From this share of a request's words on the match is no chance. */
const CERTAIN_SHARE = 0.5;
const MOST_CERTAIN_WORDS = 14;
/** Words that join a second wish to the first, or ask for what no tool's name can promise: the model decides. */
const OPEN_ENDED = new Set(
  'and then also und dann auch et puis aussi ensuite y luego tambien e ed poi anche depois daarna ook ve sonra why warum pourquoi porque remember merk souviens recuerda'.split(
    ' ',
  ),
);
/** Words of tools' names that say what is done, not with what. */
const GENERIC = new Set(
  'get set add log read list tell fetch find run make show open control state command data info item'.split(' '),
);
/** When, not what. */
const BESIDE = new Set(
  `today tomorrow tonight yesterday morning evening weekend week minute minutes hour hours please heute morgen abend wochenende minuten
   stunde stunden aujourd hui demain soir matin semaine heure heures hoy manana tarde noche semana minuto minutos hora horas one two three
   five ten zehn dix diez`.split(/\s+/),
);

/** Words that say nothing about what is wanted, in the languages of local commands. */
const EMPTY = new Set(
  `the and for you can could would please what whats which who when where why how does did are was were has have had will with this that there from
   into about tell give show get let make want need know any some all more much many out off not your mine our their use user used using tool tools call
   return returns given such one two its now today new like just only also than then when
   der die das den dem des ein eine einen und oder ist sind was wer wie wann wo warum kannst kann bitte mir mich dir uns mal mit von fur auf aus bei zum zur
   nicht mein dein haben hat gibt sag zeig wird werden noch auch
   les des une est sont que qui quoi quand comment pourquoi peux tu vous moi nous pour avec dans sur pas mon ton dis donne quel quelle quels quelles fait
   los las una unos que quien cuando como donde por para con del esta estan puedes puede favor dime dame mis sus hay hace cual cuales`.split(
    /\s+/,
  ),
);

/** Topics by the words people use for them, so that descriptions in English are found in other languages. */
const TOPICS: readonly string[] = [
  'weather forecast rain raining rainy sunny snow umbrella cold hot warm chilly freezing outside outdoors wetter kalt warm heiss draussen regen regnet schnee sonnig vorhersage regenschirm meteo temps froid chaud dehors pluie pleut neige parapluie tiempo clima frio calor lluvia llueve llover nieve pronostico paraguas',
  'timer countdown alarm wake wecker weck wecke wecken geweckt minuteur reveil reveille reveillez temporizador alarma cronometro despierta despiertame',
  'remind reminder reminders remember erinnere erinner erinnerung erinnern rappelle rappel rappels recuerdame recordatorio recordar',
  'search web internet google lookup find online suche such suchen recherche cherche chercher busca buscar',
  'news headlines nachrichten schlagzeilen actualites nouvelles infos noticias titulares',
  'light lights lamp lamps licht lichter lampe lampen lumiere lumieres luz luces lampara',
  'home house device devices entity entities haus wohnung gerat gerate maison appareil appareils casa aparato dispositivos',
  'music song songs playlist album play musik lied lieder spiele musique chanson joue musica cancion reproduce',
  'calendar appointment appointments event events meeting schedule kalender termin termine calendrier agenda rendez calendario cita citas reunion',
  'shopping list groceries buy einkaufsliste einkaufen kaufen courses liste acheter compras lista comprar',
  'todo task tasks aufgabe aufgaben tache taches tarea tareas',
  'meal meals food eat ate eaten breakfast lunch dinner calories nutrition essen gegessen mahlzeit fruhstuck mittagessen abendessen kalorien repas mange manger dejeuner diner calories comida comido comer desayuno cena calorias nutricion',
  'mail email inbox message posteingang nachricht courriel courrier correo mensaje',
  'time clock date day uhrzeit uhr datum heure date jour hora fecha dia',
  'calculate calculator calculation math maths arithmetic compute plus minus times percent percentage prozent pourcent porcentaje multiply multiplied divide divided rechne rechner rechnen berechne calcule calculer calculatrice calcula calcular calculadora',
  'translate translation ubersetze ubersetzen ubersetzung traduis traduire traduction traduce traducir traduccion',
  'camera see look picture photo kamera bild foto siehst camera image vois camara imagen ves',
  'page website url link open read webseite seite lies site lien lis pagina sitio enlace lee',
  'joke jokes funny witz witze blague blagues drole chiste chistes',
  'memory past yesterday said told mentioned gedachtnis gestern gesagt memoire hier memoria ayer dije',
  'traffic route drive commute navigation verkehr fahren weg trafic trajet route trafico ruta conducir',
  'file files document documents folder datei dateien dokument ordner fichier fichiers dossier archivo archivos carpeta',
];

const TOPIC_OF_WORD = new Map<string, string[]>();
const TOPIC_OF_STEM = new Map<string, string[]>();
TOPICS.forEach((list, topic) => {
  for (const word of list.split(' ')) {
    TOPIC_OF_WORD.set(word, [...(TOPIC_OF_WORD.get(word) ?? []), `#${topic}`]);
    const key = keyOf(word);
    TOPIC_OF_STEM.set(key, [...(TOPIC_OF_STEM.get(key) ?? []), `#${topic}`]);
  }
});

const LOOK_UP = /\blook(?:ing|ed)? up\b/gi;

/** A stem; the word itself where hardly anything is left of it: "timer" and "times" aren't the same. */
function keyOf(word: string): string {
  const stemmed = stem(word);
  return stemmed.length > 3 ? stemmed : word;
}

function topicsOf(word: string): string[] {
  const key = keyOf(word);
  return TOPIC_OF_WORD.get(word) ?? TOPIC_OF_WORD.get(key) ?? TOPIC_OF_STEM.get(key) ?? [];
}

/**
 * The tools, at most five and best first, whose name or description shares words or a topic with the query; none when
 * nothing does. Rare words count more: what stands in every description tells nothing.
 */
export function routeByKeywords(query: string, tools: readonly RoutableTool[]): string[] {
  const scored = scoredByKeywords(query, tools);
  const best = scored[0]?.score ?? 0;
  return [...new Set(scored.filter(({ score }) => score >= best * BESIDE_BEST).map(({ name }) => name))].slice(
    0,
    MAX_ROUTED_TOOLS,
  );
}

/**
 * The same, but only where it is certain that these are the tools: a short request with one wish, half of whose words
 * the names of the tools answer to, by themselves or by their topic. Undefined everywhere else.
 */
export function certainByKeywords(query: string, tools: readonly RoutableTool[]): string[] | undefined {
  const said = words(query);
  if (said.length > MOST_CERTAIN_WORDS || said.some((word) => OPEN_ENDED.has(word))) return undefined;
  const picked = routeByKeywords(query, tools);
  const own = new Set(
    picked
      .flatMap((name) => words(spoken(name)))
      .filter((word) => !GENERIC.has(word))
      .flatMap(keysOf),
  );
  const telling = said
    .filter((word) => !BESIDE.has(word) && !/^\d/.test(word))
    .map(keysOf)
    .filter((keys) => keys.length > 0);
  const answered = telling.filter((keys) => keys.some((key) => own.has(key))).length;
  return answered > 0 && answered >= telling.length * CERTAIN_SHARE ? picked : undefined;
}

function scoredByKeywords(query: string, tools: readonly RoutableTool[]): { name: string; score: number }[] {
  const wanted = new Set(keysOf(query));
  if (wanted.size === 0) return [];
  const read = tools.map(({ name, description }) => ({
    name,
    own: new Set(keysOf(spoken(name))),
    said: new Set(keysOf(description)),
  }));
  const worth = (key: string): number => {
    const holders = read.filter(({ own, said }) => own.has(key) || said.has(key)).length;
    return holders === 0 ? 0 : Math.log(1 + tools.length / holders) / Math.log(1 + tools.length);
  };
  const worths = new Map([...wanted].map((key) => [key, worth(key)]));
  return read
    .map(({ name, own, said }) => {
      let score = 0;
      for (const [key, value] of worths)
        score += value * (own.has(key) ? NAME_WORTH : said.has(key) ? DESCRIPTION_WORTH : 0);
      return { name, score };
    })
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score);
}

/** The words a tool's name is made of: "getWeather" and "get_weather" are "get weather". */
export function spoken(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_.:-]/g, ' ');
}

/** Content words and the topics they belong to. */
export function keysOf(text: string): string[] {
  return words(text.slice(0, 2000).replace(LOOK_UP, 'lookup'))
    .filter((word) => word.length >= 3 && !EMPTY.has(word))
    .flatMap((word) => [keyOf(word), ...topicsOf(word)]);
}
