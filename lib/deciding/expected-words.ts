import type { GuardedHome } from '../home/guard.js';
import { likelyNames } from '../home/likely-names.js';
import type { ListenOptions } from '../listening/utterance.js';
import type { Heard, Turn } from '../turn/turn.js';
import { isAnswer, likelyAnswers } from './likely-answers.js';
import { likelyCommands } from './likely-commands.js';
import { utteranceEnd } from './utterance-end.js';

export interface Expecting {
  home: GuardedHome;
  turn: Pick<Turn, 'site' | 'area'>;
  /** What the assistant answers to. */
  name: string;
  /** BCP 47 tag of words. */
  languageOf(heard: Heard): string;
}

/** What listening expects to be said in a room: an answer where a question of ours waits, else orders to the house. */
export function expectedWords({
  home,
  turn: { site, area },
  name,
  languageOf,
}: Expecting): Required<Pick<ListenOptions, 'endOf' | 'names' | 'commands'>> {
  const waiting = (heard: Heard) => ({ home, site, language: languageOf(heard) });
  return {
    endOf(heard) {
      const said = { name, language: languageOf(heard), area, house: home.house() };
      return isAnswer(heard.text, waiting(heard)) ? 'whole' : utteranceEnd(heard, said);
    },
    names: () => likelyNames(home.house(), area),
    commands: (heard) => likelyAnswers(waiting(heard)) ?? likelyCommands(home.house(), languageOf(heard), area),
  };
}
