import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusal } from '../../home/actions.js';
import { actService } from '../../home/acts.js';
import { reached } from '../../home/read-back.js';
import { restoring } from '../../home/restoring.js';
import { settingService } from '../../home/settings.js';
import type { Command, Entity, House } from '../../home/types.js';
import { answer } from '../answers.js';
import { recogniseAll } from './recognise-all.js';

const ALL = 524_288 | 262_144 | 65_536 | 32_768 | 2048;
const player = (id: string, names: readonly string[], area: string, state: string, attributes = {}): Entity => {
  const [name = '', ...aliases] = names;
  return {
    ...{ id: `media_player.${id}`, domain: 'media_player', name, aliases, area, state },
    attributes: { supported_features: ALL, shuffle: false, repeat: 'off', ...attributes },
  };
};
const kitchen = player('kitchen', ['Kitchen Speaker', 'Küchenlautsprecher', 'enceinte', 'altavoz'], 'kitchen', 'idle');
const living = player('living', ['Living Room Speaker'], 'living_room', 'playing', {
  source: 'Line-in',
  source_list: ['Line-in', 'Radio'],
  sound_mode_list: ['Music', 'Movie'],
});
const tv = player('tv', ['TV', 'Fernseher', 'télé', 'tele'], 'bedroom', 'on', { source_list: ['HDMI 1', 'HDMI2'] });
const house: House = {
  areas: [
    { id: 'kitchen', name: 'Kitchen', aliases: ['Küche', 'cuisine', 'cocina'] },
    { id: 'living_room', name: 'Living Room', aliases: ['Wohnzimmer', 'salon', 'salón'] },
    { id: 'bedroom', name: 'Bedroom', aliases: [] },
  ],
  entities: [kitchen, living, tv],
};

/** What a sentence is; its devices by their rooms. */
function said(language: string, text: string, area = 'living_room'): string {
  const commands = recogniseAll(text, { language, area, house });
  return commands
    .map(({ action, value = '', targets }) =>
      [action, ...(value === '' ? [] : [value]), ...targets]
        .map((word) => String(word).replace('media_player.', ''))
        .join(' '),
    )
    .join(', ');
}

function all(language: string, expected: Readonly<Record<string, readonly string[]>>): void {
  const wanted = Object.entries(expected).flatMap(([command, texts]) => texts.map((text) => [text, command]));
  assert.deepEqual(
    wanted.map(([text = '']) => [text, said(language, text)]),
    wanted,
  );
}

