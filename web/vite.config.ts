import { defineConfig } from 'vite';

/** The page: `npx vite build -c web/vite.config.ts` writes one html file and hashed assets to dist/web. */
export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the page works under any sub path the server puts it at.
  base: './',
  publicDir: false,
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Data URIs are refused by `default-src 'self'`.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  worker: { format: 'es' },
});
