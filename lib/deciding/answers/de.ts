import type { Phrases, State } from './types.js';

const ARTICLES: Record<string, string> = { m: 'der', f: 'die', n: 'das' };
const STATES: Record<State, string> = {
  on: 'an',
  off: 'aus',
  open: 'offen',
  closed: 'geschlossen',
  locked: 'abgeschlossen',
  unlocked: 'nicht abgeschlossen',
  playing: 'in Wiedergabe',
  paused: 'pausiert',
};
const be = (plural: boolean) => (plural ? 'sind' : 'ist');
/** The accusative differs for masculine nouns only. */
const accusative = (text: string) => text.replace(/^der /, 'den ').replace(/ und der /g, ' und den ');

export const de: Phrases = {
  nouns: {
    m: 'lüfter ventilator lautsprecher fernseher schalter drucker rollladen rolladen vorhang sensor kontakt melder brunnen kocher heizkörper trockner herd ofen flur garten keller raum balkon dachboden',
    f: 'lampe leuchte beleuchtung heizung jalousie markise tür steckdose maschine temperatur feuchtigkeit bewegung garage anlage küche diele terrasse stube werkstatt',
    n: 'licht thermostat rollo tor fenster schloss radio zimmer bad büro haus gäste-wc wc',
    M: 'rollläden rolladen vorhänge ventilatoren lüfter',
    F: 'lampen leuchten jalousien türen steckdosen',
    N: 'lichter rollos tore',
  },
  head: 'end',
  the: (name, gender) => `${gender === gender.toUpperCase() ? 'die' : (ARTICLES[gender] ?? '')} ${name}`.trim(),
  inRoom: (name, gender) => {
    if (/balkon|dachboden$/i.test(name)) return `auf dem ${name}`;
    if (/terrasse$/i.test(name)) return `auf der ${name}`;
    return gender === undefined ? `in ${name}` : gender === 'f' ? `in der ${name}` : `im ${name}`;
  },
  and: 'und',
  others: (count) => `${count} weitere`,
  kinds: {
    light: ['Lichter', 'N'],
    switch: ['Schalter', 'M'],
    fan: ['Ventilatoren', 'M'],
    media_player: ['Geräte', 'N'],
    climate: ['Heizungen', 'F'],
    cover: ['Rollläden', 'M'],
    lock: ['Schlösser', 'N'],
    door: ['Türen', 'F'],
    window: ['Fenster', 'N'],
  },
  things: ['Geräte', 'N'],
  colors: {
    warmwhite: 'warmweiß',
    neutralwhite: 'neutralweiß',
    coolwhite: 'kaltweiß',
    red: 'rot',
    green: 'grün',
    blue: 'blau',
    yellow: 'gelb',
    orange: 'orange',
    purple: 'lila',
    violet: 'violett',
    pink: 'rosa',
    white: 'weiß',
    turquoise: 'türkis',
    cyan: 'cyan',
    magenta: 'magenta',
    gold: 'golden',
    lightblue: 'hellblau',
    darkblue: 'dunkelblau',
    skyblue: 'himmelblau',
    lightgreen: 'hellgrün',
    darkgreen: 'dunkelgrün',
    darkred: 'dunkelrot',
    brown: 'braun',
    lavender: 'lavendelfarben',
    coral: 'korallenrot',
  },
  done: {
    turn_on: ({ text, plural }) => `${text} ${be(plural)} an.`,
    turn_off: ({ text, plural }) => `${text} ${be(plural)} aus.`,
    toggle: ({ text, plural }) => `${text} ${be(plural)} umgeschaltet.`,
    set_brightness: ({ text, plural }, value) => `${text} ${be(plural)} auf ${value} Prozent.`,
    set_color: ({ text, plural }, value) => `${text} ${be(plural)} jetzt ${value}.`,
    set_temperature: ({ text, plural }, value) => `${text} ${be(plural)} auf ${value} Grad gestellt.`,
    open: ({ text, plural }) => `${text} ${plural ? 'öffnen' : 'öffnet'} sich.`,
    close: ({ text, plural }) => `${text} ${plural ? 'schließen' : 'schließt'} sich.`,
    set_position: ({ text, plural }, value) => `${text} ${plural ? 'fahren' : 'fährt'} auf ${value} Prozent.`,
    lock: ({ text, plural }) => `${text} ${be(plural)} abgeschlossen.`,
    unlock: ({ text, plural }) => `${text} ${be(plural)} aufgeschlossen.`,
    set_volume: ({ text, plural }, value) =>
      value === '0'
        ? `${text} ${be(plural)} stumm.`
        : `${text} ${plural ? 'spielen' : 'spielt'} mit ${value} Prozent Lautstärke.`,
    play: ({ text, plural }) => `${text} ${plural ? 'spielen' : 'spielt'}.`,
    pause: ({ text, plural }) => `${text} ${be(plural)} pausiert.`,
    activate: ({ text, plural }) => `${text} ${be(plural)} gestartet.`,
  },
  stateOf: (state) => STATES[state],
  is: ({ text, plural }, state) => `${text} ${be(plural)} ${state}.`,
  yes: 'ja',
  no: 'nein',
  nothing: (state, where) => `${where === '' ? 'es' : where.trim()} ist nichts ${STATES[state]}.`,
  noneOf: (kind, state, where) => `${where === '' ? 'es' : where.trim()} sind keine ${kind} ${state}.`,
  count: (number, kind, _, state, where) => `${number} ${kind} sind${where} ${state}`,
  temperature: (degrees, where) =>
    where === '' ? `es sind ${degrees} Grad.` : `${where.trim()} sind es ${degrees} Grad.`,
  temperatureOf: ({ text }, degrees) => `${text}: ${degrees} Grad.`,
  humidity: (percent, where) => `die Luftfeuchtigkeit${where} beträgt ${percent} Prozent.`,
  value: ({ text }, value) => `${text}: ${value}.`,
  at: (state, percent) => `${state}, ${percent} Prozent`,
  setTo: (degrees) => `auf ${degrees} Grad gestellt`,
  percent: 'Prozent',
  unknown: ({ text, plural }) => `das weiß ich nicht: ${text} ${plural ? 'melden' : 'meldet'} gerade nichts.`,
  failures: {
    unavailable: 'keine Verbindung zum Gerät',
    'not-dimmable': 'das Gerät lässt sich nicht dimmen',
    'no-colour': 'das Gerät kann die Farbe nicht ändern',
    'no-position': 'das Gerät kennt nur auf und zu',
    'no-reaction': 'das Gerät hat nicht reagiert',
    off: 'das Gerät ist aus',
  },
  failed: ({ text, plural }, reason) => `${text} ${plural ? 'haben' : 'hat'} das nicht getan: ${reason}.`,
  but: 'aber',
  confirm: (action, { text }) => {
    const verb = {
      unlock: 'aufschließen',
      open: 'öffnen',
      activate: 'auslösen',
      on: 'einschalten',
      off: 'ausschalten',
      other: 'schalten',
    }[action];
    return `soll ich ${accusative(text)} wirklich ${verb}?`;
  },
  prompt: 'Ja?',
  cancelled: 'Gut, ich lasse es.',
  again: 'Entschuldigung, soll ich das tun?',
  none: 'Da gibt es nichts, womit ich das tun könnte.',
};
