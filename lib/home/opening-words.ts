import { LINKERS, words } from '../language/fold.js';
import { LANGUAGES } from '../language/folders.js';
import { type Kind, kindWords } from './names.js';

const ofKinds = (...kinds: Kind[]) => LANGUAGES.flatMap((language) => kindWords(language, kinds)).join(' ');

/** Folded words in English, German, French and Spanish. */
const SENSES = {
  // A door in the widest sense.
  door: `${ofKinds('door')} tuer tueren pforte hatch turnstile trapdoor portillon cancela barrier barriere barrera schranke`,
  // What a car comes through.
  gate: 'gate gates tor tore hoftor gatter portail portails porton portones verja verjas portal',
  // A door or a place: the garage.
  garage: 'garage garages garaje garajes cochera cocheras',
  lock: `${ofKinds('lock')} nuki padlock deadbolt latch riegel loquet pestillo`,
  // Where one comes in: a place as well.
  entrance:
    'entrance entry driveway access eingang einfahrt zufahrt auffahrt zugang zutritt entree acces entrada acceso',
  // Lets somebody in: an opener, a buzzer.
  opener:
    'opener openers buzz buzzer strike release offner oeffner turoffner tueroffner turdrucker tuerdrucker tursummer tuersummer torsummer gache gaches ouvre abrepuertas portero abridor',
  alarm:
    'alarm alarms alarmanlage alarme alarmes alarma alarmas burglar einbruch einbruchalarm intrusion intruder antivol security sicherheit securite seguridad',
  open: `open opens opened opening offen offne offnen oeffne oeffnen offnet offnung geoffnet aufmachen
    ouvre ouvres ouvrez ouvrir ouvert ouverte ouverture abre abran abra abrir abierto abierta apertura
`,
  // Open, or on top of: "auf".
  ajar: 'auf',
  unlock: `aufsperren einlassen reinlassen hereinlassen entriegelung entsperrung unlock unlocks unlocked unlocking entsperre entsperren entsperrt entriegle entriegeln entriegelt aufschliessen
    aufgeschlossen deverrouille deverrouiller deverrouillez deverrouillage desbloquea desbloquear desbloqueado desbloqueo`,
  disarm: `disarm disarms disarmed disarming unscharf entscharfe entscharfen entscharft desarme desarmer desarmez desarma desarmar`,
  off: `off disable disabled deactivate stop bypass aus ausschalten abschalten deaktiviere deaktivieren desactive desactiver
    couper eteins eteindre desactiva desactivar apaga apagar quita quitar`,
  close: `lock locks close closes closed closing shut locked locking schliesse schliessen schliesst geschlossen zu zumachen verriegle verriegeln
    verriegelt abschliessen zusperren absperren arm arming armed scharf scharfstellen ferme fermez fermer fermeture verrouille
    verrouillez verrouiller armer cierra cierre cerrar cerrado bloquea bloquear armar`,
  everything: 'all everything every alles alle tout toute tous toutes todo toda todos todas',
  house: 'house home haus maison casa up',
  and: 'and then und dann et puis y luego',
  // What it names opens nothing, wherever it hangs: a camera, a heater, a message.
  harmless: `${ofKinds('climate', 'media_player', 'sensor', 'temperature', 'humidity', 'motion', 'fan', 'window')}
    blind blinds shade shades curtain curtains awning rollo rollos jalousie jalousien vorhang vorhange markise markisen
    rideau rideaux cortina cortinas toldo toldos estor estores
    camera cameras cam kamera kameras camara camaras video recording
    chime bell doorbell klingel turklingel tuerklingel gong sonnette carillon timbre
    heat heizkabel freezer fridge refrigerator dishwasher washer dryer oven microwave gefrierschrank kuhlschrank tiefkuhler
    tiefkuhltruhe waschmaschine trockner spulmaschine backofen congelateur frigo refrigerateur congelador nevera lavadora horno
    charger charging wallbox ladestation ladegerat ladesaule chargeur recharge borne cargador
    vacuum sprinkler sprinklers irrigation bewasserung rasensprenger arrosage riego pump pumpe pompe bomba
    compressor kompressor dehumidifier humidifier entfeuchter
    detector melder detecteur battery batterie bateria
    notify notification notifications alert alerts reminder announce announcement message warn warning
    meldung meldungen benachrichtigung benachrichtigungen hinweis erinnerung warnung nachricht alerte rappel annonce avis
    aviso alerta recordatorio notificacion anuncio status estado etat zustand update timer siren sirene sirena
    mailbox briefkasten schmuck decoration deko christmas weihnachten`,
  // Gives light, and opens nothing either.
  lit: `${ofKinds('light')} led leds spot spots strahler flutlicht floodlight lantern laterne sconce nachtlicht`,
  // Of an alarm that keeps nobody out: smoke, a clock.
  smoke:
    'clock wecker wake wakeup morning reveil despertador smoke rauch fumee humo fire feuer water leak wasser eau agua frost co gas',
  // Makes a place of the word before it: "heater room".
  room: 'room raum house shed shop',
  // Covers windows; a garage may have one for its door.
  shutter: 'shutter shutters rollladen rolladen rolllade volet volets persiana persianas',
  // Stands in a garage and opens nothing, unless it feeds an opener: an outlet.
  plug: `${ofKinds('outlet', 'power')} tools werkzeug werkbank workbench printer drucker imprimante impresora router modem wifi wlan
    computer server laden charge`,
  // Locks that hold no door: of a child, a keypad.
  keypad: 'child screen kindersicherung keypad tastensperre tasten bildschirm pantalla clavier teclado enfant infantil',
  // Says nothing about what is switched: a relay, left, two.
  blank: `relay relais rele button buttons taster knopf ${ofKinds('switch', 'script', 'scene')} bouton boton pulsador pulse impuls
    impulse impulsion impulso trigger remote toggle control controller kanal channel output ausgang shelly sonoff esp contact kontakt contacto
    antrieb steuerung left right main front back links rechts gauche droite izquierda derecha`,
};

