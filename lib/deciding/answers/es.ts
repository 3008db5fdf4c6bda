import type { Gender, Named, Phrases, State } from './types.js';

const BASE: Record<State, string> = {
  on: 'encendid',
  off: 'apagad',
  open: 'abiert',
  closed: 'cerrad',
  locked: 'cerrad',
  unlocked: 'sin llave',
  playing: 'reproduciendo',
  paused: 'en pausa',
};
function agree(state: State, gender: Gender): string {
  const base = BASE[state];
  if (!/[dt]$/.test(base)) return base;
  const word = `${base}${/f/i.test(gender) ? 'a' : 'o'}${gender === gender.toUpperCase() ? 's' : ''}`;
  return state === 'locked' ? `${word} con llave` : word;
}
const be = ({ plural }: Named) => (plural ? 'están' : 'está');
const of = (text: string) => `de ${text}`.replace(/^de el /, 'del ');

export const es: Phrases = {
  nouns: {
    m: 'termostato ventilador altavoz televisor enchufe sensor contacto garaje movimiento interruptor radiador toldo estor portón salón dormitorio pasillo recibidor baño cuarto despacho jardín sótano balcón comedor',
    f: 'luz lámpara persiana cortina puerta ventana calefacción televisión tele cafetera cerradura temperatura impresora fuente radio humedad iluminación bombilla cocina sala habitación oficina terraza entrada',
    M: 'ventiladores altavoces enchufes radiadores toldos estores',
    F: 'luces lámparas persianas cortinas puertas ventanas bombillas',
  },
  head: 'first',
  the: (name, gender) =>
    `${{ m: 'el', f: 'la', M: 'los', F: 'las' }[gender as 'm' | 'f' | 'M' | 'F'] ?? ''} ${name}`.trim(),
  inRoom: (name, gender) => (gender === undefined ? `en ${name}` : `en ${es.the(name, gender)}`),
  and: 'y',
  others: (count) => `${count} más`,
  kinds: {
    light: ['luces', 'F'],
    switch: ['interruptores', 'M'],
    fan: ['ventiladores', 'M'],
    media_player: ['reproductores', 'M'],
    climate: ['termostatos', 'M'],
    cover: ['persianas', 'F'],
    lock: ['cerraduras', 'F'],
    door: ['puertas', 'F'],
    window: ['ventanas', 'F'],
  },
  things: ['aparatos', 'M'],
  colors: {
    warmwhite: 'en blanco cálido',
    neutralwhite: 'en blanco neutro',
    coolwhite: 'en blanco frío',
    red: 'en rojo',
    green: 'en verde',
    blue: 'en azul',
    yellow: 'en amarillo',
    orange: 'en naranja',
    purple: 'en morado',
    violet: 'en violeta',
    pink: 'en rosa',
    white: 'en blanco',
    turquoise: 'en turquesa',
    cyan: 'en cian',
    magenta: 'en magenta',
    gold: 'en dorado',
    lightblue: 'en azul claro',
    darkblue: 'en azul oscuro',
    skyblue: 'en celeste',
    lightgreen: 'en verde claro',
    darkgreen: 'en verde oscuro',
    darkred: 'en rojo oscuro',
    brown: 'en marrón',
  },
  done: {
    turn_on: ({ text }) => `he encendido ${text}.`,
    turn_off: ({ text }) => `he apagado ${text}.`,
    toggle: ({ text }) => `he conmutado ${text}.`,
    set_brightness: ({ text }, value) => `he puesto ${text} al ${value} por ciento.`,
    set_color: ({ text }, value) => `he puesto ${text} ${value}.`,
    set_temperature: ({ text }, value) => `he puesto ${text} a ${value} grados.`,
    open: ({ text }) => `abriendo ${text}.`,
    close: ({ text }) => `cerrando ${text}.`,
    set_position: ({ text }, value) => `pongo ${text} al ${value} por ciento.`,
    lock: ({ text }) => `he cerrado ${text} con llave.`,
    unlock: ({ text }) => `he desbloqueado ${text}.`,
    set_volume: ({ text }, value) =>
      value === '0' ? `he silenciado ${text}.` : `he puesto el volumen ${of(text)} al ${value} por ciento.`,
    play: (what) => `${what.text} ${be(what)} reproduciendo.`,
    pause: ({ text }) => `he pausado ${text}.`,
    activate: ({ text }) => `he activado ${text}.`,
  },
  stateOf: (state, { gender }) => agree(state, gender),
  is: (what, state) => `${what.text} ${be(what)} ${state}.`,
  yes: 'sí',
  no: 'no',
  nothing: (state, where) => `no hay nada ${agree(state, 'm')}${where}.`,
  noneOf: (kind, state, where) => `no hay ${kind} ${state}${where}.`,
  count: (number, kind, _, state, where) => `${number} ${kind} están ${state}${where}`,
  temperature: (degrees, where) => (where === '' ? `hay ${degrees} grados.` : `hay ${degrees} grados${where}.`),
  temperatureOf: ({ text }, degrees) => `${text}: ${degrees} grados.`,
  humidity: (percent, where) => `la humedad es del ${percent} por ciento${where}.`,
  value: ({ text }, value) => `${text}: ${value}.`,
  at: (state, percent) => `${state} al ${percent} por ciento`,
  setTo: (degrees) => `a ${degrees} grados`,
  percent: 'por ciento',
  unknown: ({ text, plural }) => `no lo sé: ${text} no ${plural ? 'responden' : 'responde'}.`,
  failures: {
    unavailable: 'la casa no tiene conexión con el aparato',
    'not-dimmable': 'no se puede regular su brillo',
    'no-colour': 'no puede cambiar de color',
    'no-position': 'solo se puede abrir y cerrar',
    'no-reaction': 'no ha reaccionado',
    off: 'está apagado',
  },
  failed: ({ text }, reason) => `no ha funcionado con ${text}: ${reason}.`,
  but: 'pero',
  confirm: (action, { text }) => {
    const verb = {
      unlock: 'desbloquee',
      open: 'abra',
      activate: 'active',
      on: 'active',
      off: 'desactive',
      other: 'accione',
    }[action];
    return `¿de verdad quieres que ${verb} ${text}?`;
  },
  prompt: '¿Sí?',
  cancelled: 'De acuerdo, no lo hago.',
  again: 'Perdón, ¿quieres que lo haga?',
  none: 'Ahí no hay nada con lo que hacer eso.',
};
