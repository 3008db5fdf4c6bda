import { hearings, openManyRooms } from '../test/many-rooms.js';
import { type Row, rowOf } from './row.js';

const SENTENCES = 100;

/**
 * How often the nearest of three satellites of different kinds answers a sentence that all hear, once and alone.
 */
export async function benchRooms(): Promise<Row[]> {
  const rooms = await openManyRooms();
  try {
    let right = 0;
    for (const { nearest, how } of hearings(SENTENCES)) {
      const wrong = await rooms.says(nearest, how);
      if (wrong.length === 0) right++;
      else console.error(`${nearest}: ${wrong.join('; ')} ${JSON.stringify(how)}`);
    }
    return [rowOf('rooms/nearest-answers', 'of 100', [right], 'ESPHome board, Hermes and a page; 6 to 18 dB apart')];
  } finally {
    await rooms.close();
  }
}
