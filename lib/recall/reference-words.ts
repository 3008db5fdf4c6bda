/** Folded words of a language that tell whether a question stands for itself. */
interface ReferenceWords {
  /** Stand for something that was said before. */
  refers: ReadonlySet<string>;
  /** How a question begins that goes on with the one before: "and on Monday?" */
  goesOn: RegExp;
  /** Verbs and nouns that fit anything: they are searched for, but name no topic. */
  general: ReadonlySet<string>;
  /** Say that something is to be remembered, or is recent: they aren't searched for. */
  filler: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** By language; where there is none, every question stands for itself. */
export const REFERENCE_WORDS: Readonly<Record<string, ReferenceWords>> = {
  en: {
    refers: set('it that this these those he she they them him her his hers its their theirs there one ones same then'),
    goesOn: /^(?:and|but|or|also|what about|how about)\b/,
    general: set(
      'call called name named say said tell told mention mentioned talk talked ask asked mean meant know knew think thought do doing done make made get got go went gone come came buy bought cost see saw seen watch watched read happen happened like liked want wanted use used find found give gave given take took taken put long time often much many thing things stuff way else more about',
    ),
    filler: set(
      'happen happened happens recently lately remember recall remind again ever already last time once just know tell earlier previously usually anything something anyone someone actually maybe please jarvis',
    ),
  },
  de: {
    refers: set(
      'es das er sie ihn ihm ihr ihnen dies diese dieser dieses diesem diesen jener jene dort da davon dazu damit darauf daran darin dafur dabei darum deren dessen der die dem den derselbe dasselbe so',
    ),
    goesOn: /^(?:und|aber|oder|auch|was ist mit|wie (?:war|ist) es mit)\b/,
    general: set(
      'heisst hiess heissen geheissen name genannt nennt sagen sagt sagte gesagt erzahlt erwahnt gesprochen gefragt meinte gemeint wissen weiss wusste denken dachte machen macht machte gemacht tun tat getan gehen ging gegangen kommen kam gekommen kaufen kaufte gekauft kosten kostet kostete gekostet sehen sah gesehen lesen las gelesen passiert geschehen war gewesen gefallen gefiel wollte gewollt gefunden fand geben gab gegeben nehmen nahm genommen lange oft viel viele ding sache sachen zeit',
    ),
    filler: set(
      'passiert passierte geschehen geschah gemacht machen machten getan erzahl erzahle erzahlst neulich kurzlich letztens zuletzt unlangst jungst erinnern erinnerst erinnere erinner nochmal wieder jemals schon mal eigentlich letzte letzten letztes etwas irgendwas jemand irgendwann bitte jarvis',
    ),
  },
  fr: {
    refers: set('il elle ils elles le la les l lui leur eux y en ca cela ceci celui celle ceux celles ce c bas meme'),
    goesOn: /^(?:et|mais|ou|aussi|qu en est il)\b/,
    general: set(
      'appelle appelait appele nom nomme dit dire disait raconte parle demande voulait vouloir sait savait pense pensait faire fait fais faisait aller alle allee va venir venu venue acheter achete achetee coute coutait couter voir vu vue regarder lire lu passe passait arrive aime aimait trouve donne pris mettre mis temps souvent beaucoup chose choses truc',
    ),
    filler: set(
      'passe passait faire faisait faisions raconte racontes recemment dernierement souviens souvenir rappelle rappeler rappelles encore deja jamais derniere dernier fois quelque quelqu un chose jarvis',
    ),
  },
  es: {
    refers: set(
      'el ella ello ellos ellas lo la los las le les eso esto esa ese aquello aquel aquella alli ahi mismo misma',
    ),
    goesOn: /^(?:y|e|pero|o|tambien|que hay de|que tal)\b/,
    general: set(
      'llama llamaba llamo nombre dijo decir dice decia conto menciono hablo hablamos pregunto queria quiso sabe sabia sabemos penso hacer hizo hicimos hice hace ir fue fuimos va vino venir vinieron comprar compro compramos compre costo cuesta costaba ver vio vimos mirar leer leyo paso pasaba gusto gusta encontro dio dar tomo puso tiempo mucho cosa cosas',
    ),
    filler: set(
      'paso pasaba ocurrio sucedio hacer hicimos hizo hicieron hecho cuenta cuentame cuentanos recientemente ultimamente recuerdas recuerda recordar recuerdame acuerdas otra vez alguna ultima ultimo ya algo alguien jarvis',
    ),
  },
  it: {
    refers: set(
      'lui lei loro esso essa lo la li le gli ne ci cio quello quella quelli quelle questo questa li la stesso stessa',
    ),
    goesOn: /^(?:e|ed|ma|o|anche|che ne e)\b/,
    general: set(
      'chiama chiamava chiamato chiamata nome detto dice dire diceva raccontato parlato chiesto voleva vuole sapeva sapere pensava pensato fare fatto fatta andare andato andati andata venire venuto venuta comprare comprato comprata costa costato costava vedere visto vista guardare letto leggere successo piaciuto piace trovato dato preso messo tempo spesso molto cosa cose roba',
    ),
    filler: set(
      'successo successa accaduto fare fatto facevamo racconta raccontami raccontaci recentemente ultimamente ricordi ricorda ricordare ricordami ancora mai gia volta ultima ultimo qualcosa qualcuno jarvis',
    ),
  },
};
