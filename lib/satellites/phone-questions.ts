import { wordFor } from '../home/confirmation.js';
import type { Phones } from '../home/phones.js';
import type { HouseView } from './browser.js';
import type { Sites } from './sites.js';
import type { Emit } from './types.js';

/**
 * What a room is asked before the house is opened, is asked on phones too; the first answer counts as if it had been typed in
 * that room. Gives the way to stop it.
 */
export function askPhones(phones: Phones, house: HouseView, { sites, emit }: { sites: Sites; emit: Emit }): () => void {
  const open = new Map<string, { id: string; language: string }>();
  const close = (site: string) => {
    const known = open.get(site);
    open.delete(site);
    if (known) phones.takeBack(known.id);
  };
  const stops = [
    house.onQuestion((asker, id, asked) => {
      close(asker);
      const site = sites.get(asker);
      if (!site || !id || !asked) return;
      const { question: message, language } = asked;
      open.set(asker, { id, language });
      const title = site.area ?? asker;
      phones.ask(id, { title, message, yes: wordFor(true, language), no: wordFor(false, language) });
    }),
    phones.onAnswer(({ id, yes }) => {
      const [site, asked] = [...open].find(([, one]) => one.id === id) ?? [];
      if (site === undefined || !asked) return;
      close(site);
      const { language } = asked;
      emit('text', { site, text: wordFor(yes, language), by: 'typed', door: 'phone', language });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const site of [...open.keys()]) close(site);
  };
}
