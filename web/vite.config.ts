import path from 'node:path';
import { defineConfig } from 'vite';

/** The pages: `npx vite build -c web/vite.config.ts` writes two html files and hashed assets to dist/web. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the pages work under any sub path the server puts them at.
  base: './',
  // Under their own names: the manifest names its icons beside it.
  publicDir: 'public',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Data URIs are refused by `default-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: false,
    license: { fileName: 'LICENCES.md' },
    rolldownOptions: {
      input: ['index.html', 'memory.html'].map((page) => path.join(import.meta.dirname, page)),
    },
  },
  worker: { format: 'es' },
  plugins: [
    {
      name: 'nothing-of-node',
      enforce: 'pre',
      resolveId(source, importer) {
        if (source.startsWith('node:')) throw new Error(`${importer} imports ${source}, which no browser has.`);
      },
    },
  ],
});
