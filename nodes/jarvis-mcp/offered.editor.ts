import { type Allowed, allowedIn, type Offers } from '../../lib/tools/mcp/form.js';
import type { Translate } from '../editor-types.js';
import { ask, checkButton } from '../shared/forms.editor.js';

type Offered = Offers['tools'][number];

/** The list of what the deployed node's server offers, with a tick for each tool that the model may call. */
export function offeredTools(id: string, t: Translate): void {
  const [list, field] = [$('#jarvis-mcp-tools'), $('#node-input-allowed')];
  const allowed = () => allowedIn(String(field.val() ?? ''));
  const show = (tools: readonly Offered[]) => {
    const known = new Set(tools.map(({ name }) => name));
    // What was allowed stays to be seen while the server is away, or offers it no more.
    const gone = allowed().filter(({ name }) => !known.has(name));
    const rows = gone.map(({ name }) => ({ name, description: t('label.gone'), reads: false, destroys: false }));
    list.empty().append([...tools, ...rows].map((tool) => rowOf(tool, allowed(), t)));
  };
  list.on('change', 'input, select', () => field.val(JSON.stringify(ticked(list))).trigger('change'));
  show([]);
  const look = $('#jarvis-mcp-look');
  checkButton(look, $('#jarvis-mcp-result'), t, async () => {
    const { state, message, tools } = await ask<Offers>(`mcp/${encodeURIComponent(id)}`);
    show(tools);
    const how = {
      undeployed: t('check.undeployed'),
      connected: t('check.offered', { count: tools.length }),
      connecting: t('check.connecting'),
      failed: '',
    };
    return { ok: state === 'connected', message: message || how[state] };
  });
  look.trigger('click');
}

function rowOf({ name, description, reads, destroys }: Offered, allowed: readonly Allowed[], t: Translate): JQuery {
  const rule = allowed.find((one) => one.name === name);
  const tick = $('<input type="checkbox" class="jarvis-offered-tick">').prop('checked', rule !== undefined);
  const acts = $('<select class="jarvis-offered-kind">')
    .attr('aria-label', t('label.acts', { name }))
    .append($('<option value="reads">').text(t('option.reads')), $('<option value="acts">').text(t('option.acts')))
    .val((rule?.acts ?? !reads) || destroys ? 'acts' : 'reads')
    // What the server calls destructive is nothing else.
    .prop('disabled', destroys);
  return $('<li class="jarvis-offered">')
    .attr('data-name', name)
    .append(
      $('<label class="jarvis-offered-name">').append(tick, document.createTextNode(` ${name}`)),
      acts,
      $('<span class="jarvis-note">').text(description),
    );
}

function ticked(list: JQuery): Allowed[] {
  return list
    .children()
    .toArray()
    .filter((row) => $(row).find('input').is(':checked'))
    .map((row) => ({ name: String($(row).attr('data-name')), acts: $(row).find('select').val() === 'acts' }));
}
