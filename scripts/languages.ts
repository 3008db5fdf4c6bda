import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../lib/language');
const tags = readdirSync(folder).filter((name) => /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(name));
const subjectsOf = (tag: string) =>
  readdirSync(path.join(folder, tag)).flatMap((file) => /^(?!.*\.older)([a-z-]+)\.json/.exec(file)?.[1] ?? []);
const subjects = subjectsOf('en');

for (const tag of tags) {
  const has = new Set(subjectsOf(tag));
  const lacks = subjects.filter((subject) => !has.has(subject));
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  const told = lacks.length > has.size ? `has only ${[...has].join(', ')}` : `lacks ${lacks.join(', ')}`;
  console.log(`${tag.padEnd(8)} ${name.padEnd(28)} ${lacks.length === 0 ? 'has everything' : told}`);
}
