import { monthNames } from '../language/names.js';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  micro: 'µ',
  minus: '−',
  rarr: '→',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  permil: '‰',
  sect: '§',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ugrave: 'ù',
  icirc: 'î',
  iuml: 'ï',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  iexcl: '¡',
  iquest: '¿',
};

const BLOCK_TAGS =
  'address|article|blockquote|br|dd|div|dl|dt|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tbody|thead|tr|ul';
const INLINE_TAGS =
  'a|abbr|b|big|body|center|code|del|details|em|figure|font|head|html|i|img|ins|kbd|label|mark|nav|q|s|samp|small|span|strike|strong|sub|summary|sup|svg|td|th|time|title|tt|u|var|video|audio|speak|voice|prosody|emphasis|break|say-as';
const BLOCK_TAG = new RegExp(String.raw`</?(?:${BLOCK_TAGS})(?:[\s/][^<>]{0,1000})?>`, 'gi');
const INLINE_TAG = new RegExp(String.raw`</?(?:${INLINE_TAGS})(?:[\s/][^<>]{0,1000})?>`, 'gi');

const FORMULA_SIGNS: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '×',
  div: '÷',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  pm: '±',
  to: '→',
};
/** Without a space inside its ends: "$5 and $6" are amounts. */
const FORMULA = /\$\$?(?=[^\s$])([^$\n]{0,200}[^\s$])\$\$?(?!\d)/g;

/** Formulas without their dollar signs, and with signs for the names of signs. */
export function withoutFormulas(text: string): string {
  if (!/[$\\]/.test(text)) return text;
  return text
    .replace(FORMULA, (all, inside: string) => (/[\\^_={]/.test(inside) ? inside : all))
    .replace(/\\[dt]?frac\{([^{}]{1,100})\}\{([^{}]{1,100})\}/g, '$1 ÷ $2')
    .replace(/\\([a-z]{2,6})(?![a-z])/g, (all, name: string) => FORMULA_SIGNS[name] ?? all);
}

/** HTML without its entities and tags; block tags become line ends. */
export function withoutHtml(text: string): string {
  // Twice: models write "&amp;lt;" too.
  let plain = decodeEntities(decodeEntities(text));
  if (!plain.includes('<')) return plain;
  plain = cut(plain, '<!--', '-->');
  plain = cut(cut(plain, '<script', '</script>'), '<style', '</style>');
  return plain
    .replace(/<\/t[dh]>/gi, ', ')
    .replace(BLOCK_TAG, '\n\n')
    .replace(INLINE_TAG, '');
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,9}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
  });
}

/** Cuts out everything from each `open` to the next `close`; one pass, so that unclosed ones cost nothing. */
function cut(text: string, open: string, close: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const from = text.indexOf(open, at);
    const to = from < 0 ? -1 : text.indexOf(close, from + open.length);
    if (to < 0) return kept + text.slice(at);
    kept += `${text.slice(at, from)} `;
    at = to + close.length;
  }
}

// "3. Oktober" at the start of a line is a date, not the third item of a list.
const MONTHS = [
  ...['en', 'de', 'fr', 'es', 'it'].flatMap(monthNames),
  'jänner',
  'jan|feb|mär|mar|apr|jun|jul|aug|sep|sept|okt|oct|nov|dez|dec|janv|févr|avr|juil|déc|ene|abr|ago|dic',
].join('|');
const MONTH = new RegExp(`^(?:${MONTHS})(?![\\p{L}])`, 'iu');
const NUMBERED = /^(\d{1,2})[.)] +(?=\S)/;
const BULLET = /^[-*+•‣◦▪·–] +/;

/**
 * Markdown's blocks as plain lines: headings, list items, table rows and paragraphs, each without its marks.
 * A list number goes only when the line is part of a list of at least two.
 */
