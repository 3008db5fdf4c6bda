import { type Allowed, allowedIn, ruleFor } from '../../lib/tools/mcp/form.js';
import type { Translate } from '../editor-types.js';
import { type Checked, checkButton } from './forms.editor.js';

/** What a tool is ticked as. */
const KINDS = ['reads', 'acts', 'asks'] as const;

/** A tool that can be ticked. */
export interface Offered {
  name: string;
  description: string;
  /** It is known to change nothing. */
  reads: boolean;
  /** It is known to take something away for good. */
  destroys: boolean;
  /** What it is like now, where a tick is for that alone. */
  mark?: string;
}

/**
 * The list of what there is now, with a tick for each tool that the model may call.
 * @param look Asks what there is. Called at once, and whenever the button is clicked.
 */
export function offeredTools(t: Translate, look: () => Promise<Checked & { tools: readonly Offered[] }>): void {
  const [list, field] = [$('#jarvis-offered'), $('#node-input-allowed')];
  const allowed = () => allowedIn(String(field.val() ?? ''));
  const show = (tools: readonly Offered[]) => {
    const known = new Set(tools.map(({ name }) => name));
    // What was allowed stays to be seen while it is away.
    const gone = allowed().filter(({ name }) => !known.has(name));
    const rows = gone.map(({ name, mark }) => {
      return { name, description: t('label.gone'), reads: false, destroys: false, ...(mark !== undefined && { mark }) };
    });
    list.empty().append([...tools, ...rows].map((tool) => rowOf(tool, allowed(), t)));
  };
  list.on('change', 'input, select', () => field.val(JSON.stringify(ticked(list))).trigger('change'));
  show([]);
  const button = $('#jarvis-offered-look');
  checkButton(button, $('#jarvis-offered-result'), t, async () => {
    const found = await look();
    show(found.tools);
    return found;
  });
  button.trigger('click');
}

function rowOf(tool: Offered, allowed: readonly Allowed[], t: Translate): JQuery {
  const { name, description, reads, destroys, mark } = tool;
  const found = ruleFor(tool, allowed);
  const rule = found === 'changed' ? undefined : found;
  const tick = $('<input type="checkbox" class="jarvis-offered-tick">').prop('checked', rule !== undefined);
  const acts = (rule?.acts ?? !reads) || destroys ? 'acts' : 'reads';
  const kinds = $('<select class="jarvis-offered-kind">')
    .attr('aria-label', t('label.acts', { name }))
    .append(
      KINDS.map((one) =>
        $('<option>')
          .val(one)
          .text(t(`option.${one}`))
          // What the server calls destructive is nothing else.
          .prop('disabled', destroys && one === 'reads'),
      ),
    )
    .val((rule?.asks ?? destroys) ? 'asks' : acts);
  return $('<li class="jarvis-offered">')
    .attr({ 'data-name': name, ...(mark !== undefined && { 'data-mark': mark }) })
    .append(
      $('<label class="jarvis-offered-name">').append(tick, document.createTextNode(` ${name}`)),
      kinds,
      $('<span class="jarvis-note">').text(found === 'changed' ? `${t('label.changed')} ${description}` : description),
    );
}

function ticked(list: JQuery): Allowed[] {
  return list
    .children()
    .toArray()
    .filter((row) => $(row).find('input').is(':checked'))
    .map((row) => {
      const kind = $(row).find('select').val();
      const mark = $(row).attr('data-mark');
      const rule = { name: String($(row).attr('data-name')), acts: kind !== 'reads', asks: kind === 'asks' };
      return mark === undefined ? rule : { ...rule, mark };
    });
}
