import type { TimeWords } from './types.js';

const LAST = '(?:letzte[nrsm]?|vergangene[nrsm]?|vorige[nrsm]?)';
const THIS = '(?:diese[nrsm]?)';
const NEXT = '(?:nachste[nrsm]?|kommende[nrsm]?|jede[nrsm]?|alle)';

const ORDINALS =
  'erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft dreizehnt vierzehnt funfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst dreiundzwanzigst vierundzwanzigst funfundzwanzigst sechsundzwanzigst siebenundzwanzigst achtundzwanzigst neunundzwanzigst dreissigst einunddreissigst';

/** What may follow "am dritten": not a noun, as in "am dritten Tag". */
const AFTER_DATE =
  '(?:des|dieses|letzten|vorigen|vergangenen)(?: .*)?|in|im|mit|bei|beim|zum|zu|fur|von|um|auf|aus|nach|vor|und|oder|noch|so|alles|los|da|dort|hier|wir|ich|war|gab|hat|haben|\\S*ge\\S+(?:t|en|an)|\\S*iert|(?:be|ver|er|ent)\\S+(?:t|en)';

export const GERMAN: TimeWords = {
  language: 'de',
  ordinals: ORDINALS.split(' ')
    .map((stem) => `${stem}e|${stem}en|${stem}er`)
    .join(' '),
  weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend',
  months: 'januar|janner februar|feber marz|maerz april mai juni juli august september oktober november dezember',
  units: {
    hour: 'stunde stunden',
    day: 'tag tage tagen',
    week: 'woche wochen',
    weekend: 'wochenende wochenenden',
    month: 'monat monate monaten monats',
    year: 'jahr jahre jahren jahres',
  },
  seasons: {
    spring: 'fruhling fruhjahr',
    summer: 'sommer',
    autumn: 'herbst',
    winter: 'winter',
  },
  parts: {
    morning: 'morgen morgens fruh vormittag vormittags',
    noon: 'mittag mittags',
    afternoon: 'nachmittag nachmittags',
    evening: 'abend abends',
    night: 'nacht nachts',
  },
  holidays: {
    carnival: 'fasching karneval fastnacht',
    roseMonday: 'rosenmontag',
    shroveTuesday: 'faschingsdienstag',
    ashWednesday: 'aschermittwoch',
    palmSunday: 'palmsonntag',
    holyWeek: 'karwoche',
    maundyThursday: 'grundonnerstag',
    goodFriday: 'karfreitag',
    easter: 'ostern osterwochenende ostertage ostertagen',
    easterSunday: 'ostersonntag',
    easterMonday: 'ostermontag',
    ascension: 'christi_himmelfahrt himmelfahrt vatertag',
    whitsun: 'pfingsten pfingstwochenende',
    corpusChristi: 'fronleichnam',
    newYear: 'neujahr',
    epiphany: 'dreikonigstag heilige_drei_konige',
    candlemas: 'lichtmess maria_lichtmess',
    valentine: 'valentinstag',
    mayDay: 'tag_der_arbeit',
    midsummer: 'johannistag',
    assumption: 'maria_himmelfahrt',
    halloween: 'halloween',
    allSaints: 'allerheiligen',
    blackFriday: 'black_friday',
    stNicholas: 'nikolaus nikolaustag',
    christmasEve: 'heiligabend heiliger_abend heiligen_abend weihnachtsabend',
    christmas: 'weihnachten weihnachtstage weihnachtstagen weihnachtsfeiertage weihnachtsfeiertagen',
    christmasDay:
      'erster_weihnachtstag ersten_weihnachtstag weihnachtstag erster_weihnachtsfeiertag ersten_weihnachtsfeiertag weihnachtsfeiertag',
    boxingDay:
      'zweiter_weihnachtstag zweiten_weihnachtstag zweiter_weihnachtsfeiertag zweiten_weihnachtsfeiertag stephanstag',
    newYearsEve: 'silvester silvesterabend',
  },
  patterns: {
    // before "none": the same word means tomorrow
    part: ['(?:am |in der |zu )?{part}'],
    none: [
      `(?:am |im |an |in )?(?:der |den |dem )?${NEXT} (?:{month}|{season})`,
      '{weekday} in einer woche',
      // a person of that name
      '(?:herrn?|frau|familie|doktor|dr|onkel|tante) (?:{weekday}|{month}|{season}|{holiday})',
    ],
    tomorrow: ['morgen(?: (?:fruh|vormittag|mittag|{part}))?'],
    dayAfterTomorrow: ['ubermorgen(?: {part})?'],
    nextWeekday: [`(?:am |an )?(?:der |den |dem )?${NEXT} {weekday}(?: {part})?`],
    nextUnit: [`(?:am |im |an |in )?(?:der |den |dem )?${NEXT} {unit}(?: {part})?`],
    inUnits: ['in {n} {unit}'],
    today: ['heute', 'vorhin', 'soeben'],
    yesterday: ['gestern'],
    dayBeforeYesterday: ['vorgestern'],
    thisUnit: [`(?:in |im |an )?${THIS} {unit}`],
    lastUnit: [`(?:in |im |am |an )?(?:der |den |dem |das |die )?${LAST} {unit}`, '(?:am|ubers) (?<unit>wochenende)'],
    lastButOne: ['(?:am |im )?(?:in der )?vorletzte[nrsm]? {unit}'],
    lastUnits: [`(?:in |wahrend |uber )?(?:den |der |die )?${LAST} {n} {unit}`],
    ago: ['vor (?:ungefahr |etwa |circa |rund |gut |uber |fast |knapp )?{n} {unit}'],
    halfYearAgo: ['vor (?:ungefahr |etwa |circa |rund |gut |uber |fast |knapp )?einem halben jahr'],
    yearAndHalfAgo: ['vor (?:ungefahr |etwa |circa |rund |gut |uber |fast |knapp )?(?:anderthalb|eineinhalb) jahren'],
    fewAgo: ['vor (?:ein paar|einigen|wenigen|mehreren) {unit}', `(?:in )?(?:den|die) ${LAST} {unit}`],
    weekday: ['(?:am |vom |diesen )?{weekday}'],
    lastWeekday: [`(?:am |den )?${LAST} {weekday}`],
    weekdayBeforeLast: ['(?:am |den )?vorletzte[nrsm]? {weekday}'],
    weekdayPart: ['(?:am )?{weekday}{part}', '(?:am )?{weekday} {part}', `(?:am )?${LAST} {weekday} ?{part}`],
    month: ['im(?: monat)? {month}(?: {year})?', '{month} {year}', `${THIS} {month}`],
    bareMonth: ['{month}'],
    lastMonthNamed: [`(?:im )?${LAST} {month}`],
    monthStart: [
      'anfang {month}(?: {year})?',
      '(?:in der |am )?erste[ns]? (?:woche|wochenende|tage[n]?) (?:im|des) {month}(?: {year})?',
    ],
    monthMiddle: ['mitte {month}(?: {year})?'],
    monthEnd: [
      'ende {month}(?: {year})?',
      '(?:in der |am )?letzte[ns]? (?:woche|wochenende|tage[n]?) (?:im|des) {month}(?: {year})?',
    ],
    season: ['im {season}(?: {year})?', `(?:in )?${THIS} {season}`, '{season} {year}'],
    lastSeason: [`(?:im )?${LAST} {season}`],
    date: ['(?:am |den |der |vom )?{day} {month}(?: {year})?'],
    dates: ['(?:vom |zwischen dem |von )?{day} (?:bis|und)(?: zum| dem)? {day2} {month}(?: {year})?'],
    dayOfMonth: [`(?:am|vom) {day}(?= (?:${AFTER_DATE})(?: |$)|$)`],
    dayAndMonth: [
      '(?:am |vom |den ){dd}\\.{mm}\\.?',
      '(?:am |vom |den )?{dd}[./]{mm}[./](?:{year}|{yy})',
      '(?:am ){dd}/{mm}',
    ],
    iso: ['{year}-{mm}-{dd}'],
    year: ['(?:im jahr|im jahre|in) {year}'],
    bareYear: ['{year}'],
    holiday: ['(?:am |an |zu |uber |zum )?(?:den |dem |die |letzte[ns]? )?{holiday}(?: {year})?'],
    lastNight: ['(?:in der )?(?:letzte[nr]?|heute|vergangene[nr]?) nacht', 'gestern nacht'],
    thisPart: ['heute {part}', '(?:an )?diese[nmsr]? {part}'],
    nightBeforeLast: ['(?:in der )?vorletzte[nr]? nacht', 'vorgestern nacht'],
    amount: ['{n} {unit}', '(?:am |im |in der |das |die |den )?{unit}'],
  },
  glue: {
    of: '|von|vom|des|der|im|in|in der|am|an|zu|den|dem|um',
    before: 'vor|vor dem|vor den|vor der',
    after: 'nach|nach dem|nach den|nach der',
    between: [
      ['zwischen|zwischen dem|zwischen den', 'und|und dem|und den'],
      ['von|vom|ab', 'bis|bis zum'],
    ],
    since: 'seit|seit dem|seit der|ab',
    until: 'bis|bis zum|bis zu',
  },
};
