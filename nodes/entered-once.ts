import { wordOf } from '../lib/listening/wake-models.js';
import { nameOfWakeWord } from '../lib/replying/persona.js';
import { first } from './running.js';

/** The name that every judge and agent had before it was entered in one place. */
const NAME_BEFORE = 'jarvis';

/**
 * The assistant's name: as entered in the voice config node, else that of its first wake word.
 * @param own what a node of an older flow has saved; counts where nobody has entered a name in the one place
 */
export function assistantName(own?: string): string {
  const voice = first('voice');
  if (voice?.assistant) return voice.assistant;
  if (own && own.toLowerCase() !== NAME_BEFORE) return nameOfWakeWord(own);
  return nameOfWakeWord(wordOf(voice?.wakeWords[0] ?? NAME_BEFORE));
}
