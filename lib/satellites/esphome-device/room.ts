import type { Pcm } from '../../audio/pcm.js';
import type { Stage } from '../../conversation/turns.js';
import { isAbort, toJarvisError } from '../../turn/errors.js';
import type { Problems } from '../problems.js';
import type { Connection } from './connection.js';
import { roomControls, type Settable } from './controls.js';
import { deviceInfo, type RoomIdentity } from './identity.js';
import { fetchSound } from './media.js';
import * as messages from './messages.js';
import { type Listening, openListening } from './microphone.js';
import { decode } from './protobuf.js';
import { openRing } from './ring.js';

/** What a room does for Home Assistant. */
export interface RoomActions extends Settable {
  /** Heard after what is being said there. @throws as `Hub.play` */
  play(sound: Pcm, signal: AbortSignal): Promise<void>;
  /** Speaks words with our own voice; false when that couldn't be heard. */
  say(text: string): Promise<boolean>;
  show(stage: Stage): void;
}

/** One room as a voice device of Home Assistant's. */
export interface RoomDevice {
  /** A client that has the key; gives what takes its messages. */
  opened(connection: Connection): (type: number, data: Buffer) => void;
  closed(connection: Connection): void;
  /** True when Home Assistant listens: then this sound is for it alone. */
  hear(samples: Buffer): boolean;
  /** Somebody wants the assistant: Home Assistant listens no longer, and nothing rings. */
  leave(): void;
  /** Something of the room has changed. */
  changed(): void;
  /** Silence is asked for: what plays, rings and is listened to ends. */
  hush(): void;
}

/** Announcements that wait at most. */
const MAX_WAITING = 10;
const MAX_TEXT = 5_000;

