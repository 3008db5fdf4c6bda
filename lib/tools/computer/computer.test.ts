import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { routeByKeywords } from '../../deciding/router-keyword.js';
import { openDemoHome } from '../../home/demo.js';
import { newTurn } from '../../turn/turn.js';
import { BUILT_IN } from '../flow-tool-form.js';
import { toolsFor } from '../registry.js';
import { type ComputerSettings, computerTools } from './computer.js';

describe('the tools of the computer', () => {
  let folder = '';
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'jarvis-computer-')));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const tools = (more: Partial<ComputerSettings>) =>
    computerTools({
      folders: '',
      write: false,
      commands: '',
      asks: false,
      addresses: '',
      post: false,
      code: false,
      userDir: '/srv/node-red',
      ...more,
    });
  const all = () =>
    tools({
      folders: folder,
      write: true,
      commands: 'backup: ls\nwake_tv: ls',
      addresses: 'http://10.0.0.2/',
      post: true,
      code: true,
    });

  test('have names that no other tool can take', () => {
    assert.deepEqual(
      tools({}).map(({ name }) => name),
      ['device_status'],
    );
    for (const { name } of all()) assert.ok(BUILT_IN.includes(name), name);
    assert.equal(all().length, 9);
  });

  test('are found by what people say', () => {
    const home = openDemoHome();
    const every = toolsFor({ home, others: all() });
    const finds: Record<string, string[]> = {
      device_status: [
        'is the processor busy',
        'geht es dem Prozessor gut',
        'la mémoire du serveur',
        'el disco del ordenador',
      ],
      read_file: [
        'read the file todo.txt',
        'lies mir die Datei todo.txt vor',
        'lis le fichier todo.txt',
        'lee el archivo todo.txt',
      ],
      list_folder: ['which files are in the folder', 'welche Dateien sind im Ordner'],
      find_in_files: ['find the word invoice in my files', 'finde Rechnung in den Dateien'],
      write_file: ['write that into the file todo.txt'],
      run_command: ['run the backup', 'starte das Backup', 'wake the tv please'],
      run_code: ['write a program for that list', 'schreib ein Programm dafür', 'work out the statistics of my list'],
    };
    for (const [name, sentences] of Object.entries(finds))
      for (const said of sentences)
        assert.ok(routeByKeywords(said, every).includes(name), `${said}: ${routeByKeywords(said, every)}`);
  });

  test('a question starts nothing that changes something, and guests get only how the computer does', async () => {
    const { signal } = new AbortController();
    const asked = { site: 'den', language: 'en', signal, said: 'is the backup done?' };
    const voice = { site: 'den', source: 'voice' as const, language: 'en' };
    const guest = { ...asked, said: 'do it', turn: newTurn({ ...voice, speaker: { name: null, score: 0.2 } }) };
    const calls: Record<string, object> = {
      write_file: { path: 'x.txt', text: 'x' },
      run_command: { command: 'backup' },
      http_post: { address: 'http://10.0.0.2/' },
      ...{
        read_file: { path: 'x.txt' },
        list_folder: {},
        find_in_files: { text: 'x' },
        http_request: {},
        run_code: {},
      },
    };
    for (const tool of all()) {
      const args = { ...calls[tool.name] };
      if (tool.acts) assert.match((await tool.run(args, asked)).text, /^Not done: the person has asked/, tool.name);
      if (tool.name === 'device_status') continue;
      assert.match((await tool.run(args, guest)).text, /^Not done: it is for people whose voices/, tool.name);
    }
    assert.equal(all().filter(({ acts }) => acts).length, 3);
  });
});
