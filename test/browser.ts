import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { wavOf } from '../lib/audio/wav.js';
import { packageRoot } from './package-root.js';

const run = promisify(execFile);

const QUIET = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface Browser {
  page: Page;
  /** What the console showed as an error, and what nobody caught. Empty it to begin anew. */
  errors: string[];
  /** Hosts beside this machine that the page asked for; none of them was reached. */
  outside: Set<string>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Pixels; 1280 × 900 unless given. */
  width?: number;
  height?: number;
  /** What the browser says the person reads, for example `de`. */
  locale?: string;
  /** A WAV that is the microphone, from its start each time one is opened; then silence. */
  microphone?: string;
}

/** Opens Debian's Chromium with one page that can reach this machine only. */
export async function openBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { width = 1280, height = 900, locale = 'en-US', microphone } = options;
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: [
      ...QUIET,
      '--autoplay-policy=no-user-gesture-required',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(microphone ? [`--use-file-for-fake-audio-capture=${microphone}%noloop`] : []),
    ],
  });
  const context = await browser.newContext({ viewport: { width, height }, locale });
  const outside = new Set<string>();
  await context.route('**/*', (route) => {
    const { hostname, protocol } = new URL(route.request().url());
    if (hostname === '127.0.0.1' || !protocol.startsWith('http')) return route.continue();
    outside.add(hostname);
    return route.abort();
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  return { page, errors, outside, close: () => browser.close() };
}

/** A microphone for {@link openBrowser} into which sentences can be put between one opening and the next. */
export interface Tape {
  file: string;
  /** Puts a sentence on the tape, spoken by the command `say TEXT WAV`, with silence before and after it. */
  record(text: string): Promise<void>;
  remove(): void;
}

/** @param say command that speaks a text into a WAV. */
export function openTape(say: string): Tape {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-tape-'));
  const file = path.join(folder, 'microphone.wav');
  return {
    file,
    record: async (text) => {
      const spoken = path.join(folder, 'spoken.wav');
      await run(say, [text, spoken]);
      await run('sox', [spoken, '-r', '48000', '-c', '1', '-b', '16', file, 'pad', '1', '30']);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a page's loudspeaker got. */
export interface Loudspeaker {
  /** Stops the recording, begins the next one, and gives the WAV (16 kHz mono) of everything since the last time. */
  take(): Promise<Buffer>;
}

/** Records what a page, from its next opening on, sends to its loudspeaker, behind everything the page itself does. */
export async function listenTo(page: Page): Promise<Loudspeaker> {
  await page.addInitScript({ path: path.join(packageRoot(), 'test/browser-recorder.js') });
  return {
    take: async () => {
      const samples = await page.evaluate<string>('jarvisRecording()');
      return wavOf({ rate: 16_000, samples: Buffer.from(samples, 'base64') });
    },
  };
}
