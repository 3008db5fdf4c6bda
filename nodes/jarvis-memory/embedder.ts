import { existsSync } from 'node:fs';
import type { NodeAPI } from 'node-red';
import type { Embedder } from '../../lib/memory/embedding/embedder.js';
import { openMiniLm } from '../../lib/memory/embedding/minilm.js';
import { serverEmbedder } from '../../lib/memory/embedding/server-embedder.js';
import { modelFolder } from '../../lib/models/models.js';
import { optionalConfig } from '../adapter.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { dataFolder, setting } from '../settings.js';

/** The embedding model that is chosen, or the one that was pulled. */
export function embedderOf(
  RED: NodeAPI,
  { embedding, model }: { embedding?: string; model?: string },
): Embedder | undefined {
  const name = setting('JARVIS_EMBED_MODEL', embedding);
  const server = optionalConfig<ModelNode>(RED, model);
  if (name && server) return serverEmbedder(server.provider, name);
  const folder = modelFolder(dataFolder(RED), 'minilm');
  return existsSync(folder) ? openMiniLm({ folder }) : undefined;
}
