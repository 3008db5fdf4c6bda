import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import type { Domain, House } from '../../home/types.js';
import { LANGUAGES } from '../../language/folders.js';
import { countWord, numberIn } from '../../language/numbers.js';
import { recognise, soundsLikeCommand } from './recognise.js';
import { tableOf } from './tables.js';
import { compile, wordsNeeded } from './template.js';

const VOCABULARY: Record<string, string[]> = {
  en: 'turn switch on off the all lights light lamp kitchen in bedroom and please not set to 50 percent brighter is are which open lock door dim by two degrees what everywhere could you red'.split(
    ' ',
  ),
  de: 'schalte mach an aus das alle lichter licht lampe küche in der schlafzimmer und bitte nicht stelle auf 50 prozent heller ist sind welche offen schließe tür ab um zwei grad wärmer überall rot'.split(
    ' ',
  ),
  fr: 'allume éteins mets la toutes les lumières lumière lampe cuisine dans chambre et pas à 50 pour cent plus clair est sont quelles ouvertes verrouille porte de deux degrés partout rouge'.split(
    ' ',
  ),
  es: 'enciende apaga pon la todas las luces luz lámpara cocina en dormitorio y no al 50 por ciento más está qué abiertas bloquea puerta dos grados aquí rojo'.split(
    ' ',
  ),
};
const ids = new Set(DEMO_HOUSE.entities.map(({ id }) => id));
const areas = new Set(DEMO_HOUSE.areas.map(({ id }) => id));

test('every pattern of every language compiles', () => {
  for (const language of LANGUAGES) {
    const { patterns } = tableOf(language);
    assert.ok(patterns.length > 20);
    for (const { templates } of patterns) for (const { sentence } of templates) sentence.exec(' x x x');
  }
});

test('a mistake in a template is named', () => {
  assert.throws(() => compile('turn (on', {}, {}), /Unbalanced/);
  assert.throws(() => compile('turn on {nothing}', {}, {}), /"nothing"/);
  assert.throws(() => compile('<nothing> on', {}, {}), /"nothing"/);
});

test('the words that a template needs: of what is optional none, of alternatives one of each', () => {
  const needed = (template: string) => wordsNeeded(template, { turn: 'turn|switch', be: '[is|are]' });
  assert.deepEqual(needed('<turn> [all] {target} on'), [['turn', 'switch'], ['on']]);
  assert.deepEqual(needed("(qu'est ce|<be>) (fait il|[il] fait)"), [['fait', 'fait']]);
  assert.deepEqual(needed('{target} (hoch|{state})'), []);
});

test('whatever is said: no throw, no target outside the house, within a bound', () => {
  const said = fc.oneof(
    fc.string({ maxLength: 300, unit: 'grapheme' }),
    ...LANGUAGES.map((language) =>
      fc.array(fc.constantFrom(...(VOCABULARY[language] ?? [])), { maxLength: 26 }).map((words) => words.join(' ')),
    ),
  );
  const place = fc.constantFrom(undefined, 'kitchen', 'Wohnzimmer', 'nowhere');
  const tag = fc.constantFrom(undefined, 'en', 'de-AT', 'fr_FR', 'es', 'it', '');
  fc.assert(
    fc.property(said, place, tag, (text, area, language) => {
      const command = recognise(text, { language, area, house: DEMO_HOUSE });
      if (!command) return;
      assert.ok(command.targets.every((id) => ids.has(id)));
      assert.equal(new Set(command.targets).size, command.targets.length);
      assert.ok(command.targets.length > 0 || command.action === 'list_on');
      if (command.area !== undefined) assert.ok(areas.has(command.area));
      if (command.by !== undefined) assert.notEqual(command.by, 0);
      else if (command.action === 'set_brightness')
        assert.ok(Number(command.value) >= 0 && Number(command.value) <= 100);
    }),
    { numRuns: 400 },
  );
});

