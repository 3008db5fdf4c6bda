import type { TimeWords } from './types.js';

const UNIT_PAST = '(?:last|past|previous)';
/** Words a bare weekday may stand before: "what did we eat Tuesday for dinner", but not "the Sunday roast". */
const LOOSE =
  'for|with|at|in|on|to|when|while|before|after|and|or|by|from|about|during|again|please|evening|morning|last|this';

export const ENGLISH: TimeWords = {
  language: 'en',
  couple: 'a_couple_of',
  ordinals:
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first',
  weekdays: 'sunday monday tuesday wednesday thursday friday saturday',
  months:
    'january|jan february|feb march april may june july august|aug september|sept october|oct november|nov december|dec',
  units: {
    hour: 'hour hours',
    day: 'day days',
    week: 'week weeks',
    weekend: 'weekend weekends',
    month: 'month months',
    year: 'year years',
  },
  seasons: {
    spring: 'spring',
    summer: 'summer summertime',
    autumn: 'autumn fall',
    winter: 'winter',
  },
  parts: {
    morning: 'morning',
    noon: 'noon lunchtime midday',
    afternoon: 'afternoon',
    evening: 'evening',
    night: 'night',
  },
  holidays: {
    carnival: 'carnival',
    shroveTuesday: 'shrove_tuesday pancake_day mardi_gras',
    ashWednesday: 'ash_wednesday',
    palmSunday: 'palm_sunday',
    holyWeek: 'holy_week',
    maundyThursday: 'maundy_thursday',
    goodFriday: 'good_friday',
    easter: 'easter easter_weekend',
    easterSunday: 'easter_sunday easter_day',
    easterMonday: 'easter_monday',
    ascension: 'ascension_day',
    whitsun: 'pentecost whitsun',
    corpusChristi: 'corpus_christi',
    newYear: 'new_year_s_day new_year new_years_day',
    epiphany: 'epiphany twelfth_night',
    candlemas: 'candlemas groundhog_day',
    valentine: 'valentine_s_day valentines_day',
    mayDay: 'may_day',
    midsummer: 'midsummer',
    halloween: 'halloween',
    allSaints: 'all_saints_day all_saints',
    thanksgiving: 'thanksgiving',
    blackFriday: 'black_friday',
    stNicholas: 'saint_nicholas_day',
    christmasEve: 'christmas_eve',
    christmas: 'christmas xmas',
    christmasDay: 'christmas_day',
    boxingDay: 'boxing_day',
    newYearsEve: 'new_year_s_eve new_years_eve new_year_eve',
  },
  patterns: {
    none: [
      '(?:next|coming|following|every|each) (?:{month}|{season}|{holiday})',
      '(?:every|each) (?:{weekday}|{unit})',
      '(?:this )?coming {month}',
      'a week on {weekday}',
      // a person of that name
      '(?:mr|mrs|ms|miss|doctor|dr|uncle|aunt|auntie) (?:{weekday}|{month}|{season}|{holiday})',
      // a thing, whenever it is seen
      '{holiday} (?:markets?|trees?|presents?|cards?|cookies|lights|songs?|films?|movies?|decorations?|eggs?|bunny)',
    ],
    tomorrow: ['tomorrow(?: {part})?'],
    dayAfterTomorrow: ['(?:the )?day after tomorrow'],
    nextWeekday: [
      '(?:on |this )?(?:next|coming|following) {weekday}',
      '{weekday}(?= (?:is|we|i|he|she|they|there|it|the|my|our)(?: |$))',
    ],
    nextUnit: ['(?:in |over |during )?(?:the |this )?(?:next|coming|following) {unit}'],
    inUnits: ['(?:in|within) {n} {unit}', '{n} {unit} from now'],
    today: ['today', 'earlier today', 'just now'],
    yesterday: ['yesterday'],
    dayBeforeYesterday: ['(?:the )?day before yesterday'],
    thisUnit: ['this {unit}', 'so far this {unit}'],
    lastUnit: [`(?:in |over |during )?(?:the )?${UNIT_PAST} {unit}`, '(?:at|on|over) the (?:long )?(?<unit>weekend)'],
    lastButOne: ['(?:the )?{unit} before last', '(?:the )?last {unit} but one'],
    lastUnits: [`(?:in |over |during |for )?(?:the |these )?${UNIT_PAST} (?:few |couple of )?{n} {unit}`],
    ago: ['(?:about |around |some |roughly |almost |nearly |over )?{n} {unit} (?:ago|back)'],
    fortnightAgo: ['(?:about |around |some |roughly |almost )?a fortnight ago'],
    halfYearAgo: ['(?:about |around |some |roughly |almost )?half a year ago'],
    yearAndHalfAgo: ['(?:about |around |some |roughly |almost )?(?:a|one)(?: year)? and a half(?: years)? ago'],
    fewAgo: ['(?:a few|some|several) {unit} (?:ago|back)', `(?:in |over )?the ${UNIT_PAST} (?:few|couple of) {unit}`],
    weekday: [
      `{weekday}(?= (?:${LOOSE})(?: |$)|$)`,
      'on {weekday}',
      '{weekday} s',
      '(?<=(?:since|from|until|till|by|between|and|to|this|that) ){weekday}',
    ],
    lastWeekday: [`(?:on )?(?:the )?${UNIT_PAST} {weekday}`, '(?:this|the) past {weekday}'],
    weekdayBeforeLast: ['(?:the )?{weekday} before last'],
    weekdayPart: ['(?:on )?{weekday} {part}', `${UNIT_PAST} {weekday} {part}`],
    month: [
      '(?:back )?in(?: the month of)? {month}',
      '(?:in )?{month} {year}',
      '(?:in )?{month} of {year}',
      'this {month}',
    ],
    bareMonth: ['{month}'],
    lastMonthNamed: [`${UNIT_PAST} {month}`],
    monthStart: [
      '(?:in )?(?:early|the beginning of|at the beginning of|the start of) {month}(?: {year})?',
      'the first (?:few )?(?:days|week|weekend) (?:of|in) {month}(?: {year})?',
    ],
    monthMiddle: ['(?:in )?(?:mid|the middle of) {month}(?: {year})?'],
    monthEnd: [
      '(?:in )?(?:late|the end of|at the end of) {month}(?: {year})?',
      'the last (?:few )?(?:days|week|weekend) (?:of|in) {month}(?: {year})?',
    ],
    season: ['(?:in|over|during) (?:the )?{season}(?: (?:of )?{year})?', 'this {season}', '{season} (?:of )?{year}'],
    lastSeason: [`${UNIT_PAST} {season}`],
    date: ['(?:on )?(?:the )?{day} (?:of )?{month}(?: {year})?', '(?:on )?{month} (?:the )?{day}(?: {year})?'],
    dates: ['(?:from |between )?(?:the )?{day} (?:to|and|until|till) (?:the )?{day2} (?:of )?{month}(?: {year})?'],
    // not "on the first day of school"
    dayOfMonth: [`on the {day}(?= (?:${LOOSE}|of (?:this|that|last|the)|we|i|he|she|they|did|was)(?: |$)|$)`],
    dayAndMonth: ['on (?:the )?{dd}[/.]{mm}', '{dd}[/.-]{mm}[/.-](?:{year}|{yy})'],
    iso: ['{year}-{mm}-{dd}'],
    year: ['(?:back )?in {year}', '(?:in )?(?:the )?year {year}'],
    bareYear: ['{year}'],
    holiday: ['(?:on |at |over |for |during )?{holiday}(?: {year})?'],
    lastNight: ['last night', 'during the night', 'in the night', 'overnight'],
    thisPart: ['this {part}', 'tonight'],
    nightBeforeLast: ['(?:the )?night before last'],
    part: ['(?:in the |at )?{part}'],
    amount: ['(?:the )?{n} {unit}', '(?:the )?{unit}'],
  },
  glue: {
    of: '|of|of the|in|in the|on|at|the|of that',
    before: 'before|before the|prior to',
    after: 'after|after the|following',
    between: [
      ['between|between the', 'and|and the'],
      ['from|from the', 'to|to the|until|till|through'],
    ],
    since: 'since|ever since|from',
    until: 'until|till|up to|up until',
  },
};

/** 3/5 is the fifth of March. */
export const AMERICAN: TimeWords = {
  ...ENGLISH,
  patterns: {
    ...ENGLISH.patterns,
    dayAndMonth: ['{dd}\\.{mm}\\.{year}'],
    monthAndDay: ['on {mm}/{dd}', '{mm}[/-]{dd}[/-](?:{year}|{yy})'],
  },
};
