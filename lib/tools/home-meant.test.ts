import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEMO_HOUSE } from '../home/demo-house.js';
import { devicesMeant } from './home-meant.js';

const meant = (query: string, language: string, area?: string) =>
  devicesMeant(DEMO_HOUSE, query, { area, limit: 10, language }).map(({ id }) => id);

const ELSE: Record<string, string[]> = {
  en: [
    'How long do I have to cook lamb?',
    'What is a good light dinner?',
    'Give me a light recipe for tonight',
    'Who invented the light bulb?',
    'How do you spell radiator?',
    'Write a poem about a lamp',
    'Translate lamp into French',
    'What can I cook in the kitchen with eggs and rice?',
    'How hot does a pizza need to be in the oven?',
    'Tell me a bedtime story about a window',
    'How many calories does a light beer have?',
    'What goes well with fish for dinner?',
  ],
  de: [
    'Wie lange muss Lamm kochen?',
    'Was ist ein gutes leichtes Abendessen?',
    'Wer hat die Lampe erfunden?',
    'Schreib mir ein Gedicht über das Licht',
    'Was heißt Fenster auf Französisch?',
    'Welches Rezept passt zu Tür und Angel?',
    'Erzähl mir eine Geschichte von einer Lampe',
    'Wie heiß muss Öl zum Braten sein?',
    'Was kann ich in der Küche mit Eiern kochen?',
    'Wie viele Kalorien hat ein Ei?',
  ],
  fr: [
    'Combien de temps faut-il cuire l’agneau ?',
    'Qui a inventé la lampe ?',
    'Donne-moi une recette de gâteau à la lumière',
    'Comment dit-on fenêtre en allemand ?',
    'Écris un poème sur la lumière',
    'Raconte-moi une histoire de fenêtre',
    'Que puis-je cuisiner dans la cuisine avec des œufs ?',
    'Combien de calories a une pomme ?',
    'Raconte-moi une blague sur une lampe',
    'Quelles actualités y a-t-il ce matin ?',
  ],
  es: [
    '¿Cuánto tiempo hay que cocer el cordero?',
    '¿Quién inventó la lámpara?',
    '¿Cómo se dice ventana en alemán?',
    'Escribe un poema sobre la luz',
    'Cuéntame un cuento de una ventana',
    'Dame una receta ligera para cenar',
    '¿Qué puedo cocinar en la cocina con huevos?',
    '¿Cuántas calorías tiene una manzana?',
    'Cuéntame un chiste de lámparas',
    '¿Qué noticias hay esta mañana?',
  ],
};

