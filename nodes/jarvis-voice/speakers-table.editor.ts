import type { Translate } from '../editor-types.js';
import { ask, refusal } from '../shared/forms.editor.js';

/** The answer of GET jarvis/admin/speakers. */
interface Known {
  /** Voices are told apart, as deployed. */
  isOn: boolean;
  names: string[];
  learning?: { name: string; left: number };
}

const EVERY_MS = 1000;

/** Fills the list of people whose voices are known, and learns another one. */
export function showSpeakers(table: JQuery, t: Translate): void {
  const note = table.siblings('.jarvis-result');
  const [name, site] = [$('#jarvis-speaker-name'), $('#jarvis-speaker-site')];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (thrown) {
      note.attr('data-state', 'failed').text(refusal(thrown, t));
    }
  };
  const refresh = async () => {
    clearTimeout(timer);
    if (!document.contains(table[0] ?? null)) return;
    const { isOn, names, learning } = await ask<Known>('speakers');
    const told = learning
      ? t('speakers.learning', { name: learning.name, left: learning.left })
      : isOn
        ? ''
        : t('speakers.deploy');
    note.attr('data-state', learning ? 'busy' : '').text(told);
    table
      .find('tbody')
      .empty()
      .append(names.map((one) => row(one, t, () => void attempt(() => change('forget', { name: one })))));
    if (learning) timer = setTimeout(() => void attempt(refresh), EVERY_MS);
  };
  const change = async (what: 'learn' | 'forget', body: object) => {
    await ask(`speakers/${what}`, body);
    await refresh();
  };
  $('#jarvis-speaker-learn').on(
    'click',
    () => void attempt(() => change('learn', { name: name.val(), site: site.val() })),
  );
  void attempt(async () => {
    const sites = await ask<{ id: string; name: string }[]>('sites');
    // A choice of none would show nothing.
    if (sites.length > 0) site.empty().append(sites.map((one) => $('<option>').val(one.id).text(one.name)));
    await refresh();
  });
}

function row(name: string, t: Translate, forget: () => void): JQuery {
  const button = $('<button type="button" class="red-ui-button red-ui-button-small">').text(
    t('speakers.forget', { name }),
  );
  return $('<tr>').append($('<td>').text(name), $('<td>').append(button.on('click', forget)));
}