test('a question never acts, unless it asks us to', () => {
  for (const [language, question] of [
    ['en', 'Are the lights in the kitchen on?'],
    ['en', 'Is the front door unlocked?'],
    ['de', 'Ist das Licht in der Küche an?'],
    ['de', 'Licht in der Küche an?'],
    ['fr', 'Allume la lumière de la cuisine ?'],
    ['es', '¿Enciende la luz de la cocina?'],
  ] as const) {
    const command = recognise(question, { language, house: DEMO_HOUSE });
    assert.ok(command === null || command.action === 'get_state' || command.action === 'list_on', question);
  }
});

test('no command with a condition, a time, an exception or a denial around it acts', () => {
  const said: Record<string, string[]> = {
    en: ['turn on the kitchen light', 'open the garage door', 'set the bedroom heating to 20 degrees'],
    de: ['mach das Küchenlicht an', 'öffne das Garagentor', 'stell die Schlafzimmerheizung auf 20 Grad'],
    fr: ['allume la lumière de la cuisine', 'ouvre la porte de garage', 'mets le chauffage de la chambre à 20 degrés'],
    es: ['enciende la luz de la cocina', 'abre la puerta del garaje', 'pon la calefacción del dormitorio a 20 grados'],
  };
  const around: Record<string, string> = {
    en: 'never … | why did you … | if it rains … | … at eight | … in ten minutes | … unless it rains | … or not | … and call mum | he said …',
    de: 'warum … | wenn es regnet … | … um acht | … in zehn Minuten | … nicht | … oder nicht | … und ruf Mama an | er hat gesagt …',
    fr: "ne … pas | pourquoi … | s'il pleut … | … à huit heures | … dans dix minutes | … ou pas | … et appelle maman | il a dit …",
    es: 'no … | por qué … | si llueve … | … a las ocho | … en diez minutos | … no | … y llama a mamá | ha dicho …',
  };
  for (const language of LANGUAGES) {
    for (const command of said[language] ?? []) {
      assert.ok(recognise(command, { language, house: DEMO_HOUSE }), command);
      for (const wrapping of around[language]?.split(' | ') ?? []) {
        const text = wrapping.replace('…', command);
        assert.equal(recognise(text, { language, area: 'kitchen', house: DEMO_HOUSE }), null, text);
      }
    }
  }
});

test('going to a room, leaving things as they are and wishing well change nothing', () => {
  for (const [language, text] of [
    ['es', 'sube al dormitorio'],
    ['es', 'baja a la cocina'],
    ['fr', 'monte dans la chambre'],
    ['fr', 'passe une bonne nuit'],
    ['de', 'lass das Licht an'],
    ['de', 'lass das Garagentor zu'],
    ['de', 'lass die Rollos im Wohnzimmer auf'],
    ['en', 'leave the light on'],
  ] as const) {
    for (const area of ['kitchen', 'living_room', 'bedroom']) {
      assert.equal(recognise(text, { language, area, house: DEMO_HOUSE }), null, text);
    }
  }
});

test('"a bit" is a change of what there is, and nothing is opened or switched a bit', () => {
  const action = (language: string, text: string) =>
    recognise(text, { language, area: 'living_room', house: DEMO_HOUSE })?.action;
  assert.equal(action('en', 'open the garage door a bit'), undefined);
  assert.equal(action('de', 'mach die Rollos ein wenig auf'), undefined);
  assert.equal(action('es', 'sube un poco las persianas del salón'), undefined);
  assert.equal(action('fr', 'monte un peu le son'), 'set_volume');
  assert.equal(action('en', 'is the garage door open a bit?'), 'get_state');
});

test('what is relative is counted from what the devices have now', () => {
  const house: House = {
    areas: [{ id: 'den', name: 'Den', aliases: [] }],
    entities: [
      device('light.dim', 'Lamp', { brightness: 51 }),
      device('climate.den', 'Heating', { temperature: 20.5 }, 'heat'),
      device('media_player.radio', 'Radio', { volume_level: 0.95 }, 'playing'),
    ],
  };
  const value = (text: string) => recognise(text, { language: 'en', area: 'Den', house })?.value;
  assert.equal(value('brighter'), 40);
  assert.equal(value('dimmer'), 1);
  assert.equal(value('make it two degrees warmer'), 22.5);
  assert.equal(value('turn the heating down by half a degree'), undefined);
  assert.equal(value('volume up'), 100);
});

