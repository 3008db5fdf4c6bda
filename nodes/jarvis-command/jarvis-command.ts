import type { Node, NodeAPI, NodeDef } from 'node-red';
import { answer, cancelledAnswer, confirmationQuestion, promptAnswer } from '../../lib/deciding/answers.js';
import { everyday, everydayAnswer, isRoutine, nothingRunsAnswer } from '../../lib/deciding/everyday/everyday.js';
import { recognise, soundsLikeCommand } from '../../lib/deciding/sentences/recognise.js';
import { askedAbout, isQuestion } from '../../lib/home/actions.js';
import type { GuardedHome } from '../../lib/home/guard.js';
import type { Command } from '../../lib/home/types.js';
import { restoreAsked, restoreDamaged } from '../../lib/memory/restoring.js';
import { turns } from '../../lib/turn/live.js';
import { traced } from '../../lib/turn/trace.js';
import type { Turn } from '../../lib/turn/turn.js';
import {
  configOf,
  type Message,
  onInput,
  optionalConfig,
  type Send,
  showState,
  showStatus,
  textOf,
  turnOf,
} from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import { running } from '../running.js';

interface CommandDef extends NodeDef {
  home?: string;
  conversation?: boolean;
}

/** What a command came to: the words to say, and what the turn keeps of it. */
interface Answered {
  text: string;
  command?: Turn['command'];
  question?: boolean;
}

export default function jarvisCommand(RED: NodeAPI): void {
  function CommandNode(this: Node, def: CommandDef): void {
    RED.nodes.createNode(this, def);

    const run = async (home: GuardedHome, command: Command, turn: Turn, signal: AbortSignal): Promise<Answered> => {
      const { language } = turn;
      const house = home.house();
      if (isQuestion(command.action)) {
        const { text } = answer(command, askedAbout(house, command), { language, house });
        return { text, command: { ...command, ok: true, by: 'local' } };
      }
      const result = await home.run(command, signal, 'person');
      const { text } = answer(command, result, { language, house: home.house() });
      return { text, command: { ...command, ok: result.ok, by: 'local' } };
    };

    /** The answer to a query, or undefined when it is no command. */
    const decide = async (
      home: GuardedHome,
      query: string,
      turn: Turn,
      signal: AbortSignal,
    ): Promise<Answered | undefined> => {
      const { site, language, area } = turn;
      if (query.trim() === '') return { text: promptAnswer(language), question: true };
      // Only words of a person are an answer.
      const confirmed = turn.source === 'announcement' ? undefined : home.confirmations.answer(site, query);
      if (confirmed?.said === 'no') return { text: cancelledAnswer(language) };
      if (confirmed) return run(home, confirmed.command, turn, signal);
      if (turn.judgement?.stop) {
        turns.emit('stop', site);
        return { text: nothingRunsAnswer(language) };
      }
      if (turn.source !== 'announcement' && restoreAsked(query)) {
        const memories = [...running.memory].map(({ memory }) => memory);
        return { text: await restoreDamaged(memories, language) };
      }
      const recognised = () => recognise(query, { language, area, house: home.house() });
      let command = recognised();
      if (home.status().state !== 'connected' && (command || soundsLikeCommand(query, language))) {
        // What was known of the house may be old: a house that is away does nothing and answers nothing.
        await home.ready(signal);
        command = recognised();
      }
      if (command) {
        const opening = home.opening(command, 'person');
        if (opening.length === 0) return run(home, command, turn, signal);
        home.confirmations.hold(site, command);
        return { text: confirmationQuestion(command, opening, language), question: true };
      }
      const kind = everyday(query, language);
      const clock = { now: new Date(), language, timeZone: home.timeZone?.() };
      const said = () => kind && { text: everydayAnswer(kind, { ...clock, area, house: home.house() }) };
      if (kind && !isRoutine(kind)) return said();
      // Home Assistant's recogniser knows sentences ours doesn't.
      if (!home.converse || def.conversation === false) return said();
      const conversed = await home.converse(query, language, signal);
      if (!conversed) return said();
      const { speech, targets, ok } = conversed;
      return { text: speech, command: { action: 'conversation', targets, ok, by: 'home-assistant' } };
    };

    // Its connection opens now, and not with the first command.
    const house = optionalConfig<HomeNode>(RED, def.home);
    showState(this, house?.home && house.state);
    const closing = onInput(this, async (msg: Message, send: Send) => {
      const query = textOf(msg, 'a judge or an inject node');
      const turn = turnOf(msg);
      const { home } = configOf<HomeNode>(RED, def.home, 'house');
      const live = turns.begin(turn, query);
      const signal = AbortSignal.any([live.signal, closing]);
      turns.stage(turn.id, 'thinking');
      showStatus(this, 'blue', 'dot', 'thinking');
      const trace = live.trace.of(this.id);
      const answered = await traced(trace, 'command', () => decide(home, query, turn, signal));
      showStatus(this, answered ? 'green' : 'grey', 'dot', answered ? 'done' : 'idle');
      if (!answered) return send([null, { ...msg, turn }]);
      const { text, command, question = false } = answered;
      turns.show(turn, 'reply', text);
      const parts = { ...(command && { command }), reply: { text, question } };
      trace.decided(parts);
      const told = { ...turn, ...parts };
      send([{ ...msg, topic: turn.site, payload: text, turn: told, parts: { id: turn.id, index: 0, count: 1 } }, null]);
    });
  }
  RED.nodes.registerType('jarvis-command', CommandNode as never);
}