/** What a word says about opening a house. */
export type Sense = keyof typeof SENSES;

const BY_WORD = new Map<string, Set<Sense>>();
for (const [sense, list] of Object.entries(SENSES) as [Sense, string][]) {
  for (const word of list.split(/\s+/).filter(Boolean)) {
    const known = BY_WORD.get(word);
    if (known) known.add(sense);
    else BY_WORD.set(word, new Set([sense]));
  }
}

/** Nouns that German, or a hurried typist, puts behind anything: Hoftor, Speichertür, Poollicht, cellardoor. */
const ENDINGS =
  `tor tore tur turen tuer tueren pforte schranke garage schloss riegel offner oeffner opener buzzer door doors lock
  licht lichter lampe lampen leuchte leuchten beleuchtung kamera kameras sensor sensoren kontakt melder klingel heizung
  steckdose rollladen rolladen rollo vorhang fenster strahler meldung benachrichtigung antrieb steuerung`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);
/** Words that only end like a gate, a door or a lock: motor, Ventilator, Temperatur, clock, indoor. */
const ONLY_ENDS_SO =
  /(?:(?:[aiouckp]|is|es)tore?|(?:[ai]|ul|ruk|gen|kon|tink|lek)tur(?:en)?|(?:in|out)door|[cbf]lock)s?$/;
const MIN_PART = 3;
/** Nothing a person writes in one word is longer; taking apart costs more the longer a word is. */
const MAX_WORD = 40;

/** The known words a word is made of, and what is left of it: "haustüröffner" gives "haus", "tur", "offner". */
export function partsOf(word: string): string[] {
  if (BY_WORD.has(word) || word.length > MAX_WORD) return [word];
  for (let end = MIN_PART; end <= word.length - 2; end++) {
    const [head, tail] = [word.slice(0, end), word.slice(end)];
    // every part known: opengarage, doorbuzzer, unlockdoor
    if (BY_WORD.has(head) && allKnown(tail)) return [head, ...partsOf(tail)];
  }
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= MIN_PART);
  if (ending === undefined || ONLY_ENDS_SO.test(word)) return [word];
  const left = word.slice(0, -ending.length);
  const linker = LINKERS.find((each) => BY_WORD.has(left.slice(0, left.length - each.length)) && left.endsWith(each));
  return [...partsOf(linker === undefined ? left : left.slice(0, left.length - linker.length)), ending];
}

function allKnown(rest: string): boolean {
  const known = (word: string) => word.length >= MIN_PART && BY_WORD.has(word);
  if (known(rest)) return true;
  for (let end = MIN_PART; end < rest.length; end++)
    if (known(rest.slice(0, end)) && allKnown(rest.slice(end))) return true;
  return false;
}

/** The senses of each word of a text, compounds, ids and camel case taken apart; an unknown word has none. */
export function sensesOf(text: string): ReadonlySet<Sense>[] {
  const apart = text
    .replace(/t[üÜ]r/giu, 'tuer')
    .replace(/\blet\b(?=.*\bin\b)/giu, 'unlock')
    .replace(/[;+&|]/g, ' and ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})|(\p{N})(\p{L})/gu, '$1$3 $2$4');
  const senses = words(apart)
    .flatMap(partsOf)
    .map((part) => BY_WORD.get(part) ?? (/^\p{N}+$/u.test(part) ? BLANK : NONE));
  return senses.map((each, at) => (each.has('harmless') && senses[at + 1]?.has('room') ? NONE : each));
}

const NONE: ReadonlySet<Sense> = new Set();
const BLANK: ReadonlySet<Sense> = new Set(['blank']);
