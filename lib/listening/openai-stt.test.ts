import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { until } from '../../test/until.js';
import { parseWav } from '../audio/wav.js';
import { openOpenAiStt } from './openai-stt.js';
import { noise } from './samples.test.helper.js';

const servers: http.Server[] = [];
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that answers with what `answer` says and keeps what it was asked. */
async function serve(answer: (request: http.IncomingMessage, response: http.ServerResponse) => void) {
  const asked: { request: http.IncomingMessage; form: Promise<FormData> }[] = [];
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const body = new Response(new Uint8Array(Buffer.concat(parts)), { headers });
    asked.push({ request, form: body.formData() });
    asked.at(-1)?.form.catch(() => {});
    answer(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, server };
}

const transcribe = async (stt: ReturnType<typeof openOpenAiStt>, signal = new AbortController().signal) => {
  const stream = stt.open({ language: 'de-DE', prompt: 'Hey Jarvis.', signal });
  stream.write(noise(1, 1000));
  return await stream.finish();
};

describe('speech to text over OpenAI’s interface', () => {
  test('sends one WAV with model, language and key', async () => {
    const { url, asked } = await serve((_request, response) => response.end(JSON.stringify({ text: ' Licht an. ' })));
    const stt = openOpenAiStt({ url: `${url}/`, key: 'sesame', model: 'small' });
    await stt.warm();
    assert.deepEqual(await transcribe(stt), { text: 'Licht an.', seconds: 1, by: 'openai' });
    assert.equal(asked[0]?.request.url, '/v1/models');
    assert.equal(asked[1]?.request.url, '/v1/audio/transcriptions');
    assert.equal(asked[1]?.request.headers.authorization, 'Bearer sesame');
    const form = await asked[1]?.form;
    assert.equal(form?.get('model'), 'small');
    assert.equal(form?.get('language'), 'de');
    assert.equal(form?.get('prompt'), 'Hey Jarvis.');
    const file = form?.get('file');
    assert.ok(file instanceof Blob);
    assert.deepEqual(parseWav(Buffer.from(await file.arrayBuffer())), { samples: noise(1, 1000), rate: 16_000 });
    await stt.close();
  });

  test('says what went wrong, and whose fault it is', async () => {
    const answers: [number, string, string, RegExp][] = [
      [401, '{"error":"wrong key"}', 'not-configured', /401.*wrong key/],
      [404, 'no such model', 'not-configured', /404/],
      [500, 'oh', 'stt-failed', /500/],
      [200, '<html>', 'stt-failed', /not a transcript/],
      [200, '{"words":[]}', 'stt-failed', /not a transcript/],
      [200, 'x'.repeat(2_000_000), 'stt-failed', /without end/],
    ];
    for (const [status, body, code, message] of answers) {
      const { url } = await serve((_request, response) => response.writeHead(status).end(body));
      await assert.rejects(transcribe(openOpenAiStt({ url })), { code, message });
    }
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      setImmediate(() => response.destroy());
    });
    await assert.rejects(transcribe(openOpenAiStt({ url })), { code: 'stt-unreachable' });
    const gone = await serve(() => {});
    gone.server.close();
    await assert.rejects(transcribe(openOpenAiStt({ url: gone.url })), { code: 'stt-unreachable' });
    await assert.rejects(openOpenAiStt({ url: 'house' }).warm(), { code: 'not-configured' });
  });

  test('a cancelled utterance closes its connection', async () => {
    let closed = false;
    const { url, asked } = await serve((_request, response) => {
      response.on('close', () => {
        closed = true;
      });
    });
    const cancel = new AbortController();
    const waiting = transcribe(openOpenAiStt({ url }), cancel.signal);
    await until(() => asked.length === 1, 'the request');
    cancel.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await until(() => closed, 'the connection to be closed');
  });
});
