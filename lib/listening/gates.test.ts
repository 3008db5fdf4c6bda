import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { filterTranscript, type TranscriptEvidence, withoutCaptions } from './gates.js';

const verdict = (text: string, more: Partial<TranscriptEvidence> = {}) => {
  const { keep, reason } = filterTranscript({ text, language: 'en', ...more });
  return keep ? 'keep' : reason;
};

describe('a transcript', () => {
  const said: [string, Partial<TranscriptEvidence>?][] = [
    ['Hey Jarvis, turn on the kitchen light.', { confidence: 0.93, noSpeech: 0.01, duration: 2100, level: -20 }],
    ['Stop.', { confidence: 0.8, duration: 500 }],
    ['No, no, no, no!'],
    ['Thank you.', { confidence: 0.95, noSpeech: 0.02, duration: 900, level: -25 }],
    ['Danke.', { language: 'de', confidence: 0.9 }],
    ['Play the song thanks for watching'],
    ['Turn on the light. Thanks for watching!'],
    ['What does subscribe mean?'],
    ['Mach das Licht in der Küche an.', { language: 'de-AT' }],
    ['Was läuft heute im ZDF?', { language: 'de' }],
    ['Allume la lumière.', { language: 'fr' }],
    ['Enciende la luz del salón.', { language: 'es' }],
    ['キッチンの電気をつけて', { language: 'ja' }],
    ['Okay.', { confidence: 0.45, isExpected: true }],
    ['Set a timer for 10 minutes', { duration: 0 }],
    ['turn on', { level: 0.2 }],
    ['Remind me to call Anna [laughter]'],
    ['ten to ten', {}],
    ['what is Amara.org'],
    ['Die Untertitel sind zu klein', { language: 'de' }],
    ['You are late', {}],
  ];
  for (const [text, more] of said) test(`is kept: ${text}`, () => assert.equal(verdict(text, more), 'keep'));

  const never: [string, Partial<TranscriptEvidence>, string][] = [
    ['', {}, 'empty'],
    ['Okay.', { confidence: 0.45 }, 'phantom'],
    ['Okay.', { confidence: 0.45, noSpeech: 0.7, isExpected: true }, 'no-speech'],
    [' … . ', {}, 'empty'],
    ['[Music]', {}, 'sound'],
    ['(applause) ♪♪', {}, 'sound'],
    ['you', {}, 'phantom'],
    ['Thanks for watching!', {}, 'phantom'],
    ['Thank you so much for watching. Please subscribe to my channel!', {}, 'phantom'],
    ['Subtitles by the Amara.org community', {}, 'phantom'],
    ['Untertitel im Auftrag des ZDF für funk, 2017', { language: 'de' }, 'phantom'],
    ['Untertitelung des ZDF, 2020', { language: 'de' }, 'phantom'],
    ['Vielen Dank fürs Zuschauen.', { language: 'de' }, 'phantom'],
    ["Sous-titres réalisés para la communauté d'Amara.org", { language: 'fr' }, 'phantom'],
    ["Merci d'avoir regardé cette vidéo !", { language: 'fr' }, 'phantom'],
    ['¡Gracias por ver el vídeo!', { language: 'es' }, 'phantom'],
    ['Subtítulos por la comunidad de Amara.org', { language: 'es' }, 'phantom'],
    ['Thank you for watching, see you in the next video.', {}, 'phantom'],
    ['Thanks for watching. Bye.', {}, 'phantom'],
    ['Продолжение следует...', { language: 'ru' }, 'phantom'],
    ['ご視聴ありがとうございました。', { language: 'ja' }, 'phantom'],
    ['Thank you.', { noSpeech: 0.5 }, 'phantom'],
    ['Bye.', { confidence: 0.3 }, 'phantom'],
    ['Gracias.', { language: 'es', level: -70 }, 'phantom'],
    ['turn turn turn turn turn turn turn', {}, 'repetition'],
    ['I love you. I love you. I love you. I love you.', {}, 'repetition'],
    [`the light ${'is on and '.repeat(40)}`, {}, 'repetition'],
    ['hahahahahahahahaha', {}, 'repetition'],
    ['turn on the light', { noSpeech: 0.9 }, 'no-speech'],
    ['turn on the light', { noSpeech: 0.7, confidence: 0.4 }, 'no-speech'],
    ['turn on the light', { level: -80 }, 'no-speech'],
    ['turn on the light', { level: 0 }, 'no-speech'],
    ['to run all the like', { confidence: 0.2 }, 'low-confidence'],
    ['this is a whole long sentence that nobody could ever say in half a second', { duration: 500 }, 'too-many-words'],
  ];
  for (const [text, more, reason] of never) {
    test(`is dropped as ${reason}: ${text.slice(0, 40)} ${JSON.stringify(more)}`, () =>
      assert.equal(verdict(text, more), reason));
  }

  test('of any kind gets a verdict, quickly', () => {
    const evidence = fc.record({
      text: fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6000 }),
      ),
      language: fc.oneof(fc.constantFrom('en', 'de', 'constructor', ''), fc.string()),
      noSpeech: fc.option(fc.double(), { nil: undefined }),
      confidence: fc.option(fc.double(), { nil: undefined }),
      duration: fc.option(fc.double(), { nil: undefined }),
      level: fc.option(fc.double(), { nil: undefined }),
    });
    fc.assert(
      fc.property(evidence, (given) => {
        const { keep, reason } = filterTranscript(given);
        assert.equal(keep, reason === undefined);
      }),
    );
  });
});

test('captions before and behind what was said are left out of it', () => {
  const said: [heard: string, said: string][] = [
    ['Turn on the kitchen light. Thanks for watching!', 'Turn on the kitchen light.'],
    ['Turn on the kitchen light. Thank you for watching.', 'Turn on the kitchen light.'],
    ['Turn on the kitchen light! Please subscribe to my channel.', 'Turn on the kitchen light!'],
    ['Turn on the kitchen light. See you in the next video. Thanks for watching.', 'Turn on the kitchen light.'],
    ['Thanks for watching! Turn on the kitchen light', 'Turn on the kitchen light'],
    ['Mach das Licht an. Untertitel der Amara.org-Community', 'Mach das Licht an.'],
    ['Allume la lumière. Sous-titres réalisés par la communauté d’Amara.org', 'Allume la lumière.'],
    ['Enciende la luz. Subtítulos realizados por la comunidad de Amara.org', 'Enciende la luz.'],
    ['Turn on the kitchen light.', 'Turn on the kitchen light.'],
    ['What did he say? Thanks.', 'What did he say? Thanks.'],
    ['Set it to 21.5 degrees. Thanks for watching!', 'Set it to 21.5 degrees.'],
  ];
  for (const [heard, expected] of said) assert.equal(withoutCaptions(heard), expected, heard);
  assert.equal(withoutCaptions('Thanks for watching!'), 'Thanks for watching!');
  assert.equal(withoutCaptions(''), '');
});
