import { words } from '../language/fold.js';
import type { Language } from '../language/tags.js';
import type { Domain, Entity } from './types.js';

/** What an entity is: its domain, and its device class where that has a word of its own. */
export type Kind =
  | Domain
  | 'temperature'
  | 'humidity'
  | 'door'
  | 'window'
  | 'motion'
  | 'garage'
  | 'blind'
  | 'curtain'
  | 'awning'
  | 'outlet'
  | 'power'
  | 'outside';

/** Words people use for kinds of devices, folded, singular and plural. */
export const KIND_WORDS: Record<Language, Partial<Record<Kind, string>>> = {
  en: {
    light: 'light lights lamp lamps lighting bulb bulbs',
    switch: 'switch switches',
    outlet: 'outlet outlets plug plugs socket sockets',
    climate: 'thermostat thermostats heating heater heaters radiator radiators climate hvac conditioning',
    cover: 'cover covers',
    blind: 'blind blinds shade shades shutter shutters',
    curtain: 'curtain curtains drape drapes',
    awning: 'awning awnings',
    garage: 'garage gate gates',
    lock: 'lock locks',
    door: 'door doors',
    window: 'window windows',
    media_player: 'speaker speakers tv telly television music radio player players media',
    sensor: 'sensor sensors',
    temperature: 'temperature temperatures warm cold hot cool chilly freezing degrees',
    humidity: 'humidity humid',
    motion: 'motion movement presence occupancy',
    power: 'power energy consumption',
    outside: 'outside outdoor outdoors',
    fan: 'fan fans ventilator',
    scene: 'scene scenes mood',
    script: 'script scripts routine',
  },
  de: {
    light: 'licht lichter lampe lampen leuchte leuchten beleuchtung',
    switch: 'schalter',
    outlet: 'steckdose steckdosen',
    climate: 'heizung heizungen thermostat thermostate heizkorper klimaanlage',
    cover: 'abdeckung',
    blind: 'rollladen rolladen rollo rollos jalousie jalousien',
    curtain: 'vorhang vorhange gardine gardinen',
    awning: 'markise markisen',
    garage: 'garage garagentor tor tore',
    lock: 'schloss schlosser',
    door: 'tur turen ture',
    window: 'fenster',
    media_player: 'lautsprecher fernseher musik radio',
    sensor: 'sensor sensoren fuhler',
    temperature: 'temperatur temperaturen warm kalt heiss kuhl friere frieren grad',
    humidity: 'feuchtigkeit luftfeuchtigkeit feuchte luftfeuchte',
    motion: 'bewegung bewegungsmelder anwesenheit',
    power: 'strom leistung verbrauch energie',
    outside: 'draussen aussen',
    fan: 'ventilator ventilatoren lufter',
    scene: 'szene szenen stimmung',
    script: 'skript skripte ablauf',
  },
  fr: {
    light: 'lumiere lumieres lampe lampes eclairage ampoule ampoules lampadaire',
    switch: 'interrupteur interrupteurs',
    outlet: 'prise prises',
    climate: 'chauffage thermostat radiateur radiateurs climatisation clim',
    cover: 'couverture',
    blind: 'volet volets store stores',
    curtain: 'rideau rideaux',
    awning: 'banne bannes auvent auvents',
    garage: 'garage portail',
    lock: 'serrure serrures verrou verrous',
    door: 'porte portes',
    window: 'fenetre fenetres',
    media_player: 'enceinte enceintes tele television musique radio',
    sensor: 'capteur capteurs',
    temperature: 'temperature temperatures chaud froid frais degres',
    humidity: 'humidite humide',
    motion: 'mouvement presence',
    power: 'consommation energie puissance electricite',
    outside: 'dehors exterieur exterieure exterieurs exterieures',
    fan: 'ventilateur ventilateurs',
    scene: 'scene scenes ambiance',
    script: 'script scripts routine',
  },
  es: {
    light: 'luz luces lampara lamparas iluminacion bombilla bombillas',
    switch: 'interruptor interruptores',
    outlet: 'enchufe enchufes',
    climate: 'calefaccion termostato radiador clima aire',
    cover: 'cubierta',
    blind: 'persiana persianas estor estores',
    curtain: 'cortina cortinas',
    awning: 'toldo toldos',
    garage: 'garaje porton',
    lock: 'cerradura cerraduras cerrojo',
    door: 'puerta puertas',
    window: 'ventana ventanas',
    media_player: 'altavoz altavoces tele television musica radio',
    sensor: 'sensor sensores',
    temperature: 'temperatura temperaturas calor frio fresco grados',
    humidity: 'humedad humedo',
    motion: 'movimiento presencia',
    power: 'consumo energia potencia electricidad',
    outside: 'fuera afuera exterior exteriores',
    fan: 'ventilador ventiladores',
    scene: 'escena escenas ambiente',
    script: 'script guion rutina',
  },
};

