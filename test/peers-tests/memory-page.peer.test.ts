import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Browser, openBrowser } from '../browser.js';
import { fillMemory } from '../filled-memory.js';
import { type Runtime, type RuntimeOptions, startRuntime } from '../runtime.js';

/** Node-RED's own, which checks the passwords. */
const bcrypt = createRequire(require.resolve('node-red/package.json'))('bcryptjs') as {
  hashSync(password: string, rounds: number): string;
};
const NOWHERE = 'http://127.0.0.1:9';
const TABS = ['search', 'diary', 'graph', 'facts', 'turns', 'history', 'care'];
/** What would run, were it taken for HTML. */
const HOSTILE = '<img src=x onerror="document.title=\'owned\'"> and a hostile hedgehog';

let data: string;
let runtime: Runtime | undefined;
let browser: Browser | undefined;

async function start(options: RuntimeOptions = {}): Promise<Runtime> {
  data = mkdtempSync(path.join(tmpdir(), 'jarvis-memory-page-'));
  await fillMemory(path.join(data, 'jarvis.db'), [
    { kind: 'note', at: Date.now() - 3_600_000, source: 'said', text: HOSTILE, topics: ['<b>bold</b>'] },
  ]);
  runtime = await startRuntime({ ...options, env: { JARVIS_DATA: data, JARVIS_MODEL_URL: NOWHERE } });
  return runtime;
}

async function stop(): Promise<void> {
  await browser?.close();
  await runtime?.stop();
  browser = undefined;
  runtime = undefined;
  rmSync(data, { recursive: true, force: true });
}

/** What the page says it has done. */
const told = (page: Page, words: RegExp) => page.locator('.told', { hasText: words }).waitFor();

