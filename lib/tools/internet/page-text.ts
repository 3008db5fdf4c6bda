import { Readability } from '@mozilla/readability';
import { headOf } from '../../turn/shorten.js';

/** Most elements that Readability weighs; of longer pages all text is taken. */
const MAX_ELEMENTS = 50_000;
/** What is no text to read. */
const NO_TEXT = 'head, script, style, noscript, template, svg, iframe, nav, footer, form';
/** Elements that begin a line. */
const BLOCKS = 'p, div, li, tr, h1, h2, h3, h4, h5, h6, br, blockquote, pre, section, article, dt, dd';

export interface Page {
  body: Uint8Array;
  /** As the server gave it; empty where it didn't. */
  charset: string;
  /** Most characters of the text. */
  most: number;
}

export interface PageText {
  title: string;
  text: string;
}

/** What can be read of an HTML page. A large one takes seconds, and one that is made to any time: for a thread only (`reader.ts`). */
export async function pageText({ body, charset, most }: Page): Promise<PageText> {
  const { title, text } = await readPage(decoded(body, charset));
  return { title: headOf(title, most), text: headOf(tidy(text), most) };
}

/** The article of a page as Firefox's reader view finds it, else all of its text. */
async function readPage(html: string): Promise<PageText> {
  // An ES module, by its types.
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(whole(html));
  const title = document.querySelector('title')?.textContent ?? '';
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove();
  // Readability keeps the blanks of the page, and no line ends of its own.
  for (const element of document.querySelectorAll(BLOCKS)) element.before(document.createTextNode('\n'));
  const all = document.documentElement?.textContent ?? '';
  const article = new Readability(document as unknown as Document, { maxElemsToParse: MAX_ELEMENTS });
  return { title, text: articleOf(article) ?? all };
}

/** A page with the elements that its author may leave out. */
function whole(html: string): string {
  if (/<html[\s>]/i.test(html)) return html;
  return /<body[\s>]/i.test(html) ? `<html>${html}</html>` : `<html><body>${html}</body></html>`;
}

function articleOf(article: Readability): string | undefined {
  try {
    return article.parse()?.textContent?.trim() || undefined;
  } catch {
    // Too many elements, or none that it understands.
    return undefined;
  }
}

/** The page's letters; as UTF-8 where nobody says what they are in, or in something unknown. */
function decoded(bytes: Uint8Array, said: string): string {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const named = said || (/<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8');
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Without the blanks of a page's source. */
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