test('each device changes from its own value, what is off stays off, and a group is its members', () => {
  const house: House = {
    areas: [{ id: 'den', name: 'Den', aliases: [] }],
    entities: [
      device('light.a', 'Spot', { brightness: 51 }),
      device('light.b', 'Strip', { brightness: 204 }),
      device('light.c', 'Shelf', {}, 'off'),
      { ...device('light.all', 'Ceiling', { brightness: 128 }), members: ['light.a', 'light.b', 'light.c'] },
    ],
  };
  const command = (text: string) => recognise(text, { language: 'en', area: 'Den', house });
  const { targets, by, value } = command('brighter') ?? {};
  assert.deepEqual([targets, by, value], [['light.a', 'light.b'], 20, undefined]);
  assert.deepEqual(command('make the ceiling brighter')?.targets, ['light.a', 'light.b']);
  assert.deepEqual(command('make the shelf brighter')?.targets, ['light.c']);
});

test('"louder" is what plays: in this room, else in the one where something does', () => {
  const player = (id: string, area: string, state: string) => ({
    ...device(`media_player.${id}`, id, { volume_level: 0.4 }, state),
    area,
  });
  const house = (den: string, loft: string): House => ({
    areas: ['den', 'loft'].map((id) => ({ id, name: id, aliases: [] })),
    entities: [player('One', 'den', 'paused'), player('Two', 'den', den), player('Three', 'loft', loft)],
  });
  for (const [language, text] of [
    ['en', 'volume up'],
    ['en', 'turn the music up'],
    ['de', 'lauter'],
    ['de', 'mach die Musik lauter'],
    ['fr', 'plus fort'],
    ['es', 'más alto'],
  ] as const) {
    const targets = (area: string | undefined, den: string, loft: string) =>
      recognise(text, { language, area, house: house(den, loft) })?.targets;
    assert.deepEqual(targets('den', 'playing', 'playing'), ['media_player.Two'], text);
    assert.deepEqual(targets('den', 'idle', 'playing'), ['media_player.Three'], text);
    assert.deepEqual(targets(undefined, 'off', 'playing'), ['media_player.Three'], text);
    assert.deepEqual(targets(undefined, 'playing', 'playing'), undefined, text);
  }
});

test('everything off leaves on what keeps cold, connected or shut, and so do all the plugs', () => {
  const named = (id: string, name: string) => device(id, name, { device_class: 'outlet' });
  const house: House = {
    areas: [{ id: 'den', name: 'Den', aliases: [] }],
    entities: [
      device('light.lamp', 'Lamp', {}),
      named('switch.a', 'Christmas Tree'),
      ...['Fridge', 'Kühlschrank Garage', 'Tiefkühltruhe', 'WLAN Router', 'Alarmanlage', 'Congélateur', 'Nevera'].map(
        (name, at) => named(`switch.on${at}`, name),
      ),
      device('switch.gate', 'Gate opener', {}),
      device('cover.garage', 'Garage', { device_class: 'garage' }, 'open'),
      device('lock.door', 'Door', {}, 'unlocked'),
      { ...named('switch.away', 'Radio'), state: 'unavailable' },
    ],
  };
  const targets = (language: string, text: string) => recognise(text, { language, area: 'Den', house })?.targets;
  assert.deepEqual(targets('en', 'turn everything off'), ['light.lamp', 'switch.a']);
  assert.deepEqual(targets('de', 'alles aus'), ['light.lamp', 'switch.a']);
  assert.deepEqual(targets('fr', 'éteins tout'), ['light.lamp', 'switch.a']);
  assert.deepEqual(targets('es', 'apaga todo'), ['light.lamp', 'switch.a']);
  assert.deepEqual(targets('en', 'turn off the fridge'), ['switch.on0'], 'by its name it is meant');
  assert.ok(!targets('en', 'turn off all the plugs')?.includes('switch.on0'));
});

