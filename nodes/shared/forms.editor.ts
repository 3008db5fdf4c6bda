import type { EditedNode, EditorRed, Translate, Validator } from '../editor-types.js';
import type { Choice } from './picker.editor.js';

declare const RED: EditorRed;

/** The value a person has just chosen in the open form of this node, else the one that was saved. */
function current<Props>(node: EditedNode<Props>, property: keyof Props & string): unknown {
  for (const prefix of ['#node-config-input-', '#node-input-']) {
    const input = $(prefix + property);
    if (input.closest('form').data('jarvis-node') === node.id) return input.val();
  }
  return node[property];
}

/** Accepts numbers from `least` to `most`, whole ones only when `whole` is set. */
export function numberBetween<Props>(least: number, most: number, whole = false): Validator<Props> {
  return function (value, _options) {
    const number = Number(value);
    const fits = String(value ?? '').trim() !== '' && number >= least && number <= most;
    if (fits && (!whole || Number.isInteger(number))) return true;
    return this._(whole ? 'invalid.whole' : 'invalid.number', { least, most });
  };
}

/** Accepts text that matches; an empty value too. `key` names the reason in the catalogue. */
export function matching<Props>(pattern: RegExp, key: string): Validator<Props> {
  return function (value, _options) {
    return !value || pattern.test(value) ? true : this._(key);
  };
}

/** Accepts addresses with one of the schemes, for example `mqtt`; an empty one too. */
export function address<Props>(schemes: readonly string[], example: string): Validator<Props> {
  return function (value, _options) {
    return !value || isAddress(value, schemes) ? true : this._('invalid.address', { example });
  };
}

function isAddress(value: string, schemes: readonly string[]): boolean {
  try {
    const url = new URL(value);
    return schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '';
  } catch {
    return false;
  }
}

/** Checks the value only while `property` has a given choice, and then insists on one. Other choices accept anything. */
export function whenChosen<Props>(
  property: keyof Props & string,
  validators: Record<string, Validator<Props>>,
): Validator<Props> {
  return function (value, options) {
    const choice = String(current(this, property));
    if (!(choice in validators)) return true;
    if (!value) return this._('invalid.needed');
    return validators[choice]?.call(this, value, options) ?? true;
  };
}

/** Marks the open form as this node's, so that validators look at the choices in it. Call it first. */
export function openForm(node: { id: string }, anyField: string): void {
  $(anyField).closest('form').data('jarvis-node', node.id);
}

/**
 * Shows the rows that belong to a select's choice: rows carry `data-for="wake:wyoming"`, several choices with a space
 * between. Fields that come or go are validated again.
 */
export function showRowsFor(select: JQuery, name: string): void {
  const update = () => {
    for (const row of select.closest('form').find(`[data-for*="${name}:"]`)) {
      const wanted = (row.dataset['for'] ?? '').split(' ');
      $(row).toggle(wanted.includes(`${name}:${select.val()}`));
      $(row).find('input').trigger('change');
    }
  };
  select.on('change', update);
  update();
}

/** Shows the rows with `data-for="outside"` only while the checkbox `…-outside` is ticked. */
export function showWhenTicked(box: JQuery): void {
  const rows = box.closest('form').find(`[data-for="${box.attr('id')?.split('-').pop()}"]`);
  const update = () => rows.toggle(box.is(':checked'));
  box.on('change', update);
  update();
}

/** Path of the page: the editor's own address is the admin root; where the page is, only the settings know. */
export function pageRoot(): string {
  return `${(RED.settings.httpNodeRoot ?? '/').replace(/\/*$/, '/')}jarvis/`;
}

/**
 * Asks one of our admin routes. Relative, so that it works below an ingress path; jQuery adds the editor's login.
 * @param seconds the longest that its answer may take
 */
export function ask<Answer>(route: string, body?: object, seconds = 20): Promise<Answer> {
  return new Promise((resolve, reject) => {
    $.ajax({
      url: `jarvis/admin/${route}`,
      method: body ? 'POST' : 'GET',
      timeout: seconds * 1000,
      dataType: 'json',
      ...(body && { contentType: 'application/json', data: JSON.stringify(body) }),
    }).then(
      (answer: Answer) => resolve(answer),
      (request: JQuery.jqXHR, status: string) => {
        const message: unknown = request.responseJSON?.message;
        reject(new Refused(request.status, typeof message === 'string' ? message : '', request.statusText || status));
      },
    );
  });
}

/** An admin route that refused, with its own explanation where it gave one, or that could not be asked at all. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly explanation: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** Why an admin route gave no answer, for the person. */
export function refusal(thrown: unknown, t: Translate): string {
  if (thrown instanceof Refused) {
    if (thrown.status === 401 || thrown.status === 403) return t('check.forbidden');
    if (thrown.explanation) return thrown.explanation;
  }
  return t('check.unreachable', { reason: thrown instanceof Error ? thrown.message : String(thrown) });
}

/** What a Check button learns: `message` is for the person. */
export interface Checked {
  ok: boolean;
  message: string;
}

/** A button that checks something and shows the outcome beside it; `check` may use more of the answer. */
export function checkButton(button: JQuery, result: JQuery, t: Translate, check: () => Promise<Checked>): void {
  const show = (state: 'busy' | 'ok' | 'failed', text: string) => result.attr('data-state', state).text(text);
  button.on('click', (event) => {
    event.preventDefault();
    button.prop('disabled', true);
    show('busy', t('check.busy'));
    check()
      .then(
        ({ ok, message }) => show(ok ? 'ok' : 'failed', message || t(ok ? 'check.ok' : 'check.failed')),
        (thrown: unknown) => show('failed', refusal(thrown, t)),
      )
      .finally(() => button.prop('disabled', false));
  });
}

/** What was typed into a password field now; undefined when it is empty or still the saved one. */
export function typedSecret(input: JQuery): string | undefined {
  const value = String(input.val() ?? '');
  return value === '' || value === '__PWRD__' ? undefined : value;
}

/** The satellites that Node-RED has seen, browsers by the names of their rooms. */
export async function knownSites(): Promise<Choice[]> {
  const sites = await ask<unknown>('sites');
  if (!Array.isArray(sites)) return [];
  return sites
    .filter((site): site is { id: string; name?: unknown } => typeof site?.id === 'string')
    .map(({ id, name }) => ({ value: id, ...(typeof name === 'string' && name !== id && { label: name, about: id }) }));
}
