import { isFunctionWord } from './fact-words.js';

/** What a person's sentence is about, as the graph names it. */
export interface Subject {
  /** People and animals hang with the people, all else is of their world. */
  branch: 'USER' | 'WORLD';
  /** Without its article: "Boiler". */
  name: string;
}

const anyOf = (words: string) => `(?:${words.trim().split(/\s+/).join('|')})`;

/** What a thing's name ends before: a verb, or what tells where or whose it is. */
const ENDS = anyOf(`
  says? said wants? is are was were isn't aren't has have had hasn't needs? costs? runs? opens? closes? hangs? lies? lives? stands? starts? sits?
  goes go comes? works? leaks? eats? drinks? sleeps? likes? loves? hates? takes? uses? belongs? turns? means? can can't cannot
  must should shall may won't will doesn't don't did in on at of for from to by under behind near with next that which who
  ist sind war waren hat haben heißt heissen heißen liegt liegen hängt hängen steht stehen läuft laufen braucht brauchen kostet
  geht gehen kommt kommen öffnet schließt macht mag mögen liebt frisst isst essen trinkt schläft gehört kann können darf dürfen muss
  müssen soll sollen wird werden der des im am auf unter hinter neben über aus von vom zum zur für mit bei an vor zwischen
  est sont était n'est a n'a ont s'appelle s'appellent se coûte fonctionne ferme ouvre mange boit dort aime doit doivent peut
  peuvent passe passent pend dans sur sous derrière près chez pour avec du au aux qui que
  es son era está están tiene tienen se cuesta cuestan funciona funcionan abre abren cierra cierran come cenan bebe duerme pasa pasan
  pierde debe deben puede pueden cuelga necesita necesitan no en sobre bajo detrás junto del al con para`);
/** French and Spanish put "de" into names ("salle de bain") and behind them ("pression de la chaudière"). */
const OF_THE = "(?:de la|de l'|du|des|del|de las|de los|de el)";
const WORD = `(?!${ENDS} )[\\p{L}\\p{N}][\\p{L}\\p{N}.-]*`;
const THING = `(?<thing>${WORD}(?: (?!${OF_THE} )${WORD}){0,3}?)(?='s |' | ${ENDS} | ${OF_THE} )`;
/** As `THING`, no more than a few words that something else belongs to. */
const WHOLE = `(?:(?!${ENDS} )[\\p{L}\\p{N}-]+ ){1,3}?`;
const THE = anyOf('the der die das le la les el los las').replace('les|', "les|l'|");

const THINGS: readonly RegExp[] = [
  `the ${WHOLE}of the ${THING}`,
  `(?:der|die|das) ${WHOLE}(?:der|des|von der|von dem|vom) ${THING}`,
  `(?:le |la |les |l'|el |los |las )${WHOLE}(?:de la |de l'|du |des |del |de las |de los )${THING}`,
  `(?:${THE} |l')${THING}`,
].map((shape) => new RegExp(`^${shape}`, 'iu'));

