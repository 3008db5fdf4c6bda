/** What changes: an entity's state, or attributes of it. */
export type Changes = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** What is said in a room, and what is to become of it: these changes and no other. */
export interface Request {
  language: string;
  /** Id of the area, empty where the speaker's room isn't known. */
  area: string;
  say: string;
  changes: Changes;
  /** Of what is answered. */
  answer?: RegExp;
}

const said =
  (language: string, area = '') =>
  (say: string, changes: Changes = {}, answer?: RegExp): Request => ({
    ...{ language, area, say, changes },
    ...(answer && { answer }),
  });

const [house, kitchen, bedroom, living, office, hall] = [
  said('en'),
  said('en', 'kitchen'),
  said('en', 'bedroom'),
  said('en', 'living_room'),
  said('en', 'office'),
  said('en', 'hallway'),
];
const [haus, küche, schlafzimmer, wohnzimmer] = [
  said('de'),
  said('de', 'kitchen'),
  said('de', 'bedroom'),
  said('de', 'living_room'),
];
const [maison, cuisine, chambre, salon] = [
  said('fr'),
  said('fr', 'kitchen'),
  said('fr', 'bedroom'),
  said('fr', 'living_room'),
];
const [casa, cocina, dormitorio, salón] = [
  said('es'),
  said('es', 'kitchen'),
  said('es', 'bedroom'),
  said('es', 'living_room'),
];

const on = 'on';
const off = 'off';

const players = ['kitchen', 'bedroom', 'living_room'].map((room) => `media_player.${room}_speaker`);
const [light, back] = ['light.living_room_rgbww_lights', 'lock.back_door'];

/** What makes the house as the first request finds it. */
export const BEFORE: readonly (readonly [service: string, data: Record<string, unknown>])[] = [
  ['light/turn_on', { entity_id: light, rgb_color: [255, 200, 100] }],
  ...['light', 'fan', 'switch'].map((domain) => [`${domain}/turn_off`, { entity_id: 'all' }] as const),
  ['cover/set_cover_position', { entity_id: 'cover.hall_window', position: 30 }],
  ['cover/close_cover', { entity_id: 'cover.garage_door' }],
  ['climate/set_temperature', { entity_id: 'climate.ecobee', target_temp_low: 21, target_temp_high: 24 }],
  ['climate/set_temperature', { entity_id: 'climate.hvac', temperature: 21 }],
  ['media_player/media_play', { entity_id: players }],
  ['media_player/volume_set', { entity_id: players, volume_level: 1 }],
  ['media_player/volume_mute', { entity_id: players, is_volume_muted: false }],
  ['vacuum/return_to_base', { entity_id: 'vacuum.robot' }],
  ['lock/unlock', { entity_id: back }],
];

