/** Addresses of what is beside this page; undefined for what this Node-RED doesn't have. */
export interface Links {
  /** The root of the admin routes. */
  admin?: string | undefined;
  memory?: string | undefined;
  editor?: string | undefined;
}

/**
 * Asks the server what there is. Whoever may not open it is asked for a login there.
 * @param page address of this page
 */
export async function fetchLinks(page: string): Promise<Links> {
  try {
    const response = await fetch(new URL('links.json', page), { credentials: 'same-origin' });
    return response.ok ? linksIn(await response.json(), page) : {};
  } catch {
    return {};
  }
}

/** @param told the admin root as seen from this page, or null without one; and whether its editor is there */
export function linksIn(told: unknown, page: string): Links {
  const { admin, editor, memory } = (told ?? {}) as Record<string, unknown>;
  if (typeof admin !== 'string' || !/^(?:\.\.\/)+[\w./-]*$/.test(admin)) return {};
  const root = new URL(admin, page).pathname;
  // The memory page looks for the admin root in the folder above, unless it is told.
  const query = root === new URL('../', page).pathname ? '' : `?admin=${encodeURIComponent(root)}`;
  return {
    admin: root,
    memory: memory === true ? `memory.html${query}` : undefined,
    editor: editor === true ? root : undefined,
  };
}