export function blocksOf(text: string): string[] {
  const lines = text.split('\n').map((line) => ({ indented: /^(?: {2}|\t)/.test(line), text: line.trim() }));
  const listed = numberedItems(lines);
  const blocks: string[] = [];
  let fenced = false;
  let open = false;
  lines.forEach((line, index) => {
    const fence = /^(?:`{3,}|~{3,})([^`]*)$/.exec(line.text);
    if (fence) {
      fenced = !fenced;
      open = false;
      const info = fence[1]?.trim() ?? '';
      if (info.includes(' ')) blocks.push(info);
      return;
    }
    const bare = line.text.replace(/^(?:>(?!\d) ?)+/, '').trim();
    if (bare === '' || isRule(bare)) {
      open = false;
      return;
    }
    if (fenced || bare.includes('|')) {
      blocks.push(isRow(bare) ? cells(bare) : bare);
      open = false;
      return;
    }
    const item = withoutMarker(bare, listed.has(index));
    const starts = item !== bare || !open || !continues(blocks.at(-1) ?? '', bare);
    if (starts) blocks.push(item);
    else blocks.push(`${blocks.pop() ?? ''} ${item}`);
    open = !/^#{1,6} /.test(bare);
  });
  return blocks;
}

/** Indexes of the lines whose number is a list marker. */
function numberedItems(lines: readonly { indented: boolean; text: string }[]): Set<number> {
  const listed = new Set<number>();
  let last: number | undefined;
  lines.forEach(({ indented, text }, index) => {
    const marker = NUMBERED.exec(text);
    if (marker && !MONTH.test(text.slice(marker[0].length))) {
      if (last !== undefined) listed.add(last).add(index);
      last = index;
    } else if (text !== '' && !indented && !BULLET.test(text)) last = undefined;
  });
  return listed;
}

function withoutMarker(line: string, numbered: boolean): string {
  if (/^#{1,6}(?: |$)/.test(line)) return line.replace(/^#+ */, '').replace(/ #+$/, '');
  if (numbered) return line.replace(NUMBERED, '');
  return line.replace(BULLET, '').replace(/^\[[ xX]\] +/, '');
}

/** A line that goes on with the paragraph's sentence: long lines were wrapped, short ones meant as lines. */
function continues(before: string, line: string): boolean {
  return before.length >= 60 || /^\p{Ll}/u.test(line);
}

function isRule(line: string): boolean {
  return /^(?:[-=*_] ?){2,}$/.test(line) || (line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line));
}

function isRow(line: string): boolean {
  return line.startsWith('|') || line.endsWith('|') || /\S \| \S/.test(line);
}

function cells(line: string): string {
  return line
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
}

const URL_LIKE =
  /(?<![\p{L}\d])(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"'`|]+|(?<![\p{L}\d])(?:mailto|tel):(?=\S)/giu;

/** Markdown's inline marks gone: links become their words, bare addresses the name of their host. */
export function withoutInlineMarks(text: string): string {
  const named = text.includes('[') ? withoutLinks(text) : text;
  const said = /:\/\/|www\.|mailto:|tel:/i.test(named) ? named.replace(URL_LIKE, hostOf) : named;
  if (!/[\\*`~=_]/.test(said)) return said;
  return said
    .replace(/\\(?=[^\p{L}\d\s])/gu, '')
    .replace(/(\d) ?\* ?(?=\d)/g, '$1 × ')
    .replace(/[*`]|~~|={2,}/g, '')
    .replace(/(?<=[\p{L}\d])_+(?=[\p{L}\d])/gu, ' ')
    .replace(/_/g, '');
}

/** Links, images, footnotes and references as the words they stand on. */
function withoutLinks(text: string): string {
  return text
    .replace(/^\[[^[\]]{1,200}\]: *\S+.*$/, '')
    .replace(/\[\^[^[\]\s]{1,50}\]/g, '')
    .replace(/!?\[([^[\]]{0,1000})\]\((?:[^()]|\([^()]{0,300}\)){0,300}\)/g, '$1')
    .replace(/!?\[([^[\]]{1,1000})\]\[[^[\]]{0,200}\]/g, '$1');
}

function hostOf(address: string): string {
  if (/^(?:mailto|tel):/i.test(address)) return '';
  const url = address.replace(/[.,;:!?)\]}]+$/, '');
  const after = address.slice(url.length).replace(/[)\]}]/g, '');
  const absolute = /^www\./i.test(url) ? `http://${url}` : url;
  const host = URL.canParse(absolute) ? new URL(absolute).hostname : (/\/\/([^/?#]*)/.exec(absolute)?.[1] ?? '');
  return `${host.replace(/^www\./i, '')}${after}`;
}
