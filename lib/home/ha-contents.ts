import { z } from 'zod';
import { dayAt, dayOf, isoOf, momentOf } from '../language/when/calendar.js';
import { JarvisError } from '../turn/errors.js';
import { type CalendarEvent, type Contents, MAX_EVENTS, MAX_ITEMS, MAX_SUMMARY } from './contents.js';
import type { Session } from './ha-link.js';
import { oneLine } from './ha-registry.js';

const MAX_ID = 500;
const MAX_FORECASTS = 20;

const text = z.string().transform((said) => oneLine(said.slice(0, MAX_SUMMARY)));
const number = z.number().finite().optional().catch(undefined);
const items = z.object({ items: z.array(z.unknown()) });
const item = z.object({ summary: text, uid: z.string().min(1).max(MAX_ID).nullish() });
const events = z.object({ events: z.array(z.unknown()) });
const event = z.object({ summary: text, start: z.string().max(40), end: z.string().max(40) });
const forecasts = z.object({ forecast: z.array(z.unknown()) });
const forecast = z.object({
  datetime: z.string().max(40),
  condition: z.string().max(40).catch(''),
  temperature: number,
  templow: number,
  precipitation_probability: number,
});
const found = z.object({ result: z.array(z.unknown()) });
const media = z.object({
  title: text,
  media_content_id: z.string().max(MAX_ID),
  media_content_type: z.string().max(MAX_SUMMARY),
  can_play: z.literal(true),
});

const WHOLE_DAY = /^\d{4}-\d\d-\d\d$/;

/** What Home Assistant's lists, calendars, weather and players hold; days are those of its time zone. */
export function haContents(
  session: (signal: AbortSignal) => Promise<Session>,
  timeZone: () => string | undefined,
): Contents {
  async function call(service: string, entity: string, data: object, signal: AbortSignal, returns = false) {
    const [domain, name] = service.split('.');
    const to = await session(signal);
    return await to.ask<{ response?: Record<string, unknown> }>(
      {
        ...{ type: 'call_service', domain, service: name, service_data: data, target: { entity_id: entity } },
        ...(returns && { return_response: true }),
      },
      signal,
    );
  }

  /** What a service answers of an entity. */
  async function read<Answer>(
    service: string,
    entity: string,
    data: object,
    schema: z.ZodType<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const answer = await call(service, entity, data, signal, true);
    const parsed = schema.safeParse(answer?.response?.[entity]);
    if (parsed.success) return parsed.data;
    throw new JarvisError('home-refused', `Home Assistant's answer to ${service} can't be read.`);
  }

  const itemsOf = async (list: string, status: string, signal: AbortSignal) => {
    const all = await read('todo.get_items', list, { status: [status] }, items, signal);
    return known(all.items.slice(0, MAX_ITEMS), item).map(({ uid, summary }) => ({ id: uid ?? summary, summary }));
  };

  const atOf = (said: string) => {
    if (!WHOLE_DAY.test(said)) return Date.parse(said);
    const [year = 0, month = 1, day = 1] = said.split('-').map(Number);
    return momentOf(dayOf(year, month, day), timeZone());
  };

  return {
    items: async (list, signal) => await itemsOf(list, 'needs_action', signal),
    doneItems: async (list, signal) => await itemsOf(list, 'completed', signal),
    async addItem(list, summary, signal) {
      await call('todo.add_item', list, { item: summary.slice(0, MAX_SUMMARY) }, signal);
    },
    async completeItem(list, { id }, signal) {
      await call('todo.update_item', list, { item: id, status: 'completed' }, signal);
    },
    async removeItem(list, { id }, signal) {
      await call('todo.remove_item', list, { item: [id] }, signal);
    },
    async clearDone(list, signal) {
      await call('todo.remove_completed_items', list, {}, signal);
    },
    async events(calendar, from, to, signal) {
      const span = { start_date_time: new Date(from).toISOString(), end_date_time: new Date(to).toISOString() };
      const all = await read('calendar.get_events', calendar, span, events, signal);
      return known(all.events.slice(0, MAX_EVENTS), event)
        .map(({ summary, start, end }): CalendarEvent => {
          return { summary, from: atOf(start), to: atOf(end), wholeDay: WHOLE_DAY.test(start) };
        })
        .filter((one) => Number.isFinite(one.from) && Number.isFinite(one.to))
        .sort((a, b) => a.from - b.from);
    },
    async addEvent(calendar, { summary, from, to, wholeDay }, signal) {
      const days = { start_date: isoOf(dayAt(from, timeZone())), end_date: isoOf(dayAt(to, timeZone())) };
      const times = { start_date_time: new Date(from).toISOString(), end_date_time: new Date(to).toISOString() };
      const when = wholeDay ? days : times;
      await call('calendar.create_event', calendar, { summary: summary.slice(0, MAX_SUMMARY), ...when }, signal);
    },
    async forecasts(weather, signal) {
      const all = await read('weather.get_forecasts', weather, { type: 'daily' }, forecasts, signal);
      return known(all.forecast.slice(0, MAX_FORECASTS), forecast)
        .map(({ datetime, condition, temperature, templow, precipitation_probability }) => {
          const at = atOf(datetime);
          return { at, condition, high: temperature, low: templow, likely: precipitation_probability };
        })
        .filter(({ at }) => Number.isFinite(at));
    },
    async search(player, query, signal) {
      const all = await read('media_player.search_media', player, { search_query: query }, found, signal);
      const [first] = known(all.result.slice(0, MAX_ITEMS), media);
      return first && { id: first.media_content_id, type: first.media_content_type, title: first.title };
    },
    async playMedia(player, { id, type }, signal) {
      await call('media_player.play_media', player, { media_content_id: id, media_content_type: type }, signal);
    },
  };
}

/** Those of some rows that are what they should be. */
function known<Row>(rows: readonly unknown[], schema: z.ZodType<Row>): Row[] {
  return rows.flatMap((row) => schema.safeParse(row).data ?? []);
}
