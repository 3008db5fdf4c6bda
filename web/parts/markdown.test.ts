import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdown, safeLink } from './markdown.js';

/** What a template would put into the page, with its words between ‹ and ›: everything outside of them is ours. */
function written(value: unknown): string {
  if (typeof value === 'string') return `‹${value}›`;
  if (Array.isArray(value)) return value.map(written).join('');
  if (typeof value !== 'object' || value === null || !('strings' in value) || !('values' in value)) {
    return typeof value === 'number' ? `${value}` : '';
  }
  const [strings, values] = [value.strings as string[], value.values as unknown[]];
  return strings.map((part, n) => part.replace(/\n\s*/g, '') + written(values[n])).join('');
}
const shown = (text: string) => written(markdown(text));

test('a reply is shown with its lists, its emphasis and its code', () => {
  assert.equal(shown('It is **four**. _Tea_?'), '<p>‹It is ›<strong>‹four›</strong>‹. ›<em>‹Tea›</em>‹?›</p>');
  assert.equal(
    shown('You need:\n- Milk\n- `eggs`'),
    '<p>‹You need:›</p><ul><li>‹Milk›</li><li><code>‹eggs›</code></li></ul>',
  );
  assert.equal(shown('3. three\n4. four'), '<ol start=3><li>‹three›</li><li>‹four›</li></ol>');
  assert.match(shown('| a | b |\n|---|---|\n| 1 | 2 |'), /<th scope="col">‹a›<\/th>.*<td>‹2›<\/td>/);
  assert.match(shown('```\nif (a < b) c();\n```'), /<pre tabindex="0"><code>‹if \(a < b\) c\(\);›<\/code><\/pre>/);
  assert.equal(shown('one\ntwo'), '<p>‹one›<br />‹two›</p>');
  assert.match(shown('- [x] done\n- [ ] open'), /☑.*done.*☐.*open/);
  assert.equal(
    shown('5 * 3 * 2 is 30, in the living_room_light'),
    '<p>‹5 * 3 * 2 is 30, in the living_room_light›</p>',
  );
});

test('nothing in it is HTML, whatever it says', () => {
  for (const text of [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'a <b>b</b> <iframe src="https://example.com"></iframe>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi "t")',
    '![x](https://example.com/pixel.png)',
    '`<svg/onload=alert(1)>`',
    '<https://example.com/"onclick="x>',
  ]) {
    const ours = shown(text).replace(/‹[^›]*›/g, '');
    assert.doesNotMatch(ours, /<(?:img|script|iframe|svg|b)\b|onerror|onclick|javascript:|data:/, `${text} → ${ours}`);
  }
});

test('links lead to the web only, and give nothing of this page away', () => {
  assert.match(
    shown('[here](https://example.com/a)'),
    /<a href=‹https:\/\/example.com\/a› target="_blank" rel="noopener noreferrer">‹here›<\/a>/,
  );
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'mailto:a@example.com',
    '/jarvis/admin',
    '//example.com',
    'file:///etc',
  ]) {
    assert.equal(safeLink(href), undefined, href);
  }
  assert.equal(shown('[the editor](/flows)'), '<p>‹the editor›</p>');
});

test('deep and strange texts are shown, too', () => {
  for (const text of ['>'.repeat(2_000), '*'.repeat(5_000), `${'  '.repeat(50)}- x`, '[[[[](', '\0', '| |\n|-|']) {
    assert.ok(Array.isArray(markdown(text)), text.slice(0, 20));
  }
});
