import { type Language, supportedLanguage } from './strings.js';

/** What this browser remembers: which satellite it is, where it stands, what it speaks. */
export interface Settings {
  /** "browser-" and eight hexadecimal digits. */
  site: string;
  area: string | null;
  language: Language;
}

export function loadSettings(): Settings {
  const known = read('site');
  const site = known && /^browser-[0-9a-f]{8}$/.test(known) ? known : newSite();
  write('site', site);
  return { site, area: read('area'), language: supportedLanguage(read('language') ?? navigator.language) };
}

export function saveSettings({ area, language }: Settings): void {
  write('area', area);
  write('language', language);
}

function newSite(): string {
  // Unlike crypto.randomUUID this also exists on plain http pages.
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return `browser-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(`jarvis-${name}`);
  } catch {
    // Storage is switched off: the browser forgets with every reload.
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`jarvis-${name}`);
    else localStorage.setItem(`jarvis-${name}`, value);
  } catch {
    // As above.
  }
}
