import type { Translate } from '../editor-types.js';
import { ask, refusal } from '../shared/forms.editor.js';

/** A row of GET jarvis/admin/models. */
interface Model {
  name: string;
  /** What it is for, one line. */
  what: string;
  licence: string;
  /** Size of the download. */
  bytes: number;
  source: string;
  state: 'missing' | 'pulling' | 'ready' | 'failed';
  /** Bytes that have arrived. */
  done?: number;
  error?: string;
}

const EVERY_MS = 1000;

/** Fills the table with the speech models and keeps asking for progress while one is being pulled. */
export function showModels(table: JQuery, t: Translate): void {
  const body = table.find('tbody');
  const note = table.siblings('.jarvis-result');
  let timer: ReturnType<typeof setTimeout> | undefined;

  const refresh = async () => {
    clearTimeout(timer);
    if (!document.contains(table[0] ?? null)) return;
    try {
      const models = await ask<Model[]>('models');
      note.attr('data-state', '').text('');
      body.empty().append(models.map((model) => row(model, t, () => void pull(model.name))));
      if (models.some(({ state }) => state === 'pulling')) timer = setTimeout(() => void refresh(), EVERY_MS);
    } catch (thrown) {
      note.attr('data-state', 'failed').text(refusal(thrown, t));
    }
  };
  const pull = async (name: string) => {
    try {
      await ask(`models/${encodeURIComponent(name)}`, {});
      await refresh();
    } catch (thrown) {
      note.attr('data-state', 'failed').text(refusal(thrown, t));
    }
  };
  void refresh();
}

function row(model: Model, t: Translate, pull: () => void): JQuery {
  const name = $('<td>').append($('<span>').text(model.name), $('<small>').text(model.what));
  if (model.state === 'failed' && model.error) {
    name.append($('<small class="jarvis-result" data-state="failed">').text(model.error));
  }
  const size = $('<td>')
    .text(megabytes(model.bytes))
    .attr('title', t('models.from', { source: model.source }));
  return $('<tr>').append(name, $('<td>').text(model.licence), size, state(model, t, pull));
}

function state(model: Model, t: Translate, pull: () => void): JQuery {
  const cell = $('<td>');
  if (model.state === 'ready') return cell.text(t('models.ready'));
  if (model.state === 'pulling') {
    const done = model.done ?? 0;
    const bar = $('<progress>').attr({ max: Math.max(model.bytes, 1), value: done, 'aria-label': model.name });
    return cell.append(bar, $('<small>').text(`${megabytes(done)} / ${megabytes(model.bytes)}`));
  }
  const button = $('<button type="button" class="red-ui-button red-ui-button-small">');
  button.text(t(model.state === 'failed' ? 'models.again' : 'models.pull', { name: model.name }));
  return cell.append(
    button.on('click', () => {
      button.prop('disabled', true);
      pull();
    }),
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString(undefined, { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`;
}