/** What is among the devices. */
const HOUSE: Record<string, [query: string, device: string, area?: string][]> = {
  en: [
    ['Is the kitchen light on?', 'light.kitchen_light'],
    ['Which lights are on?', 'light.living_room_light'],
    ['Are all the windows closed?', 'binary_sensor.kitchen_window'],
    ['How warm is it in the bedroom?', 'climate.bedroom'],
    ['Make the floor lamp a little warmer', 'light.floor_lamp'],
    ['Make it cosy here', 'light.living_room_light', 'living_room'],
    ['It is too dark in here', 'light.kitchen_light', 'kitchen'],
    ['Play some jazz in the kitchen', 'media_player.kitchen_speaker'],
    ['Turn on the lights for dinner', 'light.kitchen_light', 'kitchen'],
    ['Is it too hot to bake a cake in the kitchen, how warm is it there?', 'sensor.kitchen_temperature'],
    ['Turn on the flor lamb', 'light.floor_lamp'],
    ['Set the living room to 21 degrees while I cook', 'climate.living_room'],
    ['Dim the lights for the film', 'light.living_room_light', 'living_room'],
  ],
  de: [
    ['Ist das Küchenlicht an?', 'light.kitchen_light'],
    ['Welche Lampen sind noch an?', 'light.living_room_light'],
    ['Sind alle Fenster zu?', 'binary_sensor.kitchen_window'],
    ['Wie warm ist es im Schlafzimmer?', 'climate.bedroom'],
    ['Mach die Stehlampe etwas wärmer', 'light.floor_lamp'],
    ['Mach es hier gemütlich', 'light.living_room_light', 'living_room'],
    ['Spiel Jazz in der Küche', 'media_player.kitchen_speaker'],
    ['Mach das Licht zum Kochen an', 'light.kitchen_light', 'kitchen'],
    ['Fahr den Wohnzimmerrollladen ein wenig herunter', 'cover.living_room_blinds'],
    ['Stell die Heizung im Wohnzimmer auf 21 Grad', 'climate.living_room'],
  ],
  fr: [
    ['La lumière de la cuisine est-elle allumée ?', 'light.kitchen_light'],
    ['Quelles lampes sont encore allumées ?', 'light.living_room_light'],
    ['Toutes les fenêtres sont-elles fermées ?', 'binary_sensor.kitchen_window'],
    ['Quelle température fait-il dans la chambre ?', 'climate.bedroom'],
    ['Rends le lampadaire un peu plus chaud', 'light.floor_lamp'],
    ['Rends la pièce plus chaleureuse', 'light.living_room_light', 'living_room'],
    ['Mets du jazz dans la cuisine', 'media_player.kitchen_speaker'],
    ['Allume la lumière pour cuisiner', 'light.kitchen_light', 'kitchen'],
    ['Baisse un peu les volets du salon', 'cover.living_room_blinds'],
    ['Règle le chauffage du salon sur 21 degrés', 'climate.living_room'],
  ],
  es: [
    ['¿Está encendida la luz de la cocina?', 'light.kitchen_light'],
    ['¿Hay alguna luz encendida en el salón?', 'light.living_room_light'],
    ['¿Están cerradas todas las ventanas?', 'binary_sensor.kitchen_window'],
    ['¿Qué temperatura hace en el dormitorio?', 'climate.bedroom'],
    ['Pon la lámpara de pie un poco más cálida', 'light.floor_lamp'],
    ['Haz esto más acogedor', 'light.living_room_light', 'living_room'],
    ['Pon jazz en la cocina', 'media_player.kitchen_speaker'],
    ['Enciende la luz para cocinar', 'light.kitchen_light', 'kitchen'],
    ['Baja un poco las persianas del salón', 'cover.living_room_blinds'],
    ['Pon la calefacción del salón a 21 grados', 'climate.living_room'],
  ],
};

describe('the devices that a prompt names', () => {
  for (const [language, queries] of Object.entries(ELSE)) {
    test(`are none where it is about something else: ${language}`, () => {
      for (const query of queries)
        for (const area of [undefined, 'kitchen']) assert.deepEqual(meant(query, language, area), [], query);
    });
  }

  for (const [language, queries] of Object.entries(HOUSE)) {
    test(`are those that are meant: ${language}`, () => {
      for (const [query, device, area] of queries) {
        const found = meant(query, language, area);
        assert.ok(found.includes(device), `${query}: ${found}`);
      }
    });
  }

  test('are three at most where nobody can tell whether it is about one', () => {
    for (const [language, query] of [
      ['en', 'What is the speed of light?'],
      ['en', 'Who painted the Girl with the Window?'],
      ['de', 'Wie schnell ist das Licht?'],
      ['fr', 'Quelle est la vitesse de la lumière ?'],
      ['fr', 'Qui a peint la porte de l’enfer ?'],
      ['es', '¿Cuál es la velocidad de la luz?'],
    ] as const)
      assert.ok(meant(query, language).length <= 3, query);
    assert.deepEqual(meant('What is the speed of light?', 'en', 'bedroom'), ['light.bedroom_light']);
  });

  test('are those of the room for an order that names none, and act', () => {
    assert.deepEqual(meant('Make it cosy here', 'en', 'bedroom'), [
      'light.bedroom_light',
      'light.bedside_lamp',
      'climate.bedroom',
      'cover.bedroom_blinds',
    ]);
    assert.deepEqual(meant('Make it cosy here', 'en'), [], 'nobody knows where');
  });

  test('are those that are named in full, whatever it is about', () => {
    assert.deepEqual(meant('Give me a cake recipe and a pudding recipe for the coffee machine', 'en'), [
      'switch.coffee_machine',
    ]);
    assert.deepEqual(meant('Welches Rezept kocht man neben der Kaffeemaschine?', 'de'), ['switch.coffee_machine']);
  });

  test('are found as before in a language whose topics nobody has listed', () => {
    assert.ok(meant('doe het licht in Kitchen aan', 'nl').length > 0);
  });
});
