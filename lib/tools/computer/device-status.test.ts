import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ToolContext } from '../../llm/types.js';
import { statusAsked } from './asked.js';
import { deviceStatusTool } from './device-status.js';
import { PARTS, type Part, type Reading, type ReadingJob, readComputer } from './reading.js';
import { heatTold } from './status-words.js';

const GB = 1024 ** 3;
/** A small server, as it was read. */
const READ: Reading = {
  load: 12.4,
  memory: { free: 4.8 * GB, total: 7.6 * GB },
  disk: { free: 52.3 * GB, total: 252 * GB },
  temperature: 61.4,
  uptime: 2 * 86_400 + 7 * 3_600 + 59,
};

const ASKED: Record<string, Partial<Record<Part | 'all', string[]>>> = {
  en: {
    temperature: ['How warm is the computer?', 'What’s the CPU temperature?', 'is the raspberry pi too hot'],
    memory: ['How much memory is free?', 'how much free RAM does the server have right now?'],
    disk: ['How much disk space is left?', 'how full is the hard drive'],
    load: ['How busy is the computer?', "what's the cpu load"],
    gpu: ['How hot is the graphics card?'],
    battery: ["how full is the laptop's battery?"],
    uptime: ['How long has the computer been running?'],
    all: ['How is the server doing?', 'computer status'],
  },
  de: {
    temperature: [
      'Wie warm ist der Computer?',
      'Wie hoch ist die Temperatur des Rechners?',
      'wie heiß ist der Prozessor gerade',
    ],
    memory: ['Wie viel Speicher ist frei?', 'Wie viel Arbeitsspeicher ist noch frei?', 'wieviel RAM ist frei'],
    disk: ['Wie viel Platz ist noch auf der Festplatte frei?', 'Wie voll ist die Platte?'],
    load: ['Wie ausgelastet ist der Rechner?'],
    gpu: ['Wie warm ist die Grafikkarte?'],
    battery: ['Wie voll ist der Akku vom Laptop?'],
    uptime: ['Wie lange läuft der Rechner schon?'],
    all: ['Wie geht es dem Computer?'],
  },
  fr: {
    temperature: ['Quelle est la température de l’ordinateur ?', "L'ordinateur est trop chaud ?"],
    memory: ['Combien de mémoire est libre ?', 'combien reste-t-il de mémoire'],
    disk: ["Combien d'espace reste-t-il sur le disque ?"],
    load: ['Quelle est la charge du serveur ?'],
    gpu: ['quelle est la température de la carte graphique'],
    battery: ["quel est le niveau de batterie de l'ordinateur"],
    uptime: ["depuis combien de temps l'ordinateur tourne"],
    all: ["Comment va l'ordinateur ?"],
  },
  es: {
    temperature: ['¿Qué temperatura tiene el ordenador?', '¿A qué temperatura está el servidor?'],
    memory: ['¿Cuánta memoria queda libre?', 'cuánta memoria libre hay'],
    disk: ['¿Cuánto espacio queda en el disco?'],
    load: ['¿Cuál es la carga del servidor?'],
    gpu: ['¿Qué temperatura tiene la tarjeta gráfica?'],
    battery: ['¿Cuánta batería le queda al portátil?'],
    uptime: ['¿Cuánto tiempo lleva encendido el ordenador?'],
    all: ['¿Cómo está el ordenador?'],
  },
};

const context = (more: Partial<ToolContext> = {}): ToolContext => ({
  site: 'den',
  language: 'en',
  signal: new AbortController().signal,
  ...more,
});

describe('what is certainly asked of the computer', () => {
  for (const [language, parts] of Object.entries(ASKED)) {
    test(language, () => {
      assert.deepEqual(Object.keys(parts).sort(), [...PARTS, 'all'].sort());
      for (const [part, sentences] of Object.entries(parts))
        for (const sentence of sentences) assert.equal(statusAsked(sentence, language), part, sentence);
    });
  }

  test('is not what is asked of the house, of somebody’s memory, or beside something else', () => {
    for (const sentence of [
      'How warm is the living room?',
      'How warm is the computer room?',
      'what do you have in memory',
      'how busy is the street',
      'how warm is the computer and turn it off',
      'is the computer on?',
    ])
      assert.equal(statusAsked(sentence, 'en'), undefined, sentence);
    assert.equal(statusAsked('How warm is the computer?', 'ja'), undefined);
  });
});

