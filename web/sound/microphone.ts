import type { StringKey } from '../strings.js';
import captureUrl from './capture.worklet.ts?worker&url';
import type { Frame } from './pcm.js';

/** Why there is no microphone, as a key of the strings table. */
export class MicrophoneError extends Error {
  constructor(readonly key: StringKey) {
    super(key);
  }
}

/**
 * Opens the microphone; frames come until it is closed or goes away.
 * @returns a function that closes it.
 * @throws MicrophoneError that says in words what is in the way.
 */
export async function openMicrophone(
  context: AudioContext,
  onFrame: (frame: Frame) => void,
  onGone: () => void,
): Promise<() => void> {
  // Outside https and localhost browsers hide both.
  if (!navigator.mediaDevices?.getUserMedia || !context.audioWorklet) throw new MicrophoneError('micInsecure');
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      throw new MicrophoneError(reasonOf(error));
    });
  try {
    // Not awaited: it stays pending until the browser allows sound.
    context.resume().catch(() => undefined);
    await context.audioWorklet.addModule(captureUrl);
    const source = context.createMediaStreamSource(stream);
    const capture = new AudioWorkletNode(context, 'jarvis-capture', { channelCount: 1, channelCountMode: 'explicit' });
    capture.port.onmessage = ({ data }: MessageEvent<Frame>) => onFrame(data);
    // Its output is silence; without a way to the speakers some browsers don't run it.
    source.connect(capture).connect(context.destination);
    for (const track of stream.getTracks()) track.addEventListener('ended', onGone);
    return () => {
      capture.port.onmessage = null;
      capture.port.postMessage('close');
      source.disconnect();
      capture.disconnect();
      close(stream);
    };
  } catch {
    close(stream);
    throw new MicrophoneError('micFailed');
  }
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function reasonOf(error: unknown): StringKey {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'micDenied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'micMissing';
    case 'NotReadableError':
    case 'AbortError':
      return 'micBusy';
    default:
      return 'micFailed';
  }
}