test('a house without anything has no commands', () => {
  assert.equal(
    recognise('turn on the lights', { language: 'en', area: 'x', house: { areas: [], entities: [] } }),
    null,
  );
});

test('numbers are understood as people say them', () => {
  for (const [language, words, number] of [
    ['en', 'twenty one point five', 21.5],
    ['en', 'a hundred', 100],
    ['en', 'twenty and a half', 20.5],
    ['de', 'einundzwanzig komma funf', 21.5],
    ['de', 'zweiundzwanzigeinhalb', 22.5],
    ['fr', 'quatre vingt dix sept', 97],
    ['fr', 'soixante et onze', 71],
    ['fr', 'vingt et un et demi', 21.5],
    ['es', 'veintiuno coma cinco', 21.5],
    ['es', 'treinta y cinco', 35],
    ['es', 'veintidos y medio', 22.5],
    ['en', 'a hundred and twenty', 120],
    ['en', 'two hundred and five', 205],
    ['en', 'nineteen hundred', 1900],
    ['en', 'two thousand seven hundred', 2700],
    ['de', 'hundertzwanzig', 120],
    ['de', 'zweihundertfunfzig', 250],
    ['de', 'zweitausendsiebenhundert', 2700],
    ['fr', 'cent vingt', 120],
    ['fr', 'deux cents', 200],
    ['fr', 'deux mille sept cent un', 2701],
    ['es', 'ciento veinte', 120],
    ['es', 'doscientas cincuenta', 250],
    ['es', 'dos mil setecientos', 2700],
    ['en', '21dot5', 21.5],
    ['en', 'hundreds', undefined],
    ['en', 'a hundred and', undefined],
    ['de', 'jahrhundert', undefined],
    ['fr', 'vingt pour cent', undefined],
    ['en', 'twenty lights', undefined],
    ['en', '', undefined],
  ] as const) {
    assert.equal(numberIn(words, language), number, words);
  }
  assert.equal(countWord(5, 'de'), 'fünf');
  assert.equal(countWord(40, 'de'), '40');
});

function device(id: string, name: string, attributes: Record<string, unknown>, state = 'on') {
  return { id, domain: id.split('.')[0] as Domain, name, aliases: [], area: 'den', state, attributes };
}

test('without a house, what would be a command is told from what is talked about', () => {
  const commands: Record<string, string[]> = {
    en: [
      'turn on the kitchen light',
      'turn off the radio in the kitchen and lock the front door',
      'lock the front door',
      'is any window open?',
      'set the bedroom to 21 degrees',
    ],
    de: ['mach das Küchenlicht aus', 'ist die Haustür abgeschlossen?', 'stelle die Heizung auf 21 Grad'],
    fr: ['allume la lumière du salon', 'ferme les volets', 'verrouille la porte'],
    es: ['apaga las luces', 'cierra la puerta del garaje'],
  };
  const talk: Record<string, string[]> = {
    en: [
      'tell me about lighthouses',
      'what time is it?',
      'set a timer for five minutes',
      'who invented the radio?',
      'what is the temperature of the sun?',
      'how do locks work?',
      'are doors heavier than windows?',
      'remember that I lock the door at night',
      'what did we say about the heating yesterday?',
    ],
    de: ['erzähl mir von Leuchttürmen', 'wie warm wird es morgen?', 'stell einen Timer auf fünf Minuten'],
    fr: ['parle-moi des phares', 'raconte une histoire de porte', 'mets un minuteur de cinq minutes'],
    es: ['háblame de los faros', 'quién inventó la radio', 'pon un temporizador de cinco minutos'],
  };
  for (const language of LANGUAGES) {
    for (const text of commands[language] ?? []) assert.equal(soundsLikeCommand(text, language), true, text);
    for (const text of talk[language] ?? []) assert.equal(soundsLikeCommand(text, language), false, text);
  }
});