describe('device_status', () => {
  function tool(read: Reading) {
    const jobs: ReadingJob[] = [];
    const status = deviceStatusTool('/srv/node-red', async (job) => {
      jobs.push(job);
      return read;
    });
    return { status, jobs };
  }

  test('answers in the language of the question, and reads nothing else than was asked', async () => {
    const { status, jobs } = tool(READ);
    const said = 'Wie warm ist der Computer?';
    const args = status.ahead?.(said, { language: 'de' });
    assert.deepEqual(args, { what: 'temperature' });
    assert.deepEqual(await status.run(args ?? {}, context({ said, language: 'de' })), {
      ok: true,
      text: 'The processor is at 61 degrees Celsius.',
      told: 'Der Prozessor hat 61 Grad Celsius.',
      ends: true,
    });
    assert.deepEqual(jobs, [{ parts: ['temperature'], folder: '/srv/node-red' }]);
  });

  test('leaves the answer to the model where more was said', async () => {
    const { status } = tool(READ);
    const said = 'Is my computer warmer than the oven?';
    const result = await status.run({ what: 'temperature' }, context({ said }));
    assert.equal(result.ends, undefined);
    assert.match(result.text, /61 degrees/);
  });

  test('tells all that there is, and nothing of what there is not', async () => {
    const { status } = tool(READ);
    const { text, told } = await status.run({}, context({ language: 'es' }));
    assert.equal(
      text,
      'The processor is 12 percent busy. 4.8 gigabytes of 7.6 gigabytes of memory are free. ' +
        '52 gigabytes of 252 gigabytes on the disk are free. The processor is at 61 degrees Celsius. ' +
        'This computer has been running for 2 days and 7 hours.',
    );
    assert.match(told ?? '', /Memoria libre: 4,8 gigabytes de 7,6 gigabytes\..*encendido 2 días y 7 horas\.$/);
  });

  test('says what it can’t tell, where that was asked for', async () => {
    const { status } = tool({});
    const { text, told } = await status.run({ what: 'battery' }, context({ language: 'fr' }));
    assert.deepEqual([text, told], ['This computer has no battery.', 'Cet ordinateur n’a pas de batterie.']);
    assert.deepEqual(await status.run({ what: 'all' }, context()), {
      ok: false,
      text: 'This computer tells nothing of itself.',
    });
  });

  test('reads this computer', async () => {
    const parts = ['load', 'memory', 'disk', 'uptime'] as const;
    const { load, memory, disk, uptime } = await readComputer(
      { parts, folder: process.cwd() },
      new AbortController().signal,
    );
    assert.ok(load !== undefined && load >= 0 && load <= 100, `load ${load}`);
    for (const space of [memory, disk]) assert.ok(space && space.total > 0 && space.free <= space.total);
    assert.ok(uptime !== undefined && uptime > 0);
  });

  test('what the folder’s disk does not tell leaves the rest, and a cancelled reading ends', async () => {
    const job = { parts: ['disk', 'uptime'] as const, folder: '/no/such/folder' };
    assert.deepEqual(Object.keys(await readComputer(job, new AbortController().signal)), ['uptime']);
    await assert.rejects(readComputer({ ...job, parts: PARTS }, AbortSignal.abort()), { name: 'AbortError' });
    const turn = new AbortController();
    const reading = readComputer({ ...job, parts: PARTS }, turn.signal);
    setImmediate(() => turn.abort());
    await assert.rejects(reading, { name: 'AbortError' });
  });
});

test('a warning is a sentence in each language', () => {
  const told = ['en', 'de', 'fr', 'es'].map((language) => heatTold({ now: 84.6, limit: 80 }, language));
  assert.equal(told[0], 'Careful, the computer that I run on is at 85 degrees Celsius. The limit is 80.');
  assert.equal(new Set(told).size, 4);
  for (const sentence of told) assert.match(sentence, /85 .* 80\.$/);
});
