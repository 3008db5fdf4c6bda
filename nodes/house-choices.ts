import { bounded, type Catalogue, catalogueOf } from '../lib/home/catalogue.js';
import { JarvisError } from '../lib/turn/errors.js';
import { within } from '../lib/turn/wait.js';
import { first, running } from './running.js';

const PATIENCE_MS = 12_000;

/** Says that the house isn't deployed. */
export class NoHouse extends JarvisError {
  constructor() {
    super('not-configured', 'No such house is deployed yet: add a home config node, and deploy.');
  }
}

/**
 * What forms offer to choose from in a house, by the id of its config node; without one in the first house.
 * @throws NoHouse; JarvisError home-unreachable, home-unauthorised, timeout
 */
export async function houseChoices(id?: string): Promise<Catalogue> {
  const node = id ? [...running.home].find((one) => one.id === id) : first('home');
  if (!node) throw new NoHouse();
  const { home } = node;
  return await within({ ms: PATIENCE_MS, what: 'The house' }, async (signal) => {
    await home.ready(signal);
    return bounded((await home.catalogue?.(signal)) ?? catalogueOf(home.house()));
  });
}
