import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import { type MemoryAsked, memoryAsked, memoryAskedIn } from './asked.js';

/** A Saturday, 16:30. */
const NOW = new Date(2026, 10, 21, 16, 30).getTime();
const day = (date: number, hour = 0, minute = 0) => new Date(2026, 10, date, hour, minute).getTime();
const keeps = (text: string): MemoryAsked => ({ intent: 'remember', text });
const forgets = (what: string): MemoryAsked => ({ intent: 'forget', what });
const forgetsAbout = (what: string): MemoryAsked => ({ intent: 'forget', what, about: true });
const since = (from: number): MemoryAsked => ({ intent: 'forget-since', from });
const ALL: MemoryAsked = { intent: 'forget-all' };
const LAST: MemoryAsked = { intent: 'forget-last' };
const KNOWN: MemoryAsked = { intent: 'known' };
const BACK: MemoryAsked = { intent: 'take-back' };
const GOOD: MemoryAsked = { intent: 'for-good' };

const UNDERSTOOD: Record<string, readonly [string, MemoryAsked][]> = {
  en: [
    ['take that back', BACK],
    ['Please remember that again.', BACK],
    ['Erase it for good!', GOOD],
    ['remember that I am allergic to nuts', keeps('I am allergic to nuts')],
    ['Please remember that the spare key is under the blue pot.', keeps('the spare key is under the blue pot')],
    ['can you remember that my sister comes on Friday?', keeps('my sister comes on Friday')],
    ['don’t forget that the bins go out on Tuesdays', keeps('the bins go out on Tuesdays')],
    ['remember: the boiler code is 12', keeps('the boiler code is 12')],
    ["remember I'm a vegetarian", keeps("I'm a vegetarian")],
    ['remember my shoe size is 43', keeps('my shoe size is 43')],
    ['okay, keep in mind that we eat at seven', keeps('we eat at seven')],
    ['Take a note: the boiler was serviced today', keeps('the boiler was serviced today')],
    ['take a note. The boiler was serviced today.', keeps('The boiler was serviced today')],
    ['write down that the wifi is slow upstairs', keeps('the wifi is slow upstairs')],
    ['read me my notes', KNOWN],
    ['remember that you are to speak quietly at night', keeps('you are to speak quietly at night')],
    ['forget that I like jazz', forgets('I like jazz')],
    ['forget everything about my back pain', forgetsAbout('my back pain')],
    ['forget my birthday', forgets('my birthday')],
    ['delete everything you know about the garden', forgetsAbout('the garden')],
    ['forget what I just said', LAST],
    ['forget that.', LAST],
    ['forget everything since yesterday', since(day(20))],
    ['forget everything I said today', since(day(21))],
    ['forget the last two hours', since(day(21, 14, 30))],
    ['please forget everything from the last ten minutes', since(day(21, 16, 20))],
    ['forget everything since Monday', since(day(16))],
    ['forget everything from this week', since(day(16))],
    ['forget everything since the 3rd of November', since(day(3))],
    ['forget everything', ALL],
    ['delete everything you know about me', ALL],
    ['what do you know about me?', KNOWN],
    ['tell me everything you know about me', KNOWN],
  ],
  de: [
    ['Nimm das bitte zurück', BACK],
    ['lösch das endgültig', GOOD],
    ['merk dir, dass ich keine Nüsse vertrage', keeps('ich keine Nüsse vertrage')],
    ['Merke dir bitte, dass der Schlüssel unter dem Topf liegt.', keeps('der Schlüssel unter dem Topf liegt')],
    ['kannst du dir merken, dass Anna am Freitag kommt?', keeps('Anna am Freitag kommt')],
    ['mach eine Notiz: die Heizung tropft', keeps('die Heizung tropft')],
    ['Schreib dir auf, dass die Heizung tropft.', keeps('die Heizung tropft')],
    ['merk dir: die Mülltonne kommt dienstags raus', keeps('die Mülltonne kommt dienstags raus')],
    ['merk dir meine Schuhgröße ist 43', keeps('meine Schuhgröße ist 43')],
    ['vergiss nicht, dass wir um sieben essen', keeps('wir um sieben essen')],
    ['vergiss, dass ich Jazz mag', forgets('ich Jazz mag')],
    ['vergiss alles, was du über meinen Garten weißt', forgetsAbout('meinen Garten')],
    ['vergiss meinen Geburtstag', forgets('meinen Geburtstag')],
    ['vergiss das wieder', LAST],
    ['vergiss, was ich gerade gesagt habe', LAST],
    ['vergiss alles seit gestern', since(day(20))],
    ['vergiss alles von heute', since(day(21))],
    ['vergiss die letzten zehn Minuten', since(day(21, 16, 20))],
    ['lösche alles, was du über mich weißt', ALL],
    ['vergiss alles', ALL],
    ['was weißt du über mich?', KNOWN],
    ['was hast du dir über mich gemerkt', KNOWN],
  ],
  fr: [
    ['reprends ça', BACK],
    ["efface-le pour de bon s'il te plaît", GOOD],
    ['souviens-toi que je suis allergique aux noix', keeps('je suis allergique aux noix')],
    ['n’oublie pas qu’on mange à sept heures', keeps('on mange à sept heures')],
    ['prends note que la chaudière fuit', keeps('la chaudière fuit')],
    ['prends une note : la chaudière fuit', keeps('la chaudière fuit')],
    ['retiens bien que la clé est sous le pot', keeps('la clé est sous le pot')],
    ['oublie que j’aime le jazz', forgets("j'aime le jazz")],
    ['oublie tout sur mon jardin', forgetsAbout('mon jardin')],
    ['oublie ce que je viens de dire', LAST],
    ['oublie tout depuis hier', since(day(20))],
    ['oublie tout depuis lundi dernier', since(day(16))],
    ["oublie tout ce que j'ai dit aujourd'hui", since(day(21))],
    ['oublie les deux dernières heures', since(day(21, 14, 30))],
    ['efface tout ce que tu sais sur moi', ALL],
    ['que sais-tu de moi ?', KNOWN],
    ["qu'est-ce que tu sais sur moi ?", KNOWN],
  ],
  es: [
    ['recupéralo', BACK],
    ['bórralo para siempre', GOOD],
    ['recuerda que soy alérgico a las nueces', keeps('soy alérgico a las nueces')],
    ['toma nota: la caldera gotea', keeps('la caldera gotea')],
    ['acuérdate de que cenamos a las siete', keeps('cenamos a las siete')],
    ['no olvides que la llave está bajo la maceta', keeps('la llave está bajo la maceta')],
    ['olvida que me gusta el jazz', forgets('me gusta el jazz')],
    ['borra todo sobre mi jardín', forgetsAbout('mi jardín')],
    ['olvida lo que acabo de decir', LAST],
    ['olvida todo desde ayer', since(day(20))],
    ['borra todo lo que he dicho hoy', since(day(21))],
    ['olvida las últimas dos horas', since(day(21, 14, 30))],
    ['borra todo lo que sabes sobre mí', ALL],
    ['¿qué sabes de mí?', KNOWN],
  ],
  it: [
    ['riportalo indietro', BACK],
    ['cancellalo per sempre', GOOD],
    ['ricorda che sono allergico alle noci', keeps('sono allergico alle noci')],
    ['ricordati che ceniamo alle sette', keeps('ceniamo alle sette')],
    ['non dimenticare che la chiave è sotto il vaso', keeps('la chiave è sotto il vaso')],
    ['dimentica che mi piace il jazz', forgets('mi piace il jazz')],
    ['dimentica quello che ho detto', LAST],
    ['dimentica tutto da ieri', since(day(20))],
    ['cancella tutto quello che ho detto oggi', since(day(21))],
    ['dimentica le ultime due ore', since(day(21, 14, 30))],
    ['cancella tutto quello che sai di me', ALL],
    ['cosa sai di me?', KNOWN],
  ],
};

