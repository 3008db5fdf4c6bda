import { type Area, type Command, DOMAINS, type Entity, type House } from './types.js';

/** Names in English, German, French and Spanish; more aliases may follow. */
type Names = [english: string, german: string, french: string, spanish: string, ...string[]];

function area(id: string, [name, ...aliases]: Names): Area {
  return { id, name, aliases };
}

function entity(id: string, where: string | undefined, names: Names, state: string, attributes = {}): Entity {
  const [name, ...aliases] = names;
  const domain = DOMAINS.find((known) => known === id.slice(0, id.indexOf('.'))) ?? 'other';
  return { id, domain, name, aliases, ...(where ? { area: where } : {}), state, attributes };
}

const COLOUR = { supported_color_modes: ['rgb'] };
const DIMMED = { supported_color_modes: ['brightness'] };
const HEATING = { hvac_modes: ['off', 'heat'], min_temp: 7, max_temp: 30 };
const CELSIUS = { device_class: 'temperature', unit_of_measurement: '°C' };
const PERCENT = { device_class: 'humidity', unit_of_measurement: '%' };
/** A loudspeaker that pauses, stops, goes on, is louder and softer, and searches for what it is to play. */
const SPEAKER = { supported_features: 1 | 4 | 8 | 16 | 32 | 128 | 256 | 512 | 1024 | 4096 | 16_384 | 4_194_304 };
const BLIND = { device_class: 'blind', supported_features: 15 };

