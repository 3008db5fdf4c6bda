import type { Finding } from '../../lib/doctor/findings.js';
import type { MicrophoneTest, SatelliteList, SiteReport } from '../../lib/satellites/list-types.js';
import type { EditorRed, Translate } from '../editor-types.js';
import { ask, refusal } from '../shared/forms.editor.js';

declare const RED: EditorRed;

/** How often what satellites do is asked for while somebody sees it, in milliseconds, and after a failure. */
const EVERY_MS = 500;
const AGAIN_MS = 5_000;
/** Longer than a test and a self-test take, in seconds. */
const TEST_S = 60;
const SELF_TEST_S = 300;
/** What the meter shows, in dBFS. */
const METER = { min: -80, low: -60, high: -6, max: 0 };

/** One satellite as a line of the list. */
interface Line {
  root: JQuery;
  show(site: SiteReport): void;
}

/** Shows in the form what each satellite does, with a test of each, and the self-test. @param id of the config node */
export function showLive(root: JQuery, id: string, t: Translate): void {
  const note = $('<p class="jarvis-live-note" role="status">').text(t('check.busy'));
  const list = $('<ul>').attr('aria-label', t('live.title'));
  root.append($('<h4>').text(t('live.title')), note, list, selfTest(t));
  const lines = new Map<string, Line>();
  const route = `satellites/${encodeURIComponent(id)}`;

  const show = ({ broker, sites }: SatelliteList) => {
    const isBroken = broker.state === 'disconnected' || broker.state === 'connecting';
    note.text(isBroken ? broker.detail : sites.length === 0 ? t('choices.sites') : '');
    for (const [site, { root: gone }] of lines) {
      if (sites.some((one) => one.id === site)) continue;
      gone.remove();
      lines.delete(site);
    }
    for (const site of sites) {
      const line = lines.get(site.id) ?? lineOf(site.id, route, t);
      line.show(site);
      if (!lines.has(site.id)) list.append(line.root);
      lines.set(site.id, line);
    }
  };
  whileSeen(root, async () => {
    try {
      show(await ask<SatelliteList>(route));
      return EVERY_MS;
    } catch (thrown) {
      list.empty();
      lines.clear();
      note.text(refusal(thrown, t));
      return AGAIN_MS;
    }
  });
}

/** Does something again and again while an element is seen. @param look gives how long to wait, in milliseconds; never rejects */
function whileSeen(root: JQuery, look: () => Promise<number>): void {
  let isSeen = false;
  let runs = false;
  const run = async () => {
    if (runs) return;
    runs = true;
    while (isSeen && !document.hidden && root[0]?.isConnected) {
      const ms = await look();
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    runs = false;
  };
  const observer = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting === true;
    void run();
  });
  const again = () => {
    if (root[0]?.isConnected) return void run();
    document.removeEventListener('visibilitychange', again);
    observer.disconnect();
  };
  document.addEventListener('visibilitychange', again);
  for (const one of root) observer.observe(one);
}

function lineOf(id: string, route: string, t: Translate): Line {
  const part = (of: string) => $(`<span class="jarvis-live-${of}">`);
  const [health, name, about, decibels] = [part('health'), part('name'), part('about'), part('decibels')];
  const meter = $('<meter>').attr({ ...METER, 'aria-label': t('live.level', { site: id }) });
  const words = part('words');
  const result = part('result').attr('role', 'status');
  const button = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .text(t('live.test'))
    .attr('aria-label', t('live.testOf', { site: id }));
  const say = (state: 'busy' | 'ok' | 'failed', text: string) => result.attr('data-state', state).text(text);
  button.on('click', () => {
    button.prop('disabled', true);
    say('busy', t('live.testing'));
    ask<MicrophoneTest>(`${route}/test`, { site: id }, TEST_S)
      .then(
        ({ verdict, level }) => say(verdict === 'good' ? 'ok' : 'failed', t(`live.verdict.${verdict}`, { level })),
        (thrown: unknown) => say('failed', refusal(thrown, t)),
      )
      .finally(() => button.prop('disabled', false));
  });
  const who = part('who').append(name, ' ', about);
  const root = $('<li>').append(health, who, meter, decibels, button, words, result);

  return {
    root,
    show(site) {
      const kind = t(`live.kind.${site.via}`);
      const state = site.deaf ? 'off' : site.health;
      health.attr('data-state', state);
      name.text(site.area ? `${site.area} (${id})` : id);
      const ago = site.health === 'silent' ? ` ${time(site.lastSeen)}` : '';
      about.text(`${kind} · ${t(`live.health.${state}`)}${ago}`);
      meter.val(site.level ?? METER.min);
      decibels.text(site.level === undefined ? '–' : `${site.level} dB`);
      words
        .empty()
        .append([site.problem, heardOf(site, t), droppedOf(site, t)].map((text) => $('<span>').text(text ?? '')));
      // A conversation of Home Assistant's has no microphone here.
      for (const one of [button, meter, decibels]) one.toggle(site.via !== 'assist');
    },
  };
}

const time = (at: number) =>
  new Date(at).toLocaleTimeString(RED.i18n.lang(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });

// What others said is put behind words of ours, not into them: a translation would look for names in it.
function heardOf({ heard }: SiteReport, t: Translate): string {
  return heard ? `${t('live.heard', { time: time(heard.at) })} ${heard.text}` : '';
}

function droppedOf({ dropped }: SiteReport, t: Translate): string {
  if (!dropped) return '';
  const { why, detail } = dropped;
  const told = `${t('live.dropped', { time: time(dropped.at) })} ${t(`live.why.${why}`)}`;
  return detail ? `${told} (${detail})` : told;
}

/** The button that walks every stage, and what came of each. */
function selfTest(t: Translate): JQuery {
  const button = $('<button type="button" class="red-ui-button">').text(t('live.selfTest'));
  const result = $('<div role="status">');
  button.on('click', () => {
    button.prop('disabled', true);
    result.empty().text(t('live.walking'));
    ask<Finding[]>('self-test', {}, SELF_TEST_S)
      .then(
        (found) =>
          void result.empty().append($('<ol class="jarvis-stages">').append(found.map((one) => stageOf(one, t)))),
        (thrown: unknown) => void result.text(refusal(thrown, t)),
      )
      .finally(() => button.prop('disabled', false));
  });
  return $('<div class="jarvis-self-test">').append(button, result);
}

function stageOf({ stage, outcome, told }: Finding, t: Translate): JQuery {
  const state = outcome === 'skipped' ? 'busy' : outcome;
  const head = $('<b>').text(`${t(`live.stage.${stage}`)}: ${t(`live.outcome.${outcome}`)}`);
  return $('<li>').attr('data-state', state).append(head, ' ', $('<span>').text(told));
}
