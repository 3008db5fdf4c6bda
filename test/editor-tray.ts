import type { Page } from 'playwright-core';

/**
 * Waits until a form of the editor has slid in wholly: before, its parts lie outside of the window, and the editor stumbles
 * over one that is closed. The editor raises its tray by a timer, which the picture of a busy machine may be behind.
 */
export async function trayHasCome(page: Page): Promise<void> {
  const isRaised = `$('#red-ui-editor-stack').css('zIndex') === '13'`;
  const isIn = `$('.red-ui-tray').last().css('right') === '0px'`;
  await page.waitForFunction(`${isRaised} && ${isIn}`, undefined, { timeout: 20_000 });
}