/** The house of a newcomer who has no Home Assistant. */
export const DEMO_HOUSE: House = {
  areas: [
    area('kitchen', ['Kitchen', 'Küche', 'Cuisine', 'Cocina']),
    area('living_room', ['Living Room', 'Wohnzimmer', 'Salon', 'Sala de estar', 'Lounge', 'Séjour', 'Salón']),
    area('bedroom', ['Bedroom', 'Schlafzimmer', 'Chambre', 'Dormitorio', 'Habitación']),
    area('hall', ['Hall', 'Flur', 'Entrée', 'Pasillo', 'Hallway', 'Diele', 'Couloir', 'Recibidor']),
    area('bathroom', ['Bathroom', 'Badezimmer', 'Salle de bain', 'Baño', 'Bad', 'Salle de bains', 'Cuarto de baño']),
    area('office', ['Office', 'Büro', 'Bureau', 'Oficina', 'Study', 'Arbeitszimmer', 'Despacho']),
    area('garden', ['Garden', 'Garten', 'Jardin', 'Jardín']),
  ],
  entities: [
    entity(
      'light.kitchen_light',
      'kitchen',
      ['Kitchen Light', 'Küchenlicht', 'Lumière de la cuisine', 'Luz de la cocina'],
      'off',
      COLOUR,
    ),
    entity(
      'light.counter_light',
      'kitchen',
      ['Counter Light', 'Arbeitsplattenlicht', 'Lumière du plan de travail', 'Luz de la encimera'],
      'off',
      DIMMED,
    ),
    entity(
      'switch.coffee_machine',
      'kitchen',
      ['Coffee Machine', 'Kaffeemaschine', 'Machine à café', 'Cafetera'],
      'off',
      { device_class: 'outlet' },
    ),
    entity(
      'media_player.kitchen_speaker',
      'kitchen',
      ['Kitchen Speaker', 'Küchenlautsprecher', 'Enceinte de la cuisine', 'Altavoz de la cocina'],
      'paused',
      { ...SPEAKER, volume_level: 0.3, media_title: 'Morning News' },
    ),
    entity(
      'sensor.kitchen_temperature',
      'kitchen',
      ['Kitchen Temperature', 'Küchentemperatur', 'Température de la cuisine', 'Temperatura de la cocina'],
      '21.5',
      CELSIUS,
    ),
    entity(
      'binary_sensor.kitchen_window',
      'kitchen',
      ['Kitchen Window', 'Küchenfenster', 'Fenêtre de la cuisine', 'Ventana de la cocina'],
      'on',
      { device_class: 'window' },
    ),

    entity(
      'light.living_room_light',
      'living_room',
      [
        'Living Room Light',
        'Wohnzimmerlicht',
        'Lumière du salon',
        'Luz del salón',
        'Ceiling Light',
        'Deckenlampe',
        'Plafonnier',
        'Lámpara de techo',
      ],
      'on',
      { ...COLOUR, brightness: 204, rgb_color: [255, 214, 170] },
    ),
    entity(
      'light.floor_lamp',
      'living_room',
      ['Floor Lamp', 'Stehlampe', 'Lampadaire', 'Lámpara de pie'],
      'off',
      COLOUR,
    ),
    entity(
      'climate.living_room',
      'living_room',
      [
        'Living Room Heating',
        'Wohnzimmerheizung',
        'Chauffage du salon',
        'Calefacción del salón',
        'Thermostat',
        'Thermostat du salon',
        'Termostato',
      ],
      'heat',
      { ...HEATING, temperature: 21, current_temperature: 20.6 },
    ),
    entity(
      'cover.living_room_blinds',
      'living_room',
      ['Living Room Blinds', 'Wohnzimmerrollladen', 'Volets du salon', 'Persianas del salón', 'Wohnzimmerrollo'],
      'open',
      { ...BLIND, current_position: 100 },
    ),
    entity(
      'fan.ceiling_fan',
      'living_room',
      ['Ceiling Fan', 'Deckenventilator', 'Ventilateur de plafond', 'Ventilador de techo'],
      'off',
    ),
    entity(
      'media_player.television',
      'living_room',
      ['Television', 'Fernseher', 'Télévision', 'Televisión', 'TV', 'Télé', 'Tele'],
      'off',
      { volume_level: 0.4 },
    ),
    entity(
      'sensor.living_room_temperature',
      'living_room',
      ['Living Room Temperature', 'Wohnzimmertemperatur', 'Température du salon', 'Temperatura del salón'],
      '20.6',
      CELSIUS,
    ),

    entity(
      'light.bedroom_light',
      'bedroom',
      ['Bedroom Light', 'Schlafzimmerlicht', 'Lumière de la chambre', 'Luz del dormitorio'],
      'off',
      DIMMED,
    ),
    entity(
      'light.bedside_lamp',
      'bedroom',
      ['Bedside Lamp', 'Nachttischlampe', 'Lampe de chevet', 'Lámpara de noche'],
      'off',
      COLOUR,
    ),
    entity(
      'climate.bedroom',
      'bedroom',
      ['Bedroom Heating', 'Schlafzimmerheizung', 'Chauffage de la chambre', 'Calefacción del dormitorio'],
      'heat',
      { ...HEATING, temperature: 18, current_temperature: 18.4 },
    ),
    entity(
      'cover.bedroom_blinds',
      'bedroom',
      [
        'Bedroom Blinds',
        'Schlafzimmerrollladen',
        'Volets de la chambre',
        'Persianas del dormitorio',
        'Schlafzimmerrollo',
      ],
      'closed',
      { ...BLIND, current_position: 0 },
    ),
    entity(
      'sensor.bedroom_temperature',
      'bedroom',
      ['Bedroom Temperature', 'Schlafzimmertemperatur', 'Température de la chambre', 'Temperatura del dormitorio'],
      '18.4',
      CELSIUS,
    ),

    entity(
      'light.hall_light',
      'hall',
      ['Hall Light', 'Flurlicht', "Lumière de l'entrée", 'Luz del pasillo'],
      'off',
      DIMMED,
    ),
    entity('lock.front_door', 'hall', ['Front Door', 'Haustür', "Porte d'entrée", 'Puerta principal'], 'locked'),
    entity(
      'binary_sensor.front_door',
      'hall',
      ['Front Door Contact', 'Haustürkontakt', "Contact de la porte d'entrée", 'Contacto de la puerta principal'],
      'off',
      { device_class: 'door' },
    ),
    entity(
      'binary_sensor.hall_motion',
      'hall',
      ['Hall Motion', 'Flurbewegung', "Mouvement dans l'entrée", 'Movimiento en el pasillo'],
      'off',
      { device_class: 'motion' },
    ),

    entity(
      'light.bathroom_light',
      'bathroom',
      ['Bathroom Light', 'Badlicht', 'Lumière de la salle de bain', 'Luz del baño', 'Badezimmerlicht'],
      'off',
      DIMMED,
    ),
    entity(
      'fan.bathroom_fan',
      'bathroom',
      ['Bathroom Fan', 'Badlüfter', 'Ventilateur de la salle de bain', 'Ventilador del baño'],
      'off',
    ),
    entity(
      'sensor.bathroom_humidity',
      'bathroom',
      ['Bathroom Humidity', 'Luftfeuchtigkeit im Bad', 'Humidité de la salle de bain', 'Humedad del baño'],
      '58',
      PERCENT,
    ),

    entity(
      'light.office_light',
      'office',
      ['Office Light', 'Bürolicht', 'Lumière du bureau', 'Luz de la oficina'],
      'off',
      DIMMED,
    ),
    entity(
      'light.desk_lamp',
      'office',
      ['Desk Lamp', 'Schreibtischlampe', 'Lampe de bureau', 'Lámpara de escritorio'],
      'on',
      { ...DIMMED, brightness: 128 },
    ),
    entity('switch.printer', 'office', ['Printer', 'Drucker', 'Imprimante', 'Impresora'], 'off', {
      device_class: 'outlet',
    }),

    entity(
      'light.garden_lights',
      'garden',
      ['Garden Lights', 'Gartenlichter', 'Lumières du jardin', 'Luces del jardín', 'Gartenbeleuchtung'],
      'off',
      { supported_color_modes: ['onoff'] },
    ),
    entity('switch.fountain', 'garden', ['Fountain', 'Springbrunnen', 'Fontaine', 'Fuente'], 'off'),
    entity(
      'cover.garage_door',
      'garden',
      ['Garage Door', 'Garagentor', 'Porte de garage', 'Puerta del garaje'],
      'closed',
      { device_class: 'garage', supported_features: 3 },
    ),
    entity(
      'sensor.garden_temperature',
      'garden',
      [
        'Outside Temperature',
        'Außentemperatur',
        'Température extérieure',
        'Temperatura exterior',
        'Garden Temperature',
      ],
      '12.3',
      CELSIUS,
    ),

    entity(
      'todo.shopping_list',
      undefined,
      ['Shopping List', 'Einkaufsliste', 'Liste de courses', 'Lista de la compra'],
      '0',
    ),
    entity('calendar.family', undefined, ['Family', 'Familie', 'Famille', 'Familia'], 'off'),
    entity('scene.movie_night', undefined, ['Movie Night', 'Filmabend', 'Soirée cinéma', 'Noche de cine'], 'unknown'),
    entity('scene.good_night', undefined, ['Good Night', 'Gute Nacht', 'Bonne nuit', 'Buenas noches'], 'unknown'),
    entity('scene.breakfast', undefined, ['Breakfast', 'Frühstück', 'Petit déjeuner', 'Desayuno'], 'unknown'),
  ],
};

/** What the scenes of the demo house do. */
export const DEMO_SCENES: Record<string, Command[]> = {
  'scene.movie_night': [
    { action: 'set_brightness', targets: ['light.living_room_light'], value: 10 },
    { action: 'turn_off', targets: ['light.floor_lamp'] },
    { action: 'close', targets: ['cover.living_room_blinds'] },
    { action: 'turn_on', targets: ['media_player.television'] },
  ],
  'scene.good_night': [
    {
      action: 'turn_off',
      targets: DEMO_HOUSE.entities
        .filter(({ domain }) => domain === 'light' || domain === 'media_player')
        .map(({ id }) => id),
    },
    { action: 'close', targets: ['cover.living_room_blinds', 'cover.bedroom_blinds', 'cover.garage_door'] },
    { action: 'lock', targets: ['lock.front_door'] },
  ],
  'scene.breakfast': [
    { action: 'turn_on', targets: ['switch.coffee_machine'] },
    { action: 'set_brightness', targets: ['light.kitchen_light', 'light.counter_light'], value: 80 },
    { action: 'play', targets: ['media_player.kitchen_speaker'] },
  ],
};
