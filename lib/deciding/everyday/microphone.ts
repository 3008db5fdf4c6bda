import { z } from 'zod';
import { filled, spoken, spokenLanguageOf } from '../../language/spoken.js';
import { testMicrophone } from '../../satellites/microphone-test.js';
import { JarvisError } from '../../turn/errors.js';
import type { DecideOptions } from '../decide-command.js';

const ANSWERS = z.object({
  none: z.string(),
  silent: z.string(),
  quiet: z.string(),
  good: z.string(),
  clipping: z.string(),
  untestable: z.string(),
});

/** Tests the microphone of the room that it is said in, and says how it does. @throws as `testMicrophone`, save bad-input */
export async function answerOfMicrophone({
  satellites,
  turn,
  signal,
}: Pick<DecideOptions, 'satellites' | 'turn' | 'signal'>): Promise<{ text: string }> {
  const answers = spoken(turn.language, 'microphone', ANSWERS);
  if (!satellites || turn.source === 'announcement') return { text: answers.untestable };
  try {
    const { verdict, level } = await testMicrophone(satellites, turn.site, { signal, turn: turn.id });
    return { text: filled(answers[verdict], { level: Math.abs(level) }, spokenLanguageOf(turn.language)) };
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'bad-input') return { text: answers.untestable };
    throw thrown;
  }
}
