/** What is on a list. Words are those of people, or of whoever sent them: never acted upon. */
export interface Item {
  /** As Home Assistant finds it again: its id, or its words. */
  id: string;
  summary: string;
}

export interface CalendarEvent {
  summary: string;
  /** Milliseconds since the epoch, `to` not included. */
  from: number;
  to: number;
  /** It takes whole days, of which `from` is midnight. */
  wholeDay: boolean;
}

/** The weather of a day. */
export interface Forecast {
  /** Milliseconds since the epoch. */
  at: number;
  /** As Home Assistant calls it: "rainy", "partlycloudy". */
  condition: string;
  /** Highest and lowest, in the unit of the house. */
  high?: number | undefined;
  low?: number | undefined;
  /** Of rain or snow, in percent. */
  likely?: number | undefined;
}

/** Something that a player can play. */
export interface Media {
  id: string;
  type: string;
  title: string;
}

/**
 * What lists, calendars, weather and players of the house hold, each by the id of its entity: whoever asks takes care that
 * it may be spoken about. All throw JarvisError home-unreachable, home-refused; AbortError.
 */
export interface Contents {
  /** What is still to be done, at most MAX_ITEMS. */
  items(list: string, signal: AbortSignal): Promise<Item[]>;
  addItem(list: string, summary: string, signal: AbortSignal): Promise<void>;
  completeItem(list: string, item: Item, signal: AbortSignal): Promise<void>;
  removeItem(list: string, item: Item, signal: AbortSignal): Promise<void>;
  /** What is done and still on it, at most MAX_ITEMS. */
  doneItems(list: string, signal: AbortSignal): Promise<Item[]>;
  /** Takes off what is done. */
  clearDone(list: string, signal: AbortSignal): Promise<void>;
  /** In their order, at most MAX_EVENTS. */
  events(calendar: string, from: number, to: number, signal: AbortSignal): Promise<CalendarEvent[]>;
  addEvent(calendar: string, event: CalendarEvent, signal: AbortSignal): Promise<void>;
  /** Of today and the days to come. */
  forecasts(weather: string, signal: AbortSignal): Promise<Forecast[]>;
  /** The best that a player finds; undefined when it finds nothing that it can play. */
  search(player: string, query: string, signal: AbortSignal): Promise<Media | undefined>;
  playMedia(player: string, media: Media, signal: AbortSignal): Promise<void>;
}

export const MAX_ITEMS = 500;
export const MAX_EVENTS = 100;
/** Most letters of an item, an event or a title. */
export const MAX_SUMMARY = 100;
