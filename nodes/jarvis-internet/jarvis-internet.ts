import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Units } from '../../lib/tools/internet/forecast.js';
import { internetTools } from '../../lib/tools/internet/internet.js';
import { isWebAddress } from '../../lib/turn/address.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { reportFailure, showStatus } from '../adapter.js';
import { first } from '../running.js';
import { setting } from '../settings.js';
import { bringTools } from '../tools.js';

interface InternetDef extends NodeDef {
  weather?: boolean;
  search?: boolean;
  pages?: boolean;
  news?: boolean;
  place?: string;
  units?: Units | 'auto';
  searxng?: string;
  /** One a line. */
  feeds?: string;
}

export default function jarvisInternet(RED: NodeAPI): void {
  function InternetNode(this: Node & { credentials?: { key?: string } }, def: InternetDef): void {
    RED.nodes.createNode(this, def);
    const { weather = true, search = true, pages = true, news = true, units = 'auto' } = def;
    const [place, searxng, key] = [def.place, def.searxng, this.credentials?.key].map((text = '') => text.trim());
    const feeds = (def.feeds ?? '').split(/\s+/).filter(Boolean);
    const weatherServer = setting('JARVIS_WEATHER_URL', undefined) || undefined;
    const wrong = [searxng, weatherServer, ...feeds].find((address) => address && !isWebAddress(address));
    const tools = wrong
      ? []
      : internetTools({
          ...{ weather, search, pages, news, units, feeds, weatherServer },
          ...{ place: place ?? '', searxng: searxng ?? '', key: key ?? '' },
          home: () => first('home')?.home.place?.(),
        });
    bringTools(this, () => tools);
    if (wrong) {
      const message = `"${wrong}" is not an address that begins with http:// or https://. Open this node and mend it.`;
      reportFailure(this, new JarvisError('not-configured', message), {});
    } else showStatus(this, tools.length > 0 ? 'green' : 'grey', 'dot', tools.length > 0 ? 'ready' : 'off');
  }
  RED.nodes.registerType('jarvis-internet', InternetNode as never, { credentials: { key: { type: 'password' } } });
}