describe('the memory page in Chromium', () => {
  let page: Page;
  let url: string;
  before(async () => {
    url = `${(await start()).url}/jarvis/memory.html`;
    browser = await openBrowser();
    page = browser.page;
    await page.goto(url);
  });
  after(stop);
  afterEach(() => {
    assert.deepEqual(browser?.errors, []);
    assert.deepEqual(browser?.outside, new Set());
  });

  test('shows the newest first, and finds by words, dates and kinds, with the reason', async () => {
    await page.locator('#results li').first().waitFor();
    await page.getByLabel('What are you looking for?').fill('garden hose');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d found, best first/).waitFor();
    const best = page.locator('#results li').first();
    assert.deepEqual(await best.locator('mark').allTextContents(), ['garden', 'hose']);
    await best.getByText('Found by words: garden, hose (place 1)').waitFor();
    await page.getByLabel('Diary', { exact: true }).uncheck();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/^\d found/).waitFor();
    await page.locator('#results [data-kind="diary"]').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('#results [data-kind="diary"]').count(), 0);
    await page.getByLabel('Until').fill('2001-01-01');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Nothing found').waitFor();
  });

  test('a typo finds what was meant, and the page says what it searched for', async () => {
    await page.goto(`${url}#diary`);
    await page.goto(`${url}#search`);
    await page.getByLabel('What are you looking for?').fill('dihswasher');
    await page.keyboard.press('Enter');
    await page.getByText(/^Searched for: dishwasher · \d found, best first/).waitFor();
    assert.match((await page.locator('#results li mark').first().textContent()) ?? '', /dishwasher/i);
    await page.getByLabel('What are you looking for?').fill('garden hose');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d found, best first/).waitFor();
  });

  test('shows what is stored as text, whatever it looks like', async () => {
    await page.goto(`${url}#diary`);
    await page.goto(`${url}#search`);
    const hostile = page.locator('#results li', { hasText: 'hostile hedgehog' });
    await hostile.getByText(HOSTILE).waitFor();
    await hostile.getByText('<b>bold</b>').waitFor();
    assert.equal(await page.locator('#results img, #results b').count(), 0);
    assert.doesNotMatch(await page.title(), /owned/);
  });

  test('the diary by month and day', async () => {
    await page.goto(`${url}#diary`);
    await page.locator('.day').first().waitFor();
    assert.equal(await page.locator('.day').count(), 7);
    assert.ok((await page.locator('.month').count()) >= 3);
  });

  test('the graph is moved, zoomed and walked with keys; a line is corrected, and that is taken back', async () => {
    await page.goto(`${url}#graph`);
    const people = page.getByRole('button', { name: /^People: / });
    await people.waitFor();
    const at = async () => (await people.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const first = await at();
    await page.mouse.move(first.x + 300, first.y + 200);
    await page.mouse.down();
    await page.mouse.move(first.x + 340, first.y + 230, { steps: 5 });
    await page.mouse.up();
    assert.deepEqual([Math.round((await at()).x - first.x), Math.round((await at()).y - first.y)], [40, 30]);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction(
      `document.querySelector('[data-node="1"]').getBoundingClientRect().width < ${first.width * 0.8}`,
    );
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: /^Home: / }).focus();
    await page.keyboard.press('ArrowRight');
    assert.match(String(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)), /^Garden: 3 lines/);
    await page.keyboard.press('Enter');
    const panel = page.locator('.panel');
    await panel.getByRole('heading', { name: 'Garden' }).waitFor();
    const home = page.getByRole('button', { name: /^Home: 1 line, 2 subjects below/ });
    await home.focus();
    for (const [expanded, gardens] of [
      ['true', 1],
      ['false', 0],
      ['true', 1],
    ] as const) {
      await page.keyboard.press('Enter');
      await page.locator(`[aria-label^="Home: "][aria-expanded="${expanded}"][aria-pressed="true"]`).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Garden: / }).count(), gardens);
    }
    await page.getByRole('button', { name: /^Garden: / }).press('Enter');
    await panel.getByRole('heading', { name: 'Garden' }).waitFor();
    await panel.getByRole('button', { name: 'Correct: The hose leaks at the tap.' }).click();
    await page.waitForFunction(`document.activeElement.name === 'text'`);
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.activeElement.ariaLabel === 'Correct: The hose leaks at the tap.'`);
    await page.keyboard.press('Enter');
    await panel.getByLabel('Text').fill('The hose is new and tight.');
    await panel.getByRole('button', { name: 'Save' }).click();
    await told(page, /^Saved/);
    await panel.getByText('The hose is new and tight.').waitFor();
    await panel.getByText('written by a person, stays as it is').waitFor();

    await page.goto(`${url}#history`);
    const change = page.locator('.change').first();
    assert.equal(await change.locator('del').textContent(), 'The hose leaks at the tap.');
    assert.equal(await change.locator('ins').textContent(), 'The hose is new and tight.');
    await change.getByRole('button', { name: /^Take back/ }).click();
    await told(page, /^Taken back/);
    await page.locator('.change[data-undone]').waitFor();
    await page.goto(`${url}#graph`);
    await page.getByRole('button', { name: /^Garden: / }).click();
    await panel.getByText('The hose leaks at the tap.').waitFor();
  });

  test('a subject is added, gets a line, is moved and removed', async () => {
    const panel = page.locator('.panel');
    await panel.getByLabel('New subject below').fill('Pond');
    await panel.getByRole('button', { name: 'Add' }).nth(1).click();
    const pond = page.getByRole('button', { name: /^Pond: 0 lines/ });
    await pond.click();
    await panel.getByLabel('New line').fill('Two newts live in the pond.');
    await panel.getByRole('button', { name: 'Add' }).first().click();
    await panel.getByText('Two newts live in the pond.').waitFor();
    await panel.getByRole('button', { name: 'Move: Pond' }).click();
    await panel.getByLabel('Move to').selectOption({ label: '\u2003Animals' });
    await panel.getByRole('button', { name: 'Move', exact: true }).first().click();
    await panel.getByText('World › Animals').waitFor();
    await panel.getByRole('button', { name: 'Remove subject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await pond.waitFor({ state: 'detached' });
  });

  test('what can’t be taken back is said to be so, for as long as it takes to read it', async () => {
    assert.ok(browser);
    const panel = page.locator('.panel');
    await page.getByRole('button', { name: /^Neighbours: / }).click();
    await panel.getByRole('button', { name: /^Correct: / }).click();
    await panel.getByLabel('Text').fill('The Okafors have moved away.');
    await page.keyboard.press('Enter');
    await panel.getByText('The Okafors have moved away.').waitFor();
    await panel.getByRole('button', { name: 'Remove subject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await told(page, /^Saved/);
    await page.goto(`${url}#history`);
    await page
      .locator('.change', { hasText: 'moved away' })
      .getByRole('button', { name: /^Take back/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    const notice = page.getByText('what it stood in is gone');
    await notice.waitFor();
    await page.waitForTimeout(500);
    assert.ok(await notice.isVisible());
    await page.getByText('World › Animals').first().waitFor();
    browser.errors.length = 0;
  });

  test('what would be forgotten is shown for the words that stand there', async () => {
    await page.goto(`${url}#care`);
    const field = page.getByLabel('Word or phrase');
    await field.fill('whales');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Erase for good' }).waitFor();
    await field.fill('hose');
    await page.getByRole('button', { name: 'Erase for good' }).waitFor({ state: 'detached' });
  });

  test('a fact is corrected, one is added and one removed', async () => {
    await page.goto(`${url}#facts`);
    await page.getByRole('button', { name: 'Correct: wifi name' }).click();
    await page.locator('.fact textarea').fill('Harbour');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Harbour').waitFor();
    for (const [label, text] of [
      ['Category', 'Home'],
      ['What', 'Alarm code place'],
      ['Value', 'in the blue tin'],
    ] as const) {
      await page.locator('.adding').getByLabel(label).fill(text);
    }
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('in the blue tin').waitFor();
    await page.locator('.adding').getByLabel('Category').fill('home');
    await page.locator('.adding').getByLabel('What').fill('alarm code place');
    await page.locator('.adding').getByLabel('Value').fill('in the red tin');
    for (const [answer, tin] of [
      ['Cancel', 'in the blue tin'],
      ['Replace', 'in the red tin'],
    ] as const) {
      await page.getByRole('button', { name: 'Add' }).click();
      await page.getByText('It says “home, alarm code place: in the blue tin”.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: answer }).click();
      await page.locator('.fact', { hasText: tin }).waitFor();
    }
    await page.getByRole('button', { name: 'Remove: bin day' }).click();
    await page.getByText('paper on Thursdays').waitFor({ state: 'detached' });
  });

  test('of two people who correct the same, the slower one sees what the other wrote, and keeps the words', async () => {
    assert.ok(browser);
    const other = await page.context().newPage();
    await page.goto(`${url}#facts`);
    await other.goto(`${url}#facts`);
    for (const each of [page, other]) await each.getByRole('button', { name: 'Correct: daughter' }).click();
    await other.locator('.fact textarea').fill('Mia, born on 4 May');
    await other.getByRole('button', { name: 'Save' }).click();
    await told(other, /^Saved/);
    await page.locator('.fact textarea').fill('Mia, born on 5 May');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed it meanwhile.').waitFor();
    assert.match(browser.errors.splice(0).join(), /^[^,]* 409 [^,]*$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Now it says: Mia, born on 4 May').waitFor();
    assert.equal(await page.locator('.fact textarea').inputValue(), 'Mia, born on 5 May');
    await page.getByRole('button', { name: 'Save' }).click();
    await told(page, /^Saved/);
    await page.locator('.fact', { hasText: 'Mia, born on 5 May' }).waitFor();
    await other.close();
  });

  test('of two people who rename a subject, the slower one too', async () => {
    assert.ok(browser);
    const other = await page.context().newPage();
    for (const each of [page, other]) {
      await each.goto(`${url}#graph`);
      await each.getByRole('button', { name: /^Garden: / }).click();
      await each.getByRole('button', { name: 'Rename: Garden' }).click();
    }
    await other.getByLabel('Name').fill('Yard');
    await other.getByRole('button', { name: 'Save' }).click();
    await told(other, /^Saved/);
    await page.getByLabel('Name').fill('Orchard');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed it meanwhile.').waitFor();
    assert.match(browser.errors.splice(0).join(), /^[^,]* 409 [^,]*$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Now it says: Yard').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Orchard');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Orchard' }).waitFor();
    await other.close();
  });

  test('what the server refuses is told in the person’s language', async () => {
    assert.ok(browser);
    await page.locator('#language').selectOption('de');
    await page.getByLabel('Neue Zeile').fill('Two ducks live in the orchard.');
    await page.getByRole('button', { name: 'Hinzufügen' }).first().click();
    await told(page, /^Gespeichert/);
    await page.getByLabel('Neue Zeile').fill('Two ducks live in the orchard.');
    await page.getByRole('button', { name: 'Hinzufügen' }).first().click();
    const notice = page.locator('.notice');
    await notice.getByText('Das steht schon da').waitFor();
    assert.equal(await notice.locator('.detail').count(), 0);
    await page.locator('#language').selectOption('es');
    await notice.getByText('Ya está').waitFor();
    await page.goto(`${url}#care`);
    await page.getByRole('dialog').getByRole('button', { name: 'Salir' }).click();
    await page.getByLabel('Archivo exportado').setInputFiles({
      name: 'holiday.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('{"jarvis-memory":99}\n'.padEnd(20_000_000)),
    });
    await page.getByRole('button', { name: 'Importar', exact: true }).click();
    await notice.getByText('Este archivo no se puede importar.').waitFor();
    assert.match(String(await notice.locator('.detail[lang="en"]').textContent()), /newer version/);
    await page.getByRole('button', { name: 'Iniciar: Preparar la búsqueda por significado' }).click();
    const task = page.locator('.task [data-outcome="failed"]');
    await task.getByText('Falló. Falta configurar').waitFor();
    assert.match(String(await task.locator('.detail').textContent()), /embedding model/);
    await page.locator('#language').selectOption('en');
    browser.errors.length = 0;
  });

  test('what went wrong is seen where one is, and nothing that was written is lost', async () => {
    assert.ok(browser);
    await page.goto(`${url}#search`);
    await page.getByRole('button', { name: /^Correct: The hedgehog under the shed/ }).click();
    await page.locator('.edit textarea').fill('The hedgehog has a name now.');
    await page.route('**/admin/memory/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Save' }).dblclick();
    const notice = page.locator('.notice', { hasText: 'can’t be reached' });
    await notice.waitFor();
    assert.ok(((await notice.boundingBox())?.y ?? 1e6) < 900, 'in sight, though the page is scrolled');
    await page.unroute('**/admin/memory/**');
    await page.route('**/admin/memory/**', (route) => route.fulfill({ status: 401 }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Log in to the editor first' }).waitFor();
    await page.unroute('**/admin/memory/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.edit textarea').inputValue(), 'The hedgehog has a name now.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    browser.errors.length = 0;
  });

  test('what was typed is not lost by going elsewhere unasked', async () => {
    const dialog = page.getByRole('dialog');
    const tab = (name: string) => page.getByRole('link', { name, exact: true });
    await page.goto(`${url}#facts`);
    await page.getByRole('button', { name: 'Correct: allergy' }).click();
    await tab('Diary').click();
    await page.getByRole('heading', { name: 'Diary' }).waitFor();
    await tab('Facts').click();
    await page.getByRole('button', { name: 'Correct: allergy' }).click();
    const field = page.locator('.fact textarea');
    await field.fill('Mia: hazelnuts and almonds');
    await page.goBack();
    await dialog.getByText('would be lost').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await field.inputValue(), 'Mia: hazelnuts and almonds');
    assert.match(page.url(), /#facts$/);
    const asked = page.waitForEvent('dialog');
    const left = page.reload();
    const question = await asked;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await left.catch(() => {});
    assert.equal(await field.inputValue(), 'Mia: hazelnuts and almonds');
    await tab('Diary').click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Diary' }).waitFor();
    await tab('Facts').click();
    await page.locator('.adding').getByLabel('Value').fill('x');
    await page.locator('.adding').getByLabel('Value').fill('');
    await tab('Search').click();
    await page.getByLabel('What are you looking for?').fill('whales');
    await tab('Facts').click();
    await page.getByRole('heading', { name: 'Facts' }).waitFor();
  });

  test('how long things are kept, and of which rooms nothing is', async () => {
    await page.goto(`${url}#care`);
    const traces = page.getByLabel('Traces of conversations');
    await traces.fill('20');
    await page.locator('memory-keeping').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('memory-keeping').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await told(page, /^Saved/);
    await page.getByLabel('Kitchen (kitchen)').uncheck();
    await page.reload();
    await traces.waitFor();
    assert.equal(await traces.inputValue(), '20');
    assert.equal(await page.getByLabel('Diary', { exact: true }).inputValue(), '', 'for ever');
    assert.equal(await page.getByLabel('Kitchen (kitchen)').isChecked(), false);
    await page.getByLabel('Kitchen (kitchen)').check();
    await told(page, /^Saved/);
  });

  test('a conversation tells what was remembered for it, and an entry leads to the one it came from', async () => {
    await page.goto(`${url}#turns`);
    await page.getByText('what is wrong with the garden hose').click();
    await page.getByRole('heading', { name: 'What Jarvis remembered for it' }).waitFor();
    const used = page.locator('memory-entry', { hasText: 'hose leaks' });
    await used.getByText('Where it came from (1)').click();
    await used.getByRole('link', { name: 'Conversation 1' }).click();
    await page.getByText('remember that I like little garlic').waitFor();
    await page.locator('memory-entry', { hasText: 'Ada likes little garlic.' }).waitFor();
  });

  test('an entry is forgotten once that was confirmed', async () => {
    await page.goto(`${url}#search`);
    await page.getByLabel('What are you looking for?').fill('passport');
    await page.keyboard.press('Enter');
    const entry = page.locator('#results li', { hasText: 'asked to be reminded' });
    await entry.getByRole('button', { name: /^Forget/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await entry.getByRole('button', { name: /^Forget/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await told(page, /^Forgotten: 1 entry/);
    await entry.waitFor({ state: 'detached' });
  });

  test('the memory is exported, made to forget a word, and imported again', async () => {
    await page.goto(`${url}#care`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^jarvis-memory-\d{4}-\d\d-\d\d\.jsonl$/);
    const file = await download.path();
    assert.match(readFileSync(file, 'utf8'), /dishwasher/);
    await page.getByLabel('Word or phrase').fill('dishwasher');
    await page.getByRole('button', { name: 'Show what would go' }).last().click();
    await page.getByText('2 entries would be erased').waitFor();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
    await told(page, /^Forgotten: 2 entries/);
    await page.getByLabel('Exported file').setInputFiles(file);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await told(page, /^Imported: \d+ lines are new/);
    await page.getByRole('button', { name: 'Start: Shrink the file' }).click();
    await page.getByText(/^Done: /).waitFor();
  });

  test('a file on its way tells how far it is, is cancelled, and goes on when it is sent again', async () => {
    await page.goto(`${url}#care`);
    const network = await page.context().newCDPSession(page);
    const slow = (bytes: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: bytes, uploadThroughput: bytes },
      });
    const notes = Array.from({ length: 2_000 }, (_, n) => ({
      ...{ type: 'entry', id: (n + 1) * 1_000, kind: 'note', key: null, at: n + 1, source: 'said', site: null },
      ...{ text: `Pigeon ${n} ${'flew by '.repeat(50)}`, topics: [], turns: [] },
    }));
    const lines = [{ 'jarvis-memory': 1 }, ...notes].map((line) => `${JSON.stringify(line)}\n`).join('');
    const file = { name: 'pigeons.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines) };
    await page.getByLabel('Exported file').setInputFiles(file);
    await slow(100_000);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText(/^[6-9]\d\d(\.\d)? kB of 1\.1 MB$/).waitFor();
    await page.getByRole('button', { name: 'Cancel: Import' }).click();
    await page.getByText('Cancelled. What was taken in by then stays').waitFor();
    await slow(-1);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await told(page, /^Imported: [\d,]+ lines are new, [1-9][\d,]* were there already, 0 could not be read/);
    await slow(100_000);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(/^[1-9][\d.]* kB$/).waitFor();
    await page.getByRole('button', { name: 'Cancel: Export' }).click();
    await page.getByText('Cancelled. No file was saved.').waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(/^[1-9][\d.]* kB$/).waitFor();
    await page.getByRole('link', { name: 'Diary' }).click();
    await page.getByText('A file is still on its way.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Diary' }).waitFor();
    await slow(-1);
  });

  test('of many the best are found, and the newest go on as far as there are any', async () => {
    await page.goto(`${url}#search`);
    await page.getByText('The newest 50').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('The newest 100').waitFor();
    assert.equal(await page.locator('#results > li').count(), 100);
    await page.getByLabel('What are you looking for?').fill('pigeon');
    await page.keyboard.press('Enter');
    await page.getByText(/^The best 80; there may be more/).waitFor();
    assert.equal(await page.locator('#results > li').count(), 80);
    assert.equal(await page.getByRole('button', { name: 'Show older' }).count(), 0);
  });

  test('fits a phone, in another language, and speaks of what is missing', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('#language').selectOption('fr');
    for (const tab of TABS) {
      await page.goto(`${url}#${tab}`);
      await page.locator('main .card, main .picture').first().waitFor();
      const wide = await page.evaluate(`document.documentElement.scrollWidth - innerWidth`);
      assert.equal(wide, 0, `${tab} is wider than the screen`);
      assert.equal(await page.locator('a[aria-current="page"]').getAttribute('href'), `#${tab}`);
    }
    await page.route('**/admin/memory/**', (route) => route.abort());
    await page.locator('#language').selectOption('de');
    await page.goto(`${url}#search`);
    await page.getByRole('button', { name: 'Suche', exact: true }).click();
    const notice = page.locator('.notice', { hasText: 'nicht erreichbar' });
    await notice.waitFor();
    assert.ok(((await notice.boundingBox())?.height ?? 1e6) < 200, 'its words have room');
    await page.unroute('**/admin/memory/**');
    assert.ok(browser);
    browser.errors.length = 0;
    await page.locator('#language').selectOption('en');
  });
});

describe('the memory page where the editor asks for a login', () => {
  before(async () => {
    const password = bcrypt.hashSync('words', 4);
    const users = [
      { username: 'writer', password, permissions: '*' },
      { username: 'reader', password, permissions: 'read' },
    ];
    await start({
      settings: { httpAdminRoot: '/red', httpNodeRoot: '/rooms', adminAuth: { type: 'credentials', users } },
    });
    browser = await openBrowser();
  });
  after(stop);

  const logIn = async (page: Page, user: string) => {
    await page.locator('#node-dialog-login-username').fill(user);
    await page.locator('#node-dialog-login-password').fill('words');
    await page.locator('#node-dialog-login-submit').click();
    await page.waitForFunction(`Object.keys(localStorage).some((name) => name.startsWith('auth-tokens'))`);
  };

  test('asks to log in there; then the form of the store leads to it', async () => {
    assert.ok(browser && runtime);
    const { page } = browser;
    await page.goto(`${runtime.url}/rooms/jarvis/memory.html?admin=/red/`);
    await page.getByRole('heading', { name: 'Log in to the editor first' }).waitFor();
    await page.getByRole('link', { name: 'Open the editor' }).click();
    await logIn(page, 'writer');
    await page.waitForSelector('.red-ui-flow-node');
    await page.evaluate(
      `RED.nodes.eachConfig((n) => { if (n.type === 'jarvis-memory') RED.editor.editConfig('', n.type, n.id) })`,
    );
    // It leads nowhere until the form has been filled in.
    const link = page.locator('#jarvis-memory-page[href]');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await opened.locator('#results li').first().waitFor();
    assert.match(opened.url(), /\/rooms\/jarvis\/memory\.html\?admin=%2Fred%2F&store=\w+/);
    await opened.close();
  });

  test('who may only look is told so, and nothing is changed', async () => {
    assert.ok(browser && runtime);
    const { page } = browser;
    await page.goto('about:blank');
    await page.goto(`${runtime.url}/red/`);
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await logIn(page, 'reader');
    await page.goto(`${runtime.url}/rooms/jarvis/memory.html?admin=/red/#facts`);
    await page.getByRole('button', { name: 'Remove: bin day' }).click();
    await page.getByText('may look but not change').waitFor();
    await page.getByText('paper on Thursdays').waitFor();
  });
});
