import { primaryLanguage } from '../../language/tags.js';
import { stem } from './stem.js';

/**
 * Forms of one word that no ending tells, by language: what a diary says happened ("we bought") is asked for in another
 * form ("what did we buy?"). Folded; a family is between bars.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  en: `
    beat beaten|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|
    buy bought|catch caught|choose chose chosen|come came|dig dug|draw drew drawn|dream dreamt|drink drank drunk|
    drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown flight|
    forget forgot forgotten|freeze froze frozen|get got gotten|give gave given gift|go went gone|grow grew grown|
    hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|learn learnt|leave left|lend lent|
    lose lost|make made|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|see saw seen|sell sold|
    send sent|sew sewn|shake shook shaken|shine shone|shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk|
    sit sat|sleep slept|speak spoke spoken|spend spent|spill spilt|spoil spoilt|stand stood|steal stole stolen|
    stick stuck|sting stung|swim swam swum|take took taken|teach taught|tear tore torn|tell told|think thought|
    throw threw thrown|wake woke woken|wear wore worn|win won|write wrote written|
    man men|woman women|foot feet|tooth teeth|goose geese|mouse mice|person people|tyre tire|grey gray`,
  de: `
    backen buk|beissen biss gebissen|biegen bog gebogen|bleiben blieb geblieben|brechen brach gebrochen|
    brennen brannte gebrannt|bringen brachte gebracht|denken dachte gedacht|essen ass gegessen|fahren fuhr fahrt|
    fallen fiel|fangen fing|finden fand gefunden|fliegen flog geflogen flug|frieren fror gefroren|geben gab gegeben|
    gehen ging gegangen|giessen goss gegossen|graben grub|heissen hiess|helfen half geholfen|kommen kam|
    leihen lieh geliehen|lesen las|liegen lag gelegen|nehmen nahm genommen|nennen nannte genannt|reissen riss gerissen|
    reiten ritt geritten|rennen rannte gerannt|rufen rief|schiessen schoss geschossen|schlafen schlief|
    schlagen schlug|schliessen schloss geschlossen|schneiden schnitt geschnitten|schreiben schrieb geschrieben|
    schreien schrie|schwimmen schwamm geschwommen|sehen sah|singen sang gesungen|sitzen sass gesessen|
    sprechen sprach gesprochen|springen sprang gesprungen|stechen stach gestochen|stehen stand gestanden|
    stehlen stahl gestohlen|steigen stieg gestiegen|sterben starb gestorben|streichen strich gestrichen|
    streiten stritt gestritten streit|tragen trug|treffen traf getroffen|trinken trank getrunken|tun tat getan|
    vergessen vergass|verlieren verlor verloren|wachsen wuchs gewachsen|waschen wusch|werfen warf geworfen|
    wissen wusste|ziehen zog gezogen umzug|bieten bot geboten|verbieten verbot verboten|gewinnen gewann gewonnen`,
  fr: `
    avoir eu|boire bu bois|conduire conduit|connaitre connu|construire construit|courir couru|cuire cuit|dire dit|
    dormir dormi|ecrire ecrit|faire fait|lire lu|mettre mis|mordre mordu|mourir mort|offrir offert|ouvrir ouvert|
    partir parti depart|peindre peint peinture|perdre perdu|plaire plu|pouvoir pu|prendre pris|recevoir recu|
    rendre rendu|repeindre repeint|rire ri|savoir su|sortir sorti|tenir tenu|tondre tondu|vendre vendu|venir venu|
    vivre vecu|voir vu|skier ski|oeil yeux|clef cle|travail travaux|vitrail vitraux|aller alle`,
  es: `
    andar anduvo|caer cayo caido|conducir condujo|dar dio dimos dieron|decir dijo dicho dijeron|dormir durmio duerme|
    escribir escrito|hacer hizo hicimos hecho hicieron|ir fue fuimos|leer leyo|morir murio muerto|oir oyo|
    pedir pidio pidieron|perder pierde|poder pudo|poner puso pusimos puesto pusieron|querer quiso|romper roto|
    saber supo|tener tuvo tuvimos tuvieron|traer trajo trajimos trajeron|venir vino vinieron vinimos|ver vio visto vimos|
    volver volvio vuelto|jugar juega jugo|encontrar encuentra|contar cuenta|empezar empieza empezo`,
  it: `
    accendere acceso|andare vado|aprire aperto|bere bevuto|chiedere chiesto|chiudere chiuso|correre corso|
    cuocere cotto|decidere deciso|dire detto|fare fatto|leggere letto|mettere messo|morire morto|muovere mosso|
    nascere nato|offrire offerto|perdere perso|piangere pianto|prendere preso|rimanere rimasto|rompere rotto|
    scegliere scelto|scendere sceso|scrivere scritto|spegnere spento|spendere speso|succedere successo|
    vedere visto|venire venuto|vincere vinto|vivere vissuto|uovo uova|dito dita|uomo uomini|pungere punto punta`,
};

const BY_LANGUAGE = new Map(Object.entries(FAMILIES).map(([language, families]) => [language, familiesOf([families])]));
const OF_ALL = familiesOf(Object.values(FAMILIES));

/**
 * The terms of the other forms of a word.
 * @param word Folded.
 * @param language BCP 47 tag of what it stands in; where it isn't given or known, all languages are looked at
 */
export function familyOf(word: string, language?: string): readonly string[] {
  const families = BY_LANGUAGE.get(primaryLanguage(language)) ?? OF_ALL;
  return families.get(stem(word)) ?? [];
}

function familiesOf(texts: readonly string[]): ReadonlyMap<string, string[]> {
  const families = new Map<string, string[]>();
  for (const family of texts.flatMap((text) => text.split('|'))) {
    const terms = [...new Set((family.match(/\S+/g) ?? []).map(stem))];
    for (const term of terms) {
      const others = terms.filter((other) => other !== term);
      families.set(term, [...new Set([...(families.get(term) ?? []), ...others])]);
    }
  }
  return families;
}
