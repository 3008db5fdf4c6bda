import { z } from 'zod';
import { reasonOf } from '../turn/errors.js';
import type { Home } from './types.js';

const SEND_MS = 10_000;
/** Home Assistant's event for a button of a notification that was pressed. */
const PRESSED = 'mobile_app_notification_action';
const pressed = z.object({ action: z.string().max(100) });
const ACTION = /^JARVIS_(YES|NO)_([\da-f-]{36})$/;

/** A question as a phone shows it, with the words on its two buttons. */
export interface PhoneQuestion {
  title: string;
  message: string;
  yes: string;
  no: string;
}

/** Phones with Home Assistant's app, on which a question can be answered too. */
export interface Phones {
  /** Their `notify` services, without that word. */
  readonly services: readonly string[];
  /** Shows a message on some of the phones. @throws JarvisError when one of them can't be reached; AbortError. */
  tell(services: readonly string[], message: string, signal: AbortSignal): Promise<void>;
  /** @param id a UUID that nobody can guess: who knows it can answer */
  ask(id: string, question: PhoneQuestion): void;
  /** The question is over: it leaves the phones. */
  takeBack(id: string): void;
  onAnswer(listener: (answer: { id: string; yes: boolean }) => void): () => void;
}

/**
 * The phones behind some `notify` services of the house ("mobile_app_anna"); undefined where there are none.
 * @param failed is told why a phone couldn't be asked
 */
export function phonesOf(
  home: Pick<Home, 'call' | 'onEvent'>,
  services: readonly string[],
  failed: (why: string) => void,
): Phones | undefined {
  const { call } = home;
  if (!call || services.length === 0) return undefined;
  const show = (service: string, data: Record<string, unknown>, signal: AbortSignal) =>
    call({ service: `notify.${service}`, targets: [], data }, signal);
  const send = (data: Record<string, unknown>) => {
    for (const service of services) {
      const sent = show(service, data, AbortSignal.timeout(SEND_MS));
      sent.catch((thrown) => failed(`${service}: ${reasonOf(thrown)}`));
    }
  };
  return {
    services,
    async tell(to, message, signal) {
      await Promise.all(to.map((service) => show(service, { message }, signal)));
    },
    ask(id, { title, message, yes, no }) {
      const actions = [
        // On a locked iPhone a yes needs its owner.
        { action: `JARVIS_YES_${id}`, title: yes, authenticationRequired: true, destructive: true },
        { action: `JARVIS_NO_${id}`, title: no },
      ];
      send({ title, message, data: { tag: id, ttl: 0, priority: 'high', actions } });
    },
    takeBack: (id) => send({ message: 'clear_notification', data: { tag: id } }),
    onAnswer: (listener) =>
      home.onEvent(PRESSED, (data) => {
        const [, answer, id] = ACTION.exec(pressed.safeParse(data).data?.action ?? '') ?? [];
        if (id) listener({ id, yes: answer === 'YES' });
      }),
  };
}