const NOT_MEANT = [
  ...[
    'remember to buy milk',
    'remember the milk',
    'remind me that I have to go',
    'do you remember that we were in Rome?',
  ],
  ...['do you remember my name?', 'can you remember what I said?', 'I remember that we met', 'I forgot that again'],
  ...['remember that time we went to Rome', 'remember when we met?', 'remember me', 'remember this', 'forget it'],
  ...[
    'forget about it',
    'never mind',
    'what do you know about black holes?',
    'forget the milk',
    'he said remember that',
  ],
  ...[
    'what do you remember about our trip?',
    "don't forget to lock the door",
    'remember',
    'forget',
    'tell me that again',
  ],
  ...['forget everything is fine', 'remember my keys', 'is it true that you forget everything?'],
  ...[
    'denk daran, Milch zu kaufen',
    'erinnere mich daran, dass ich Milch kaufen muss',
    'weißt du noch, dass wir da waren?',
  ],
  ...[
    'vergiss es',
    'vergiss das',
    'vergiss nicht, Milch zu kaufen',
    'was weißt du über schwarze Löcher?',
    'merk dir das',
  ],
  ...['souviens-toi d’acheter du lait', 'rappelle-moi que je dois partir', 'te souviens-tu que nous étions là ?'],
  ...['oublie', 'oublie ça', "n'oublie pas le lait", 'recuerda comprar leche', 'recuérdame que tengo que irme'],
  ...['¿recuerdas que estuvimos allí?', 'olvídalo', 'ricorda di comprare il latte', 'ricordami che devo partire'],
  ...[
    'ti ricordi che eravamo lì?',
    'lascia perdere',
    '',
    '   ',
    '?',
    'remember that',
    `remember that ${'x'.repeat(700)}`,
  ],
];

describe('what is asked of the memory', () => {
  for (const [language, cases] of Object.entries(UNDERSTOOD)) {
    for (const [said, meant] of cases) {
      test(`${language}: ${said}`, () => assert.deepEqual(memoryAsked(said, NOW), meant));
    }
  }
  for (const said of NOT_MEANT) {
    test(`nothing: ${said.slice(0, 60)}`, () => assert.equal(memoryAsked(said, NOW), undefined));
  }
});

const WORDS = [
  'remember',
  'that',
  'forget',
  'everything',
  'merk',
  'dir',
  'dass',
  'oublie',
  'que',
  'my',
  'is',
  ',',
  '  ',
  "'",
];

test('any text is read quickly, and what is to be kept stands in it', () => {
  const words = fc.constantFrom(...WORDS);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 60 }).map((many) => many.join(' ')),
  );
  fc.assert(
    fc.property(text, (said) => {
      const asked = memoryAsked(said, NOW);
      if (asked?.intent === 'remember') assert.ok(said.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').includes(asked.text));
      if (asked?.intent === 'forget-since') assert.ok(asked.from < NOW);
    }),
    { numRuns: 2_000 },
  );
  for (const piece of WORDS)
    growsLinearly((letters) => memoryAsked(`${repeated(`${piece} `, letters)}it`, NOW), 400, piece);
});

test('one sentence of an utterance may ask; what others say of it asks nothing', () => {
  assert.deepEqual(memoryAskedIn('Good morning. Please forget that I like jazz.', NOW), forgets('I like jazz'));
  assert.equal(memoryAskedIn('Good morning. She said: do you remember that?', NOW), undefined);
  for (const text of ['undo that', 'take the bins back', 'turn it off for good', 'erase the whiteboard']) {
    assert.equal(memoryAskedIn(text, NOW), undefined, text);
  }
});
