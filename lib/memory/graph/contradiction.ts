import { foldLine, shared, wordsOf } from './line-words.js';

/** What a sentence says of one thing: "favourite colour" is "blue". */
interface Statement {
  about: string;
  value: string;
}

const NOW = '(?:now |currently |jetzt |nun |maintenant |désormais |ahora |adesso |ora )?';

/** "My X is Y", in the person's words and in those of the notes, in English, German, French, Spanish and Italian. */
const SHAPES: readonly RegExp[] = [
  `(?:my|our|the user's|the users'|user's) (?<about>.+?) (?:is|are) ${NOW}(?<value>.+)`,
  `(?:mein|meine|unser|unsere) (?<about>.+?) (?:ist|sind|lautet) ${NOW}(?<value>.+)`,
  `(?:der|die|das) (?<about>.+?) (?:des nutzers|der nutzerin|des benutzers) (?:ist|sind|lautet) ${NOW}(?<value>.+)`,
  `(?:mon|ma|mes|notre|nos) (?<about>.+?) (?:est|sont) ${NOW}(?<value>.+)`,
  `(?:le |la |les |l')(?<about>.+?) de (?:l'utilisateur|l'utilisatrice) (?:est|sont) ${NOW}(?<value>.+)`,
  `(?:mi|mis|nuestro|nuestra|nuestros|nuestras) (?<about>.+?) (?:es|son|está) ${NOW}(?<value>.+)`,
  `(?:el|la|los|las) (?<about>.+?) (?:del usuario|de la usuaria) (?:es|son|está) ${NOW}(?<value>.+)`,
  `(?:(?:il|la|i|le|lo) |l')?(?:mio|mia|miei|mie|nostro|nostra|nostri|nostre) (?<about>.+?) (?:è|sono) ${NOW}(?<value>.+)`,
  `(?:(?:il|la|i|le|lo|gli) |l')(?<about>.+?) (?:dell'utente) (?:è|sono) ${NOW}(?<value>.+)`,
].map((shape) => new RegExp(`^${shape}$`, 'u'));

/** Beings and things of which many things are true at once: a newer statement isn't the end of an older one. */
const MANY_SIDED = new RegExp(
  `^(?:${[
    'mother|mum|mom|father|dad|parents?|wife|husband|partner|brothers?|sisters?|sons?|daughters?|child(?:ren)?|kids?|friends?|boss|neighbou?rs?|uncle|aunt|cousins?|grand\\p{L}+|cats?|dogs?|pets?|house|flat|car|garden',
    'mutter|vater|eltern|frau|mann|partnerin|bruder|schwester|geschwister|sohn|tochter|kind(?:er)?|freund(?:in|e)?|chefin?|nachbarn?|onkel|tante|oma|opa|katzen?|kater|hunde?|haus|wohnung|auto|garten',
    'mère|père|femme|mari|frère|sœur|fils|fille|enfants?|amie?s?|chat|chatte|chiens?|maison|voiture|jardin',
    'madre|padre|padres|esposa|mujer|marido|hermanos?|hermanas?|hijos?|hijas?|amig[oa]s?|gat[oa]s?|perr[oa]s?|casa|coche|jardín',
    'genitori|moglie|marito|fratelli|fratello|sorell[ae]|figli[oa]?|amic[oa]|gatt[oaie]|can[ei]|macchina|giardino',
  ].join('|')})$`,
  'u',
);

/** "My brother is in Paris" says where, "… is a doctor" what: statements of different kinds. */
const WHERE_OR_WHEN =
  /^(?:in|at|on|from|near|for|bei|auf|aus|im|am|um|à|au|aux|en|dans|chez|de|del|desde|para|a|al|alle|da|nel|nella)(?!\p{L})/u;

function statementIn(text: string): Statement | undefined {
  const folded = foldLine(text);
  for (const shape of SHAPES) {
    const groups = shape.exec(folded)?.groups;
    const { about = '', value = '' } = groups ?? {};
    if (about !== '' && about.length <= 60 && !MANY_SIDED.test(about)) return { about, value };
  }
  return undefined;
}

/**
 * Whether a person's newer sentence ends an older one, as far as a rule can be sure: "my X is Y" after "my X is Z", and a
 * new home, work or name of the same person. In English, German, French, Spanish and Italian.
 */
export function replaces(newer: string, older: string): boolean {
  if (foldLine(newer) === foldLine(older)) return false;
  const [now, before] = [statementIn(newer), statementIn(older)];
  if (now && before) {
    return now.about === before.about && WHERE_OR_WHEN.test(now.value) === WHERE_OR_WHEN.test(before.value);
  }
  const [a, b] = [wordsOf(newer), wordsOf(older)];
  if (a.slot === undefined || a.slot !== b.slot || a.denies || b.denies) return false;
  return a.owner.size === b.owner.size && shared(a.owner, b.owner) === a.owner.size && isShort(newer) && isShort(older);
}

/** A long sentence says more than the one thing, which would go with it. */
function isShort(text: string): boolean {
  return foldLine(text).split(' ').length <= 8;
}
