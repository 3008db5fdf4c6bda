import path from 'node:path';
import type { LocalSettings } from '@node-red/runtime';

/** What the page may link to: see `linksIn` in web/links.ts. */
export interface PageLinks {
  /** The admin root as seen from the page, so that it holds behind a proxy that adds a path; null without one. */
  admin: string | null;
  editor: boolean;
  memory: boolean;
}

/** The pages that these settings of Node-RED leave: none is linked to that nobody can open. */
export function pageLinks(settings: Partial<LocalSettings>): PageLinks {
  const { httpNodeRoot, httpAdminRoot, disableEditor, adminAuth } = settings;
  if (httpAdminRoot === false) return { admin: null, editor: false, memory: false };
  const page = path.posix.join('/', httpNodeRoot || '', 'jarvis');
  const root = path.posix.relative(page, path.posix.join('/', httpAdminRoot || ''));
  const editor = !disableEditor;
  // The login that the memory page uses is the editor's.
  return { admin: `${root}/`, editor, memory: editor || !adminAuth };
}