/** Device classes that have words of their own. */
const CLASS_KINDS: Record<string, Kind> = {
  temperature: 'temperature',
  humidity: 'humidity',
  door: 'door',
  garage_door: 'garage',
  garage: 'garage',
  gate: 'garage',
  window: 'window',
  motion: 'motion',
  occupancy: 'motion',
  presence: 'motion',
  blind: 'blind',
  shade: 'blind',
  shutter: 'blind',
  curtain: 'curtain',
  awning: 'awning',
  outlet: 'outlet',
  power: 'power',
  energy: 'power',
};

/** Names of what is outside: "Outside Temperature", "Außentemperatur", "Température extérieure". */
const OUTSIDE =
  /(?<!\p{L})(?:out(?:side|doors?)(?!\p{L})|au(?:ß|ss)en|drau(?:ß|ss)en|ext[eé]rieur|exterior|a?fuera(?!\p{L}))/iu;
const isOutside = remembered(({ name, aliases }) => [name, ...aliases].some((one) => OUTSIDE.test(one)));

/** Remembers what is said of an entity with its list of aliases, which stays when only the state changes. */
export function remembered<More extends unknown[]>(
  tell: (entity: Entity, ...more: More) => boolean,
): (entity: Entity, ...more: More) => boolean {
  const told = new WeakMap<readonly string[], Map<string, boolean>>();
  return (entity, ...more) => {
    const known = told.get(entity.aliases) ?? new Map<string, boolean>();
    const key = `${entity.id} ${entity.name}`;
    const said = known.get(key) ?? tell(entity, ...more);
    told.set(entity.aliases, known.set(key, said));
    return said;
  };
}

/** The kinds an entity can be called by. A thermostat also knows the temperature; a lock is the door's. */
export function kindsOf(entity: Entity): Kind[] {
  const kinds: Kind[] = [entity.domain];
  const ofClass = CLASS_KINDS[String(entity.attributes['device_class'] ?? '')];
  if (ofClass) kinds.push(ofClass);
  if (entity.domain === 'climate') kinds.push('temperature');
  if (entity.domain === 'lock') kinds.push('door');
  if (entity.domain === 'cover' && ofClass === undefined) kinds.push('blind', 'curtain', 'awning');
  if (isOutside(entity)) kinds.push('outside');
  return kinds;
}

/** Words that stand before or between the words of a name and say nothing: articles, possessives, "in". */
const FILLERS = new Set(
  [
    'the a an my our in of at on inside',
    'der die das den dem des ein eine einen einem einer mein meine meinen meinem meiner unser unsere im in am auf',
    'le la les l un une du de des d mon ma mes notre nos dans au aux en sur a',
    'el la los las un una mi mis nuestra nuestro en del de al',
  ].flatMap((line) => line.split(' ')),
);

/** What German puts before a word for a kind, whatever the house calls its rooms: Haustür, Deckenlampe, Dachfenster. */
export const COMPOUND_PARTS: ReadonlySet<string> = new Set(
  `haus wohnung eingang vorder hinter seiten keller balkon terrasse terrassen garten dach decke decken steh tisch schreibtisch
   nachttisch nacht wand flur kinder schlaf wohn ess bade gaste buro hof zimmer raum innen fuss boden`.split(/\s+/),
);

/** The words of a name as spoken, without fillers; all its words when there is nothing else. */
export function nameWords(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : all;
}

const wordsOf = (byKind: Partial<Record<Kind, string>>): [string, Kind][] =>
  Object.entries(byKind).flatMap(([kind, list]) => list.split(' ').map((word): [string, Kind] => [word, kind as Kind]));

/** The kinds a folded word names, in one language (and English) or in all. */
export function kindsNamed(word: string, language?: Language): readonly Kind[] {
  return (language === undefined ? ALL_WORDS : WORDS_BY_LANGUAGE[language]).get(word) ?? [];
}

function wordMap(languages: readonly Language[]): Map<string, Kind[]> {
  const map = new Map<string, Kind[]>();
  for (const [word, kind] of languages.flatMap((language) => wordsOf(KIND_WORDS[language]))) {
    const kinds = map.get(word);
    if (!kinds) map.set(word, [kind]);
    else if (!kinds.includes(kind)) kinds.push(kind);
  }
  return map;
}

const ALL_WORDS = wordMap(['en', 'de', 'fr', 'es']);
const WORDS_BY_LANGUAGE: Record<Language, Map<string, Kind[]>> = {
  en: wordMap(['en']),
  de: wordMap(['de', 'en']),
  fr: wordMap(['fr', 'en']),
  es: wordMap(['es', 'en']),
};

/** Every word for a kind in any language, for taking compounds apart. */
export const KIND_VOCABULARY: readonly string[] = [...ALL_WORDS.keys()].filter((word) => word.length >= 3);