const NAME = '(?<name>\\p{Lu}[\\p{L}-]+)';
/** "Anna's birthday", "Anna likes tea": a name stands there as names are written, before what only people have or do. */
const PEOPLE: readonly RegExp[] = [
  `${NAME}'s? (?!(?:a|an|the|not|in|on|at) )\\p{L}`,
  `${NAME} (?:likes|loves|hates|prefers|lives|works|eats|drinks|plays|was born|(?:is|isn't) (?:allergic|vegetarian|vegan|\\d+|my|our)|can't eat|doesn't (?:like|eat|drink))(?!\\p{L})`,
  `(?<name>\\p{Lu}\\p{L}+?)(?:s|') (?:Geburtstag|Namenstag|Nummer|Telefonnummer|Handynummer|Adresse|Frau|Mann|Mutter|Vater|Schwester|Bruder|Sohn|Tochter|Freund|Freundin|Lieblings\\p{L}+|Zimmer|Schule)(?!\\p{L})`,
  `${NAME} (?:mag|liebt|hasst|wohnt|arbeitet|isst|trinkt|spielt|heißt|verträgt|hat (?:am .*)?(?:Geburtstag|im \\p{L}+ Geburtstag)|ist (?:allergisch|Vegetarier|Vegetarierin|vegan|\\d+ Jahre|mein|meine|unser|unsere))(?!\\p{L})`,
  `${NAME} (?:aime|n'aime|adore|déteste|préfère|habite|travaille|mange|ne mange|boit|joue|(?:est|n'est) (?:allergique|végétarien|végétarienne|née?|mon|ma)|a \\d+ ans)(?!\\p{L})`,
  `(?:[Ll]'|[Ll][ae] |[Ee]l )[\\p{L}-]+ (?:préférée? |favorit[oa] )?d(?:'|e )${NAME} `,
  `(?:[Aa] )?${NAME} (?:no )?(?:le (?:gusta|encanta)|prefiere|vive|trabaja|come|bebe|juega|odia|es (?:alérgic[oa]|vegetarian[oa]|mi)|tiene \\d+ años|cumple)(?!\\p{L})`,
].map((shape) => new RegExp(`^${shape}`, 'u'));

/** People and animals of the house that stand for a name. */
const BEINGS = new RegExp(
  `(?:^| )${anyOf(`
  cats? dogs? puppy kitten hamster parrot baby kids? child children twins grandma grandpa nanny neighbou?rs?
  katzen? kater hunde? hündin hamster papagei baby kind kinder zwillinge oma opa nachbarn? nachbarin
  chats? chatte chiens? chienne bébé enfants? jumeaux mamie papi voisins? voisine
  gatos? gatas? perros? perras? bebé niñ[oa]s? gemelos abuel[oa]s? vecin[oa]s?`)}$`,
  'iu',
);
/** What stands where a subject does and names nothing. */
const NAMELESS = new RegExp(
  `^${anyOf(`
  nobody everyone everybody somebody someone niemand jeder jemand alle personne nadie todos one ones other others rest same last first next best worst only most thing things fact point day days time week weekend month
  year morning evening night people user users user's man woman
  eine einen andere anderen letzte erste nächste beste einzige ganze sache dinge tag tage zeit woche wochenende monat jahr
  leute nutzer benutzer nutzerin
  autres? dernière? premier première meilleure? chose choses jour jours temps semaine mois année gens utilisateur utilisatrice
  otr[oa]s? últim[oa] primer[oa]? mejor cosa cosas día días tiempo semana mes año gente usuari[oa] que`)}(?: |$)`,
  'iu',
);

/**
 * What a sentence that a person told is about, by how it begins, in English, German, French and Spanish. No parser: what
 * begins otherwise ("I …", "my …", "on Mondays …") has no subject here, and stays with the person.
 * @param text One sentence, without secrets.
 */
export function subjectOf(text: string): Subject | undefined {
  const line = `${text.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim()} `;
  for (const shape of PEOPLE) {
    const name = shape.exec(line)?.groups?.['name'];
    if (name !== undefined && !isFunctionWord(name) && !NAMELESS.test(name)) {
      return { branch: 'USER', name };
    }
  }
  for (const shape of THINGS) {
    const found = shape.exec(line);
    const thing = found?.groups?.['thing'];
    if (found && thing !== undefined && !NAMELESS.test(thing)) return subjectFrom(found[0], thing);
  }
  return undefined;
}

function subjectFrom(said: string, thing: string): Subject {
  const isGerman = /^(?:der|die|das) /iu.test(said);
  // A German noun has its capital; what is before it only tells more of it.
  const noun = isGerman ? (/\p{Lu}\S*(?: \p{Lu}\S*)*/u.exec(thing)?.[0] ?? thing) : thing;
  // "des Boilers", "des Hauses"
  const isGenitive = isGerman && / des \S.*$/iu.test(said);
  const plain = isGenitive ? noun.replace(/(?<=[^eiouaäöü\W])es$|(?<=.{2})s$/u, '') : noun;
  const name = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return { branch: BEINGS.test(name) ? 'USER' : 'WORLD', name };
}
