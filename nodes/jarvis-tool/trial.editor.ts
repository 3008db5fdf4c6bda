import { MAX_SECONDS, type Parameter, type Trial } from '../../lib/tools/flow-tool-form.js';
import type { Translate } from '../editor-types.js';
import { ask, checkButton } from '../shared/forms.editor.js';

/** What stands for a value of each kind until a person writes one. */
const EXAMPLES: Record<Parameter['kind'], (choices: string[]) => unknown> = {
  text: () => '',
  number: () => 0,
  integer: () => 0,
  boolean: () => false,
  choice: ([first = '']) => first,
};

/** The part of the form that calls the deployed tool, and shows what the model would be told and get back. */
export function toolTrial(id: string, parameters: () => Parameter[], t: Translate): void {
  const [field, seen] = [$('#jarvis-tool-arguments'), $('#jarvis-tool-seen')];
  let suggested = '';
  const suggest = () => {
    // What a person has written there stays.
    if (String(field.val() ?? '') !== suggested) return;
    const values = parameters().map(({ name, kind, choices }) => [name, EXAMPLES[kind](choices)]);
    suggested = JSON.stringify(Object.fromEntries(values));
    field.val(suggested);
  };
  suggest();
  field.on('focus', suggest);
  checkButton($('#jarvis-tool-try'), $('#jarvis-tool-result'), t, async () => {
    seen.text('');
    const values = valuesIn(String(field.val() ?? ''));
    if (!values) return { ok: false, message: t('check.noObject') };
    const { ok, text, ms, told } = await ask<Trial>('tool/try', { id, arguments: values }, MAX_SECONDS + 5);
    seen.text(`${text}\n\n${t('check.told')}\n${JSON.stringify(told, undefined, 2)}`);
    return { ok, message: t(ok ? 'check.called' : 'check.callFailed', { ms }) };
  });
}

/** The arguments as they are written, an object in JSON; none where nothing is. */
function valuesIn(json: string): object | undefined {
  try {
    const values: unknown = JSON.parse(json || '{}');
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
