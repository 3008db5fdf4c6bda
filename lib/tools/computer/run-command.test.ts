import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../test/until.js';
import type { ToolResult } from '../../llm/types.js';
import { isAbort, reasonOf } from '../../turn/errors.js';
import { commandsIn, wrongCommand } from './commands.js';
import { runCommandTool } from './run-command.js';

const NODE = process.execPath;

describe('run_command', () => {
  let folder = '';
  let show = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jarvis-commands-'));
    show = path.join(folder, 'show.js');
    // Says what it was given, and what it knows.
    writeFileSync(show, 'console.log(JSON.stringify({ argv: process.argv.slice(2), env: Object.keys(process.env) }))');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const toolOf = (lines: string) => {
    assert.equal(wrongCommand(lines), undefined);
    return runCommandTool(commandsIn(lines), false);
  };
  const run = async (
    lines: string,
    args: Record<string, unknown>,
    signal = new AbortController().signal,
  ): Promise<ToolResult> =>
    await toolOf(lines)
      .run(args, { site: 'den', language: 'en', signal })
      .catch((thrown) => ({ ok: false, text: isAbort(thrown) ? 'aborted' : reasonOf(thrown) }));
  const script = (name: string, code: string) => {
    const file = path.join(folder, `${name}.js`);
    writeFileSync(file, code);
    return `${name}: ${NODE} ${file}`;
  };
  const shownBy = async (line: string, args: Record<string, unknown>) => {
    const { ok, text } = await run(line, args);
    assert.ok(ok, text);
    return JSON.parse(text) as { argv: string[]; env: string[] };
  };

  test('the model is told names and values, and neither programs nor their arguments', () => {
    const tool = toolOf(`backup: /opt/backup --to /mnt/disk\nprint: lp -n {copies} -t "a {title} b"`);
    assert.deepEqual(tool.parameters, {
      type: 'object',
      properties: {
        command: { type: 'string', enum: ['backup', 'print'] },
        copies: { type: 'string', description: 'For print.' },
        title: { type: 'string', description: 'For print.' },
      },
      required: ['command'],
    });
    assert.equal(tool.acts, true);
    assert.doesNotMatch(JSON.stringify(tool), /\/opt|mnt|lp/);
  });

  test('values are arguments of their own, whatever is in them', async () => {
    const line = `show: ${NODE} ${show} --fixed "two words" {what} --size={size}`;
    const { argv } = await shownBy(line, { command: 'show', what: 'a b, c/d.txt', size: 7 });
    assert.deepEqual(argv, ['--fixed', 'two words', 'a b, c/d.txt', '--size=7']);
    // A value with the name of another one is not filled in again.
    const twice = await shownBy(`show: ${NODE} ${show} {a} {b}`, { command: 'SHOW', a: 'b', b: 'x' });
    assert.deepEqual(twice.argv, ['b', 'x']);
  });

  test('no value can be an option, a file to read, another command or a way out', async () => {
    const line = `show: ${NODE} ${show} {what}`;
    const hostile = [
      ...['-rf', '--output=/etc/passwd', '  -x', 'a -rf', '@/etc/passwd', '../../etc/passwd', 'a/../b', '', '   '],
      ...[
        '$(id)',
        '`id`',
        'a; id',
        'a && id',
        'a | id',
        'a > b',
        "it's",
        'say "x"',
        'a\nb',
        'a\0b',
        '*',
        '~',
        '%PATH%',
        'a\\b',
      ],
      ...['{what}', 'x'.repeat(201), undefined, null, ['a'], { a: 1 }, true],
    ];
    for (const what of hostile) {
      const { ok, text } = await run(line, { command: 'show', what });
      assert.equal(ok, false, String(what));
      assert.match(text, /^Not run: the value "what" /, String(what));
    }
  });

  test('no value is a program, whatever runs it', async () => {
    const ran = path.join(folder, 'ran');
    const evil = path.join(folder, 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const lines = [
      ...['env {v}', 'nice {v}', 'nice -n 5 {v}', 'timeout 5 {v}', 'nohup {v}', 'xargs {v}', 'setsid {v}', 'time {v}'],
      ...['find . -maxdepth 0 -exec {v} ;', 'env A=b nice {v}', 'watch {v}', 'sudo -n {v}', `nice ${folder}/{v}`],
      ...['flock /tmp {v}', 'flock /tmp -c "true; {v}"', 'env -S "nice {v}"'],
    ];
    for (const line of lines) {
      for (const v of line.includes(folder) ? ['evil'] : [evil, 'touch', 'id']) {
        const { ok, text } = await run(`x: ${line}`, { command: 'x', v });
        assert.match(text, /^Not run: ".*" is the name of a program/, `${line} ${v}`);
        assert.equal(ok, false);
      }
    }
    // The way out for what only has the name of one.
    const { argv } = await shownBy(`show: ${NODE} ${show} {unit}.service "words: {text}"`, {
      ...{ command: 'show', unit: 'touch', text: 'find my phone' },
    });
    assert.deepEqual(argv, ['touch.service', 'words: find my phone']);
  });

  test('a line with values has no shell among its words, and an interpreter only with its own program', () => {
    const refused = [
      ...['sh -c {v}', 'env sh -c {v}', 'nice -n 1 bash -c {v}', 'timeout 5 /bin/dash -c {v}', 'env -S "sh -c" {v}'],
      ...['busybox {v}', 'busybox sh -c {v}', 'python3 -c {v}', 'env python -c {v}', 'perl -e {v}', 'node -e {v}'],
      ...['awk {v} file', 'sed -n {v} file', 'find . -exec sh -c {v} ;', 'ssh host {v}', 'timeout 9 ssh host {v}'],
      ...['sudo su -c {v}', 'php -r {v}', 'ruby -e {v}', 'watch "sh -c {v}"'],
    ];
    for (const line of refused) assert.equal(wrongCommand(`x: ${line}`), `x: ${line}`);
    const fine = [
      ...[
        'sh -c "df -h"',
        'python3 /srv/notes.py {v}',
        'node -e "console.log(1)" {v}',
        'sed -n 1p {v}',
        'ping -c 1 {v}',
      ],
      ...['systemctl status {v}.service', 'busybox ping {v}', 'awk -f /srv/sum.awk {v}', 'espeak "{v}"'],
    ];
    for (const line of fine) assert.equal(wrongCommand(`x: ${line}`), undefined, line);
  });

  test('only what is allowed is run', async () => {
    const line = `show: ${NODE} ${show}`;
    for (const command of ['rm', show, `show; id`, '__proto__', 'constructor', '']) {
      const { ok, text } = await run(line, { command });
      assert.equal(ok, false, command);
      assert.match(text, /There are: show\./);
    }
    const { argv } = await shownBy(line, { command: 'show', args: ['-x'], what: 'x', env: { A: 'b' } });
    assert.deepEqual(argv, []);
  });

  test('it gets no secret of Node-RED’s', async () => {
    process.env['JARVIS_TEST_TOKEN'] = 'secret';
    try {
      const { env } = await shownBy(`show: ${NODE} ${show}`, { command: 'show' });
      assert.ok(env.includes('PATH'));
      assert.deepEqual(
        env.filter((name) => /JARVIS|NODE_|TOKEN/.test(name)),
        [],
      );
    } finally {
      delete process.env['JARVIS_TEST_TOKEN'];
    }
  });

  test('tells how it ended', async () => {
    const failing = script('failing', "process.stderr.write('no disk\\u0007'); process.exitCode = 3;");
    assert.deepEqual(await run(failing, { command: 'failing' }), { ok: false, text: 'It ended with code 3. no disk' });
    assert.deepEqual(await run(script('quiet', ''), { command: 'quiet' }), { ok: true, text: 'Done.' });
    const missing = await run('missing: /no/such/program', { command: 'missing' });
    assert.deepEqual(missing, { ok: false, text: '"/no/such/program" could not be started: it was not found.' });
    const forbidden = await run(`forbidden: ${show}`, { command: 'forbidden' });
    assert.match(forbidden.text, /Node-RED's user may not run it/);
  });

  test('one that writes without end is ended, and its beginning told', async () => {
    const endless = script('endless', "const more = () => process.stdout.write('y'.repeat(65536), more); more();");
    const { ok, text } = await run(endless, { command: 'endless' });
    assert.equal(ok, false);
    assert.match(text, /^It was ended before it was done\. y{20000}\n\[… and more\]$/);
  });

  test('one that is cancelled ends with all that it has started', async () => {
    const pids = path.join(folder, 'pids');
    const code = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      process.on('SIGTERM', () => {});
      require('node:fs').writeFileSync(${JSON.stringify(`${pids}.new`)}, process.pid + ' ' + child.pid);
      require('node:fs').renameSync(${JSON.stringify(`${pids}.new`)}, ${JSON.stringify(pids)});
      setInterval(() => {}, 1000);`;
    const turn = new AbortController();
    const ended = run(script('long', code), { command: 'long' }, turn.signal);
    const read = () => {
      try {
        return readFileSync(pids, 'utf8').split(' ').map(Number);
      } catch {
        return undefined;
      }
    };
    await until(read, 'the program');
    turn.abort();
    assert.equal((await ended).text, 'aborted');
    for (const pid of read() ?? []) await gone(pid);
  });
});

/** Resolves when a process is no more; one that nobody has waited for yet is none either. */
async function gone(pid: number): Promise<void> {
  const lives = () => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  await until(() => !lives(), `the end of ${pid}`);
}

test('lines of the form that are no command are named', () => {
  const right = 'backup: /opt/backup.sh\n\n wake_tv : wakeonlan "AA:BB:CC"\nwin: C:\\tools\\x.exe {a}';
  assert.equal(wrongCommand(right), undefined);
  assert.deepEqual(
    commandsIn(right).map(({ name, program, args }) => [name, program, ...args]),
    [
      ['backup', '/opt/backup.sh'],
      ['wake_tv', 'wakeonlan', 'AA:BB:CC'],
      ['win', 'C:\\tools\\x.exe', '{a}'],
    ],
  );
  for (const line of [
    ...['backup', 'backup:', ': ls', 'two words: ls', '{x}: ls', 'x: {program} a', 'x: /bin/{x}', 'x: ls {command}'],
    ...['x: sh -c "ls {a}"', 'x: /bin/bash -c {a}', 'x: ssh pi {a}', 'x: C:\\Windows\\cmd.exe /c {a}', 'x: pwsh {a}'],
  ]) {
    assert.equal(wrongCommand(`good: ls\n${line}`), line);
    assert.deepEqual(
      commandsIn(`good: ls\n${line}`).map(({ name }) => name),
      ['good'],
      line,
    );
  }
  assert.equal(wrongCommand('a: ls\nA: df'), 'A: df');
  assert.equal(wrongCommand('a: sh -c "ls -l | wc -l"'), undefined);
});
