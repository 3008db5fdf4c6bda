import { RouteError } from '../web/waterfall/follow.js';
import { supportedLanguage } from '../web/waterfall/languages.js';
import { words } from '../web/waterfall/strings.js';
import { turnsView } from '../web/waterfall/turns-view.js';
import type { EditorRed } from './editor-types.js';
import { pageRoot } from './shared/forms.editor.js';

declare const RED: EditorRed;

/** Through jQuery: the editor adds its login to its calls. */
function ask(route: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = $.getJSON(`jarvis/admin/${route}`);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.then(resolve, ({ status }: JQuery.jqXHR) => reject(new RouteError(status)));
  });
}

RED.plugins.registerPlugin('jarvis-turns', {
  type: 'jarvis-turns',
  onadd() {
    const language = supportedLanguage(RED.i18n.lang());
    const view = turnsView({
      language,
      ask,
      has: (node) => RED.nodes.node(node) !== null,
      reveal(node) {
        if (!RED.nodes.node(node)) return;
        RED.view.reveal(node);
        RED.view.select(node);
      },
    });
    const link = $('<a>', { href: pageRoot(), target: '_blank', rel: 'noopener', text: words(language, 'openPage') });
    const content = $('<div>', { class: 'jarvis-turns' }).append($('<p>').append(link), view.root);
    RED.sidebar.addTab({
      id: 'jarvis-turns',
      label: words(language, 'title'),
      name: `Jarvis: ${words(language, 'titleLong')}`,
      iconClass: 'fa fa-tasks',
      content,
      enableOnEdit: true,
      onchange: () => view.start(),
      onremove: () => view.stop(),
    });
    // Only while somebody sees it; the editor says when a tab is shown, not when it is left.
    const shown = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) view.start();
      else view.stop();
    });
    for (const one of content) shown.observe(one);
  },
});