/** In this order: each begins where the one before has left the house. */
export const REQUESTS: readonly Request[] = [
  // lights
  kitchen('turn on the kitchen light', { 'light.kitchen_light': on }, /kitchen light/i),
  kitchen('is the kitchen light on?', {}, /on/i),
  kitchen('dim the kitchen light to 40 percent', { 'light.kitchen_light': { brightness: 102 } }),
  kitchen('make it a bit brighter', { 'light.kitchen_light': { brightness: 153 } }),
  kitchen('turn it off again', { 'light.kitchen_light': off }),
  bedroom('could you switch on the bedroom lamp please', { 'light.bedroom_lamp': on }),
  bedroom('set the bedroom lamp to 50 percent', {}, /dim/i),
  bedroom('and now off', { 'light.bedroom_lamp': off }),
  bedroom('turn the bed light red', { 'light.bed_light': { rgb_color: [255, 0, 0] } }),
  bedroom('turn off all lights in the bedroom', { 'light.bed_light': off }),
  office('lights on', { 'light.office_rgbw_lights': on }),
  office('turn off the lights', { 'light.office_rgbw_lights': off }),
  living('turn on the living room lights', { 'light.living_room_rgbww_lights': on }),
  living('make the living room lights blue', { 'light.living_room_rgbww_lights': { rgb_color: [0, 0, 255] } }),
  house('turn off the lights in the living room', { 'light.living_room_rgbww_lights': off }),
  house('turn on the lights upstairs', {
    'light.bedroom_lamp': on,
    'light.bed_light': on,
    'light.office_rgbw_lights': on,
  }),
  house('turn off the lights upstairs', {
    'light.bedroom_lamp': off,
    'light.bed_light': off,
    'light.office_rgbw_lights': off,
  }),
  house('which lights are on?', {}, /./),
  hall('turn on the entrance lights', { 'light.entrance_color_white_lights': on }),
  hall('turn off everything in the hallway', { 'light.entrance_color_white_lights': off }),
  küche('mach die Küchenlampe an', { 'light.kitchen_light': on }),
  küche('ist das Licht in der Küche an?', {}, /an/),
  küche('stell die Küchenlampe auf 30 Prozent', { 'light.kitchen_light': { brightness: 76 } }),
  küche('mach sie wieder aus', { 'light.kitchen_light': off }),
  schlafzimmer('schalte die Nachttischlampe ein', { 'light.bedroom_lamp': on }),
  schlafzimmer('Nachttischlampe aus', { 'light.bedroom_lamp': off }),
  haus('schalte das Licht im Büro ein', { 'light.office_rgbw_lights': on }),
  haus('mach im Büro das Licht aus', { 'light.office_rgbw_lights': off }),
  wohnzimmer('mach das Licht an', { 'light.living_room_rgbww_lights': on }),
  wohnzimmer('mach das Licht aus', { 'light.living_room_rgbww_lights': off }),
  cuisine('allume la lampe de la cuisine', { 'light.kitchen_light': on }),
  cuisine('éteins-la', { 'light.kitchen_light': off }),
  chambre('allume la lampe de chevet', { 'light.bedroom_lamp': on }),
  chambre('éteins la lampe de chevet', { 'light.bedroom_lamp': off }),
  maison('allume la lumière du bureau', { 'light.office_rgbw_lights': on }),
  maison('éteins les lumières du bureau', { 'light.office_rgbw_lights': off }),
  cocina('enciende la lámpara de la cocina', { 'light.kitchen_light': on }),
  cocina('apágala', { 'light.kitchen_light': off }),
  dormitorio('enciende la lamparita', { 'light.bedroom_lamp': on }),
  dormitorio('apaga la lamparita', { 'light.bedroom_lamp': off }),
  casa('enciende las luces del despacho', { 'light.office_rgbw_lights': on }),
  casa('apaga las luces del despacho', { 'light.office_rgbw_lights': off }),
  // switches and fans
  kitchen('turn on the fridge plug', { 'switch.fridge_plug': on }),
  kitchen('switch the fridge plug off', { 'switch.fridge_plug': off }),
  office('turn on the decorative lights', { 'switch.decorative_lights': on }),
  office('turn the decorative lights off', { 'switch.decorative_lights': off }),
  bedroom('turn on the ceiling fan', { 'fan.ceiling_fan': on }),
  bedroom('turn off the fan', { 'fan.ceiling_fan': off }),
  wohnzimmer('schalte den Ventilator ein', { 'fan.living_room_fan': on }),
  wohnzimmer('schalte den Ventilator aus', { 'fan.living_room_fan': off }),
  chambre('allume le ventilateur', { 'fan.ceiling_fan': on }),
  chambre('éteins le ventilateur', { 'fan.ceiling_fan': off }),
  salón('enciende el ventilador', { 'fan.living_room_fan': on }),
  salón('apaga el ventilador', { 'fan.living_room_fan': off }),
  // covers
  hall('close the hall window', { 'cover.hall_window': 'closed' }),
  kitchen('is the garage door open?', {}, /closed|no/i),
  house('open the garage door', {}, /\?$/),
  house('no', {}),
  house('open the garage door', {}, /\?$/),
  house('yes', { 'cover.garage_door': 'open' }),
  house('close the garage door', { 'cover.garage_door': 'closed' }),
  // heating
  living('set the ecobee to 22 degrees', { 'climate.ecobee': { target_temp_low: 20.5, target_temp_high: 23.5 } }),
  office('set the hvac to 23 degrees', { 'climate.hvac': { temperature: 23 } }),
  office('make it one degree warmer', { 'climate.hvac': { temperature: 24 } }),
  office('what is the temperature?', {}, /\d/),
  kitchen('how warm is it in the kitchen?', {}, /21\.5/),
  küche('wie warm ist es in der Küche?', {}, /21,5/),
  cuisine('quelle est la température dans la cuisine ?', {}, /21,5/),
  cocina('¿qué temperatura hace en la cocina?', {}, /21,5/),
  // players
  kitchen('set the volume to 30 percent', { 'media_player.kitchen_speaker': { volume_level: 0.3 } }),
  kitchen('a bit louder', { 'media_player.kitchen_speaker': { volume_level: 0.4 } }),
  kitchen('mute the radio', { 'media_player.kitchen_speaker': { is_volume_muted: true } }),
  kitchen('unmute the radio', { 'media_player.kitchen_speaker': { is_volume_muted: false } }),
  bedroom('pause the music', { 'media_player.bedroom_speaker': 'paused' }),
  bedroom('resume the music', { 'media_player.bedroom_speaker': 'playing' }),
  küche('stell das Küchenradio auf 50 Prozent', { 'media_player.kitchen_speaker': { volume_level: 0.5 } }),
  salon('mets la musique en pause', { 'media_player.living_room_speaker': 'paused' }),
  salon('reprends la musique', { 'media_player.living_room_speaker': 'playing' }),
  // vacuum
  living('start the robot', { 'vacuum.robot': 'cleaning' }),
  living('pause the robot', { 'vacuum.robot': 'paused' }),
  living('send the robot back to its base', { 'vacuum.robot': 'docked' }),
  wohnzimmer('starte den Staubsauger', { 'vacuum.robot': 'cleaning' }),
  wohnzimmer('schicke den Staubsauger zurück zur Basis', { 'vacuum.robot': 'docked' }),
  salon('démarre l’aspirateur', { 'vacuum.robot': 'cleaning' }),
  salon('renvoie l’aspirateur à sa base', { 'vacuum.robot': 'docked' }),
  salón('inicia la aspiradora', { 'vacuum.robot': 'cleaning' }),
  salón('devuelve la aspiradora a la base', { 'vacuum.robot': 'docked' }),
  // locks
  hall('lock the back door', { 'lock.back_door': 'locked' }),
  hall('is the back door locked?', {}, /locked|yes/i),
  hall('unlock the back door', {}, /\?$/),
  hall('yes please', { 'lock.back_door': 'unlocked' }),
  haus('schließ die Hintertür ab', { 'lock.back_door': 'locked' }),
  haus('ist die Hintertür abgeschlossen?', {}, /abgeschlossen/),
  haus('schließ die Hintertür auf', {}, /\?$/),
  haus('lieber nicht', {}),
  // several at once
  kitchen('turn on the kitchen light and the bedroom lamp', { 'light.kitchen_light': on, 'light.bedroom_lamp': on }),
  kitchen('turn off the kitchen light and the bedroom lamp', { 'light.kitchen_light': off, 'light.bedroom_lamp': off }),
  küche('mach die Küchenlampe und die Nachttischlampe an', { 'light.kitchen_light': on, 'light.bedroom_lamp': on }),
  küche('mach die Küchenlampe und die Nachttischlampe aus', { 'light.kitchen_light': off, 'light.bedroom_lamp': off }),
  // scenes and scripts
  house('activate movie night', { 'light.living_room_rgbww_lights': on }, /movie night/i),
  living('lights off', { 'light.living_room_rgbww_lights': off }),
  // what is only asked, told, denied, conditional or nonsense changes nothing
  kitchen('did you turn on the kitchen light?', {}),
  kitchen("don't turn on the kitchen light", {}),
  kitchen('why is the kitchen light off?', {}),
  kitchen('I turned on the kitchen light yesterday', {}),
  kitchen('can the kitchen light be dimmed?', {}),
  kitchen('should I turn on the heating?', {}),
  kitchen('what happens if I open the garage door?', {}),
  kitchen('turn on the dishwasher', {}),
  kitchen('turn on the kitten light bulb song', {}),
  kitchen('tell me a joke', {}),
  kitchen('who is the president', {}),
  kitchen('call me in ten minutes', {}),
  kitchen('the kitchen light is nice', {}),
  kitchen('turn on the ac', {}),
  house('set the kitchen light to 400 percent', {}),
  küche('mach das Licht nicht an', {}),
  küche('warum ist das Licht aus?', {}),
  küche('soll ich das Licht einschalten?', {}),
  küche('wer hat das Licht eingeschaltet?', {}),
  küche('schalte den Geschirrspüler ein', {}),
  cuisine("n'allume pas la lumière", {}),
  cuisine('pourquoi la lumière est-elle éteinte ?', {}),
  cuisine('allume le lave-vaisselle', {}),
  cocina('no enciendas la luz', {}),
  cocina('¿por qué está apagada la luz?', {}),
  cocina('enciende el lavavajillas', {}),
];
