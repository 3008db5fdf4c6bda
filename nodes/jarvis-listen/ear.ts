import type { Node } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { expectedWords } from '../../lib/deciding/expected-words.js';
import { spokenLanguage } from '../../lib/deciding/spoken-language.js';
import type { WhoSpeaks } from '../../lib/listening/speakers/asked.js';
import type { Speakers } from '../../lib/listening/speakers/speakers.js';
import type { Ear } from '../../lib/listening/turn-listening.js';
import { isAbort, reasonOf } from '../../lib/turn/errors.js';
import type { Heard, Speaker, Turn } from '../../lib/turn/turn.js';
import { reportFailure, showStatus } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import { houseNames } from '../languages.js';
import { first } from '../running.js';
import { READY, stateOf } from '../status.js';

/** Passes on what was heard, at output 1. */
export function pass(node: Node, turn: Turn, heard: Heard, speaker?: Speaker): void {
  turns.show(turn, 'heard', heard.text);
  node.send([{ topic: turn.site, payload: heard.text, turn: withWords(turn, heard, speaker) }, null] as never);
}

const withWords = (turn: Turn, heard: Heard, speaker?: Speaker): Turn => ({
  ...turn,
  heard,
  ...(speaker && { speaker }),
  language: turn.languages ? languageIn(turn, heard) : (heard.language ?? turn.language),
});

/** The language of what was heard: in a room of several the words tell more than their sound. */
function languageIn({ language, languages }: Turn, { text, language: heard = language }: Heard): string {
  return languages ? spokenLanguage(text, languages, heard, houseNames()) : language;
}

/** The ear for one turn: shows how it does under the node, and how speech to text does at the voice. */
export function earOf(
  node: Node,
  { states: { stt: state }, stt, voiceActivity: vad, speakers }: VoiceNode,
  turn: Turn,
): Ear {
  showStatus(node, 'blue', 'dot', 'listening');
  const home = first('home')?.home;
  const languageOf = (heard: Heard) => languageIn(turn, heard);
  return {
    vad,
    stt,
    ...(home && expectedWords({ home, turn, name: assistantName(), languageOf })),
    who: whoIn(node, speakers, turn.site),
    onLikely(heard, speaker, signal) {
      const live = turns.get(turn.id);
      if (live) turns.emit('likely', live, withWords(turn, heard, speaker), signal);
    },
    onOutcome(outcome, isQuiet) {
      state.set(READY);
      if ('heard' in outcome) return pass(node, turn, outcome.heard, outcome.speaker);
      if (!isQuiet) node.send([null, { topic: turn.site, payload: outcome.nothing, turn }] as never);
    },
    onError(thrown) {
      if (!isAbort(thrown) && state.now === READY) state.set(stateOf(thrown));
      reportFailure(node, thrown, { topic: turn.site, turn });
    },
  };
}

/** Tells who speaks in a room, where voices are told apart; the reason is logged where that fails. */
export function whoIn(node: Node, speakers: Speakers | undefined, site: string): WhoSpeaks | undefined {
  if (!speakers) return undefined;
  return async (sound, isOver, signal) => {
    try {
      return await speakers.who(site, sound, signal, isOver);
    } catch (thrown) {
      if (!isAbort(thrown)) node.warn(`Who speaks can't be told, so it is a guest: ${reasonOf(thrown)}`);
      throw thrown;
    }
  };
}