describe('players', () => {
  test('in English', () => {
    all('en', {
      'set_mode HDMI 1 tv': ['switch the TV to HDMI 1', 'set the source of the TV to HDMI 1'],
      'set_mode HDMI2 tv': ['switch the TV to HDMI 2'],
      'set_mode Radio living': ['change the source of the living room speaker to radio', 'set the source to radio'],
      'set_preset Movie living': ['set the living room speaker to movie', 'set the sound mode to movie'],
      'set_shuffle on living': ['shuffle the music', 'turn shuffle on', 'turn on shuffle', 'play the music shuffled'],
      'set_shuffle off living': ['turn shuffle off', 'turn off shuffle', 'stop shuffling', 'shuffle off'],
      'set_repeat one living': ['repeat this song', 'put this song on repeat', 'loop this track'],
      'set_repeat all living': ['repeat the music', 'turn on repeat', 'repeat the playlist'],
      'set_repeat off living': ['stop repeating', 'stop repeating this song', 'turn repeat off'],
      'join living kitchen': [
        'play the music in the kitchen too',
        'group the kitchen speaker with the living room',
        'add the kitchen to the music',
        'add the kitchen speaker to the living room',
        'group the kitchen speaker and the living room speaker',
      ],
      'unjoin kitchen': ['ungroup the kitchen speaker', 'remove the kitchen from the group'],
      '': [
        'switch the TV to HDMI 7',
        'set the tv to heat',
        'is shuffle on?',
        'did you repeat this song?',
        'don’t shuffle the music',
        'add milk to the kitchen',
        'group the kitchen speaker with the moon',
        'repeat that',
        'add the living room to the music',
      ],
    });
  });

  test('in German', () => {
    all('de', {
      'set_mode HDMI 1 tv': ['schalte den Fernseher auf HDMI 1', 'wechsle den Fernseher zu HDMI 1'],
      'set_mode Radio living': ['stell die Quelle vom Living Room Speaker auf Radio', 'stell die Quelle auf Radio'],
      'set_preset Movie living': ['stell den Klangmodus auf Movie'],
      'set_shuffle on living': ['schalte die Zufallswiedergabe ein', 'spiel die Musik zufällig', 'misch die Musik'],
      'set_shuffle off living': ['schalte die Zufallswiedergabe aus', 'Zufallswiedergabe aus'],
      'set_repeat one living': ['wiederhole dieses Lied', 'diesen Titel wiederholen'],
      'set_repeat all living': ['wiederhole die Musik', 'schalte die Wiederholung ein'],
      'set_repeat off living': ['schalte die Wiederholung aus', 'Wiederholung aus', 'wiederhole das Lied nicht mehr'],
      'join living kitchen': [
        'spiel die Musik auch in der Küche',
        'gruppiere den Küchenlautsprecher mit dem Wohnzimmer',
        'nimm die Küche zur Musik dazu',
        'füg die Küche zur Musik hinzu',
      ],
      'unjoin kitchen': ['entferne den Küchenlautsprecher aus der Gruppe', 'nimm die Küche aus der Gruppe'],
      '': ['ist die Zufallswiedergabe an?', 'wiederhole das nicht', 'schalte den Fernseher auf HDMI 7'],
    });
  });

  test('in French', () => {
    all('fr', {
      'set_mode HDMI 1 tv': [
        'mets la télé sur HDMI 1',
        'passe la télé sur HDMI 1',
        'change la source de la télé sur HDMI 1',
      ],
      'set_mode Radio living': ['mets la source sur radio'],
      'set_shuffle on living': ['mélange la musique', 'mets la musique en aléatoire', 'active la lecture aléatoire'],
      'set_shuffle off living': ['désactive la lecture aléatoire', 'arrête de mélanger la musique'],
      'set_repeat one living': ['répète cette chanson', 'mets cette chanson en boucle'],
      'set_repeat all living': ['répète la musique', 'active la répétition'],
      'set_repeat off living': ['arrête de répéter', 'désactive la répétition'],
      'join living kitchen': [
        'mets la musique aussi dans la cuisine',
        'joue la musique dans la cuisine aussi',
        'groupe l’enceinte de la cuisine avec le salon',
        'ajoute la cuisine à la musique',
      ],
      'unjoin kitchen': ['dissocie l’enceinte de la cuisine', 'retire la cuisine du groupe'],
      '': ['est-ce que la lecture aléatoire est activée ?', 'ne mélange pas la musique', 'mets la télé sur HDMI 7'],
    });
  });

  test('in Spanish', () => {
    all('es', {
      'set_mode HDMI 1 tv': [
        'pon la tele en HDMI 1',
        'cambia la tele a HDMI 1',
        'cambia la fuente de la tele a HDMI 1',
      ],
      'set_mode Radio living': ['pon la fuente en radio'],
      'set_shuffle on living': ['mezcla la música', 'pon la música en modo aleatorio', 'activa el modo aleatorio'],
      'set_shuffle off living': ['desactiva el modo aleatorio', 'quita la reproducción aleatoria'],
      'set_repeat one living': ['repite esta canción', 'pon esta canción en bucle'],
      'set_repeat all living': ['repite la música', 'activa la repetición'],
      'set_repeat off living': ['deja de repetir', 'desactiva la repetición'],
      'join living kitchen': [
        'pon la música también en la cocina',
        'pon la música en la cocina también',
        'agrupa el altavoz de la cocina con el salón',
        'añade la cocina a la música',
      ],
      'unjoin kitchen': ['desagrupa el altavoz de la cocina', 'quita la cocina del grupo'],
      '': ['¿está activado el modo aleatorio?', 'no mezcles la música', 'pon la tele en HDMI 7'],
    });
  });

  test('what plays elsewhere is joined only where it is certain', () => {
    assert.equal(said('en', 'play the music in the kitchen too', 'bedroom'), 'join living kitchen');
    const both = { ...house, entities: [kitchen, living, { ...tv, state: 'playing' }] };
    const options = { language: 'en', area: 'kitchen', house: both };
    assert.deepEqual(recogniseAll('add the kitchen to the music', options), []);
  });

  test('are sent as Home Assistant takes it, read back, told and taken back', () => {
    const shuffle: Command = { action: 'set_shuffle', targets: [living.id], value: 'on' };
    assert.deepEqual(settingService(living, shuffle), { service: 'shuffle_set', data: { shuffle: true } });
    const shuffled = { ...living, attributes: { ...living.attributes, shuffle: true } };
    assert.equal(reached(living, living, shuffle), false);
    assert.equal(reached(shuffled, living, shuffle), true);
    assert.deepEqual(restoring([living], { ...house, entities: [shuffled] }), [{ ...shuffle, value: 'off' }]);
    const done = { ok: true, done: [shuffled], failed: [] };
    assert.match(answer(shuffle, done, { language: 'en', house }).text, /shuffle/);
    const join: Command = { action: 'join', targets: [kitchen.id], value: living.id };
    assert.deepEqual(actService(kitchen, join), {
      ...{ service: 'join', data: {}, led: { by: living.id, as: 'group_members' } },
    });
    const grouped = { ...kitchen, attributes: { group_members: [living.id, kitchen.id] } };
    assert.equal(reached(grouped, kitchen, join), true);
    assert.equal(reached(kitchen, kitchen, join), undefined);
    assert.equal(reached(grouped, grouped, { ...join, action: 'unjoin' }), false);
    const plain = { ...tv, attributes: { supported_features: 1, source_list: ['HDMI 1'] } };
    for (const command of [shuffle, join, { ...shuffle, action: 'set_mode' as const, value: 'HDMI 1' }]) {
      assert.match(refusal(plain, { ...command, targets: [plain.id] }) ?? '', /^it can't/);
    }
  });
});