/** Serves what Home Assistant asks of one room. Nothing is thrown but for messages that can't be read. */
export function openRoom(identity: RoomIdentity, problems: Problems, does: RoomActions): RoomDevice {
  const { site } = identity;
  let voice: Connection | undefined;
  let silence = new AbortController();
  let waiting = 0;
  let queue: Promise<void> = Promise.resolve();
  let listening: Listening | undefined;
  /** What Home Assistant has told of the conversation that goes on. */
  let run = { conversation: '', goesOn: false, url: '', text: '' };

  const failed = (thrown: unknown) =>
    problems.report(site, 'announcement', toJarvisError(thrown, 'failed', `The room "${site}"`));
  const ring = openRing({ play: does.play, changed: () => controls.tell(), failed });
  const controls = roomControls(does, {
    isPlaying: () => waiting > 0 || ring.isRinging,
    hush: () => device.hush(),
    playFrom: ({ from }, url) => inTurn(async (signal) => void (await sound(from, [url], '', signal))),
  });

  /** Plays the sounds, or speaks the words where they can't be had; false when not all was heard. */
  const sound = async (from: string, urls: readonly string[], text: string, signal: AbortSignal): Promise<boolean> => {
    let isPlayed = false;
    for (const [index, url] of urls.entries()) {
      const isLast = index === urls.length - 1;
      try {
        if (url === '') continue;
        await does.play(await fetchSound(url, from, signal), signal);
        isPlayed ||= isLast;
        problems.right(site, 'announcement');
      } catch (thrown) {
        if (signal.aborted || isAbort(thrown)) return false;
        problems.report(site, 'announcement', toJarvisError(thrown, 'failed', 'An announcement of Home Assistant'));
      }
    }
    if (signal.aborted) return false;
    return isPlayed || (text.trim() !== '' && text.length <= MAX_TEXT && (await does.say(text)));
  };
  /** One after another, each with an end that is told; at most so many wait. */
  const inTurn = (work: (signal: AbortSignal) => Promise<void>) => {
    if (waiting >= MAX_WAITING) return false;
    const { signal } = silence;
    waiting++;
    controls.tell();
    queue = queue
      .then(() => work(signal))
      .catch(failed)
      .finally(() => {
        waiting--;
        controls.tell();
      });
    return true;
  };

  const stopListening = () => {
    if (!listening) return;
    listening.close();
    listening = undefined;
    does.show('idle');
  };
  const listen = (connection: Connection) => {
    stopListening();
    if (connection !== voice || does.site()?.deaf) return;
    run = { ...run, goesOn: false, url: '', text: '' };
    does.show('listening');
    listening = openListening(connection, run.conversation, () => {
      stopListening();
      connection.send(messages.voiceRequest, { start: false });
    });
  };
  const announce = (connection: Connection, data: Buffer) => {
    const { media, text, preannounce, startConversation } = decode(messages.announceRequest.fields, data);
    stopListening();
    const isTaken = inTurn(async (signal) => {
      const success = await sound(connection.from, [preannounce, media], text, signal);
      connection.send(messages.announceFinished, { success });
      if (startConversation && success) listen(connection);
    });
    if (!isTaken) connection.send(messages.announceFinished, { success: false });
  };
  /** The run is over: its answer is heard, and then it may go on. */
  const answer = (connection: Connection) => {
    const { url, text, goesOn } = run;
    stopListening();
    if (url === '') return;
    inTurn(async (signal) => {
      const success = await sound(connection.from, [url], text, signal);
      connection.send(messages.announceFinished, { success });
      if (goesOn && success) listen(connection);
    });
  };
  const onEvent = (connection: Connection, data: Buffer) => {
    if (!listening) return;
    const { event, data: pairs } = decode(messages.voiceEvent.fields, data);
    const value = (name: string) => pairs.find((pair) => pair.name === name)?.value ?? '';
    switch (event) {
      case messages.VOICE.vadEnd:
      case messages.VOICE.sttEnd:
        does.show('thinking');
        return listening.enough();
      case messages.VOICE.intentEnd:
        run = {
          ...run,
          conversation: value('conversation_id').slice(0, 200),
          goesOn: value('continue_conversation') === '1',
          text: value('speech'),
        };
        return;
      case messages.VOICE.ttsEnd:
        run = { ...run, url: value('url') };
        return;
      case messages.VOICE.error:
        return listening.enough();
      case messages.VOICE.runEnd:
        return answer(connection);
    }
  };
  /** Home Assistant counts; what is over rings. */
  const onTimer = (data: Buffer) => {
    if (decode(messages.timerEvent.fields, data).event === messages.TIMER.finished) ring.start();
  };
  const stopAsking = () => {
    if (listening) voice?.send(messages.voiceRequest, { start: false });
    stopListening();
  };

  const device: RoomDevice = {
    opened(connection) {
      /** Of the voice assistant only the connection that has it may tell. */
      const heard = (take: (data: Buffer) => void) => (data: Buffer) => connection === voice && take(data);
      const handlers = new Map<number, (data: Buffer) => unknown>([
        [messages.helloRequest.id, () => connection.send(messages.helloResponse, identity.hello)],
        [messages.authenticationRequest.id, () => connection.send(messages.authenticationResponse, {})],
        [messages.pingRequest.id, () => connection.send(messages.pingResponse, {})],
        [
          messages.disconnectRequest.id,
          () => {
            connection.send(messages.disconnectResponse, {});
            connection.close();
          },
        ],
        [
          messages.deviceInfoRequest.id,
          () => connection.send(messages.deviceInfoResponse, deviceInfo(identity, does.site()?.area)),
        ],
        [
          messages.listEntitiesRequest.id,
          () => {
            controls.list(connection);
            connection.send(messages.listEntitiesDone, {});
          },
        ],
        [messages.subscribeStatesRequest.id, () => controls.watch(connection)],
        [messages.mediaPlayerCommand.id, (data) => controls.command(connection, data)],
        [messages.switchCommand.id, controls.toggle],
        [
          messages.subscribeVoice.id,
          (data) => {
            const { subscribe } = decode(messages.subscribeVoice.fields, data);
            // Home Assistant comes back before we know that it was gone: the last one counts.
            if (subscribe) voice = connection;
            else if (voice === connection) voice = undefined;
          },
        ],
        [messages.configurationRequest.id, () => controls.configuration(connection)],
        [messages.setConfiguration.id, controls.choose],
        [messages.announceRequest.id, (data) => announce(connection, data)],
        [
          messages.voiceResponse.id,
          heard((data) => listening?.answered(!decode(messages.voiceResponse.fields, data).error)),
        ],
        [messages.voiceEvent.id, heard((data) => onEvent(connection, data))],
        [messages.timerEvent.id, heard(onTimer)],
      ]);
      return (type, data) => handlers.get(type)?.(data);
    },
    closed(connection) {
      controls.unwatch(connection);
      if (voice !== connection) return;
      voice = undefined;
      stopListening();
      run = { conversation: '', goesOn: false, url: '', text: '' };
    },
    hear(samples) {
      if (!listening?.isOpen) return false;
      listening.hear(samples);
      return true;
    },
    changed() {
      if (does.site()?.deaf) stopAsking();
      controls.tell();
    },
    leave() {
      ring.stop();
      stopAsking();
    },
    hush() {
      silence.abort();
      silence = new AbortController();
      device.leave();
    },
  };
  return device;
}
