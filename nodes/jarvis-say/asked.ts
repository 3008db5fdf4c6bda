import type { Node, NodeAPI } from 'node-red';
import type { z } from 'zod';
import { openQuestions } from '../../lib/deciding/questions/questions.js';
import {
  type Answer,
  type AskRequest,
  askSchema,
  type ConverseRequest,
  converseSchema,
  wrongRequest,
} from '../../lib/satellites/questions.js';
import type { HubEvents, SayRequest } from '../../lib/satellites/types.js';
import { closeAll } from '../../lib/turn/closing.js';
import { onClose, onEvents, optionalConfig, reportFailure } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

const ANSWER = 'jarvis_answer';

/**
 * Takes questions for a room and words for the flow that come over MQTT or as Home Assistant events, until the node closes,
 * and tells what came of them in both ways.
 * @param say announces; returns the ids of its turns
 */
export function askedFromOutside(
  RED: NodeAPI,
  node: Node,
  { satellites, home: homeId }: { satellites?: string; home?: string },
  say: (request: SayRequest) => readonly string[],
): void {
  const hub = optionalConfig<SatellitesNode>(RED, satellites)?.hub;
  if (!hub) return;
  const home = optionalConfig<HomeNode>(RED, homeId)?.home;
  const closing = new AbortController();
  const failed = (thrown: unknown) => reportFailure(node, thrown, {});
  const tell = (isEvent: boolean) => (answer: Answer) => {
    hub.answer(answer);
    // Who asked over MQTT needs no event: a user of Home Assistant's who may fire none can do without.
    home?.fire?.(ANSWER, answer, closing.signal).catch(isEvent ? failed : () => undefined);
  };
  const house = () => home?.house();
  const questions = openQuestions({ hub, say, house, name: () => assistantName(), failed });
  const ask = (request: AskRequest, isEvent = false) => questions.ask(request, tell(isEvent));
  // Who asks in another way is told there, and nobody else.
  const asked = (request: AskRequest, told = tell(false)) => questions.ask(request, told);
  const converse = (request: ConverseRequest, isEvent = false) =>
    void hub.converse(request, closing.signal).then(tell(isEvent)).catch(failed);

  onEvents<HubEvents>(node, hub, { ask: asked, converse: (request) => converse(request) });
  const event = <Schema extends z.ZodType>(
    type: string,
    schema: Schema,
    take: (request: z.infer<Schema>, isEvent: true) => void,
  ) =>
    home?.onEvent(type, (data) => {
      const parsed = schema.safeParse(data);
      if (parsed.success) take(parsed.data, true);
      else failed(wrongRequest(`The event ${type}`, parsed.error));
    });
  const stops = [event('jarvis_ask', askSchema, ask), event('jarvis_converse', converseSchema, converse)];
  onClose(node, () => closeAll([...stops.map((stop) => () => stop?.()), questions.close, () => closing.abort()]));
}
