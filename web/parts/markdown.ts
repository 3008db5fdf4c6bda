import { html, nothing, type TemplateResult } from 'lit';
import { Lexer, type Token, type Tokens } from 'marked';

type Shown = TemplateResult | string | typeof nothing;

/**
 * A model's Markdown as a template: only its tokens are taken, and their words are always text, so that nothing in it can
 * be HTML. Links lead to http and https only, pictures are their description: neither is fetched.
 */
export function markdown(text: string): Shown[] {
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(text).map(block);
  } catch {
    // What can't be read is shown as it came.
    return [html`<p>${text}</p>`];
  }
}

function block(token: Token): Shown {
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      return html`<p><strong>${inside(token)}</strong></p>`;
    case 'code':
      return html`<pre tabindex="0"><code>${token['text']}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${(token.tokens ?? []).map(block)}</blockquote>`;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return html`<hr />`;
    case 'paragraph':
      return html`<p>${inside(token)}</p>`;
    default:
      return html`<p>${inline(token)}</p>`;
  }
}

/** The items of a tight list are words, those of a loose one paragraphs. */
function list({ ordered, start, items }: Tokens.List): Shown {
  const shown = items.map(
    ({ tokens }) => html`<li>${tokens.map((token) => (token.type === 'text' ? inside(token) : item(token)))}</li>`,
  );
  return ordered ? html`<ol start=${start || 1}>${shown}</ol>` : html`<ul>${shown}</ul>`;
}

function item(token: Token): Shown {
  return token.type === 'checkbox' ? inline(token) : block(token);
}

function table({ header, rows }: Tokens.Table): Shown {
  return html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>${header.map(({ tokens }) => html`<th scope="col">${tokens.map(inline)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${tokens.map(inline)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

function inside(token: Token): Shown[] {
  if ('tokens' in token && token.tokens) return token.tokens.map(inline);
  return ['text' in token ? String(token.text) : token.raw];
}

function inline(token: Token): Shown {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inside(token)}</strong>`;
    case 'em':
      return html`<em>${inside(token)}</em>`;
    case 'del':
      return html`<del>${inside(token)}</del>`;
    case 'codespan':
      return html`<code>${token['text']}</code>`;
    case 'br':
      return html`<br />`;
    case 'link':
      return link(String(token['href']), inside(token));
    case 'image':
      return link(String(token['href']), [String(token['text'] || token['href'])]);
    case 'text':
    case 'escape':
      return html`${inside(token)}`;
    case 'checkbox':
      return token['checked'] ? '☑ ' : '☐ ';
    default:
      // HTML above all: shown, not obeyed.
      return token.raw;
  }
}

function link(address: string, words: Shown[]): Shown {
  const href = safeLink(address);
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${words}</a>` : html`${words}`;
}

/** An address of the web as it is, and nothing for any other: scripts, mail, this server's own pages. */
export function safeLink(href: string): string | undefined {
  try {
    const { protocol } = new URL(href);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
