import { openOllama } from '../../llm/ollama.js';
import { clock } from '../../turn/clock.js';
import { openMemory } from '../memory.js';
import { keepEmbedded } from './keep-up.js';
import { serverEmbedder } from './server-embedder.js';

// Embeds a store until it is killed.
const [file = '', url = ''] = process.argv.slice(2);
const embedder = serverEmbedder(openOllama({ url }), 'letters');
void keepEmbedded({ memory: openMemory({ file }), embedder, signal: new AbortController().signal });
clock.every(60_000, () => {});
