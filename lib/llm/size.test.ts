import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelSize } from './size.js';

const small = [
  'gemma4:e2b',
  'phi3:mini',
  'phi4-mini',
  'smollm2:135m',
  'smollm2',
  'qwen3:4b',
  'qwen2.5:7b',
  'qwen2.5:0.5b-instruct-q4_K_M',
  'mistral',
  'mistral:7b-instruct-v0.3',
  'llama3.2',
  'llama3.2:3b',
  'gemma3:4b',
  'gemma3:270m',
  'tinyllama',
  'hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M',
  'mlx-community/Qwen3-1.7B-4bit',
  'olmoe:1b-7b',
  'command-r7b',
];
const large = [
  'qwen3:8b',
  'qwen3:30b-a3b',
  'mixtral:8x7b',
  'llama3.1',
  'llama3.1:8b',
  'llama3.3:70b-instruct-q4_K_M',
  'mistral-small',
  'mistral-nemo',
  'gemma3:12b',
  'gpt-oss:20b',
  'gpt-4o-mini',
  'phi4',
  'phi3:medium',
  'command-r',
  'somebody/unheard-of:latest',
  'unsloth/Llama-4-Scout-17B-16E-Instruct-4bit',
  '',
];

for (const name of small) test(`"${name}" is small by its name`, () => assert.equal(modelSize(name), 'small'));
for (const name of large) test(`"${name}" is large by its name`, () => assert.equal(modelSize(name), 'large'));

test('what the server says counts more than the name', () => {
  assert.equal(modelSize('qwen3:8b', 4.02e9), 'small');
  assert.equal(modelSize('assistant', 134_515_008), 'small');
  assert.equal(modelSize('assistant:7b', 7_615_616_512), 'small');
  assert.equal(modelSize('assistant:3b', 8_030_261_248), 'large');
  assert.equal(modelSize('assistant', '134.52M'), 'small');
  assert.equal(modelSize('assistant', '14.8B'), 'large');
});

test('a count that says nothing leaves it to the name', () => {
  assert.equal(modelSize('qwen3:4b', 0), 'small');
  assert.equal(modelSize('qwen3:4b', 'unknown'), 'small');
});
