import type { Gender, Named, Phrases, State } from './types.js';

const BASE: Record<State, string> = {
  on: 'allumé',
  off: 'éteint',
  open: 'ouvert',
  closed: 'fermé',
  locked: 'verrouillé',
  unlocked: 'déverrouillé',
  playing: 'en lecture',
  paused: 'en pause',
};
const agree = (word: string, gender: Gender) =>
  word.startsWith('en ') ? word : `${word}${/f/i.test(gender) ? 'e' : ''}${gender === gender.toUpperCase() ? 's' : ''}`;
const be = ({ plural }: Named) => (plural ? 'sont' : 'est');
const VOWEL = /^[aeiouyàâéèêëîïôûùh]/i;
/** "de le volet" is "du volet". */
const of = (text: string) => `de ${text}`.replace(/^de le /, 'du ').replace(/^de les /, 'des ');

export const fr: Phrases = {
  nouns: {
    m: 'lampadaire plafonnier volet store rideau chauffage thermostat ventilateur capteur contact garage éclairage interrupteur mouvement portail téléviseur radiateur salon bureau jardin séjour couloir grenier balcon',
    f: 'lumière lampe porte fenêtre enceinte télé télévision machine prise serrure température imprimante fontaine radio climatisation ampoule humidité cuisine chambre entrée salle cave terrasse buanderie véranda',
    M: 'volets stores rideaux radiateurs ventilateurs',
    F: 'lumières lampes portes fenêtres enceintes prises ampoules',
  },
  head: 'first',
  the: (name, gender) => {
    if (gender === gender.toUpperCase()) return `les ${name}`;
    if (VOWEL.test(name)) return `l'${name}`;
    return gender === 'f' ? `la ${name}` : `le ${name}`;
  },
  inRoom: (name, gender) => {
    const place = /^(?:balcon|terrasse)/i.test(name) ? 'sur' : 'dans';
    return gender === undefined ? `${place} ${name}` : `${place} ${fr.the(name, gender)}`;
  },
  and: 'et',
  others: (count) => `${count} autres`,
  kinds: {
    light: ['lumières', 'F'],
    switch: ['interrupteurs', 'M'],
    fan: ['ventilateurs', 'M'],
    media_player: ['lecteurs', 'M'],
    climate: ['chauffages', 'M'],
    cover: ['volets', 'M'],
    lock: ['serrures', 'F'],
    door: ['portes', 'F'],
    window: ['fenêtres', 'F'],
  },
  things: ['appareils', 'M'],
  colors: {
    warmwhite: 'en blanc chaud',
    neutralwhite: 'en blanc neutre',
    coolwhite: 'en blanc froid',
    red: 'en rouge',
    green: 'en vert',
    blue: 'en bleu',
    yellow: 'en jaune',
    orange: 'en orange',
    purple: 'en mauve',
    violet: 'en violet',
    pink: 'en rose',
    white: 'en blanc',
    turquoise: 'en turquoise',
    cyan: 'en cyan',
    magenta: 'en magenta',
    gold: 'en doré',
    lightblue: 'en bleu clair',
    darkblue: 'en bleu foncé',
    skyblue: 'en bleu ciel',
    lightgreen: 'en vert clair',
    darkgreen: 'en vert foncé',
    darkred: 'en rouge foncé',
    brown: 'en marron',
  },
  done: {
    turn_on: ({ text }) => `j'ai allumé ${text}.`,
    turn_off: ({ text }) => `j'ai éteint ${text}.`,
    toggle: ({ text }) => `j'ai basculé ${text}.`,
    set_brightness: ({ text }, value) => `j'ai mis ${text} à ${value} pour cent.`,
    set_color: ({ text }, value) => `j'ai mis ${text} ${value}.`,
    set_temperature: ({ text }, value) => `j'ai réglé ${text} sur ${value} degrés.`,
    open: ({ text }) => `j'ouvre ${text}.`,
    close: ({ text }) => `je ferme ${text}.`,
    set_position: ({ text }, value) => `je mets ${text} à ${value} pour cent.`,
    lock: ({ text }) => `j'ai verrouillé ${text}.`,
    unlock: ({ text }) => `j'ai déverrouillé ${text}.`,
    set_volume: ({ text }, value) =>
      value === '0' ? `j'ai coupé le son ${of(text)}.` : `j'ai mis le volume ${of(text)} à ${value} pour cent.`,
    play: (what) => `${what.text} ${be(what)} en lecture.`,
    pause: ({ text }) => `j'ai mis ${text} en pause.`,
    activate: ({ text }) => `j'ai lancé ${text}.`,
  },
  stateOf: (state, { gender }) => agree(BASE[state], gender),
  is: (what, state) => `${what.text} ${be(what)} ${state}.`,
  yes: 'oui',
  no: 'non',
  nothing: (state, where) => `rien n'est ${BASE[state]}${where}.`,
  noneOf: (kind, state, where) => `il n'y a pas de ${kind} ${state}${where}.`.replace(/ de (?=[aeiouyé])/, " d'"),
  count: (number, kind, _, state, where) => `${number} ${kind} sont ${state}${where}`,
  temperature: (degrees, where) => `il fait ${degrees} degrés${where}.`,
  temperatureOf: ({ text }, degrees) => `${text} : ${degrees} degrés.`,
  humidity: (percent, where) => `l'humidité est de ${percent} pour cent${where}.`,
  value: ({ text }, value) => `${text} : ${value}.`,
  at: (state, percent) => `${state} à ${percent} pour cent`,
  setTo: (degrees) => `sur ${degrees} degrés`,
  percent: 'pour cent',
  unknown: ({ text, plural }) => `je ne sais pas : ${text} ne ${plural ? 'répondent' : 'répond'} pas.`,
  failures: {
    unavailable: "la maison n'a pas de connexion avec l'appareil",
    'not-dimmable': "la luminosité n'est pas réglable",
    'no-colour': "la couleur n'est pas réglable",
    'no-position': "on peut seulement l'ouvrir ou le fermer",
    'no-reaction': "l'appareil n'a pas réagi",
    off: "c'est éteint",
  },
  failed: ({ text }, reason) => `ça n'a pas marché pour ${text} : ${reason}.`,
  but: 'mais',
  confirm: (action, { text }) => {
    const verb = {
      unlock: 'déverrouiller',
      open: 'ouvrir',
      activate: 'activer',
      on: 'activer',
      off: 'désactiver',
      other: 'actionner',
    }[action];
    return `dois-je vraiment ${verb} ${text} ?`;
  },
  prompt: 'Oui ?',
  cancelled: "D'accord, je ne fais rien.",
  again: 'Pardon, est-ce que je le fais ?',
  none: "Il n'y a rien là avec quoi faire ça.",
};
