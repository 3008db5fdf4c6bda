// Runs in a page before its own scripts: whatever is connected to a sound context's destination is recorded too.
(() => {
  /** @type {{ node: MediaStreamAudioDestinationNode, recorder: MediaRecorder } | undefined} */
  let recording;
  const { connect } = AudioNode.prototype;

  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode && target.context instanceof AudioContext) {
      recording ??= record(target.context);
      connect.call(this, recording.node);
    }
    return connect.call(this, target, ...rest);
  };

  function record(context) {
    const node = context.createMediaStreamDestination();
    const recorder = new MediaRecorder(node.stream);
    recorder.start();
    return { node, recorder };
  }

  /** What has come since the last time, as 16 kHz mono s16le in base64; empty while the page has made no sound. */
  globalThis.jarvisRecording = async () => {
    if (!recording) return '';
    const { recorder } = recording;
    const data = new Promise((resolve) => {
      recorder.ondataavailable = (event) => resolve(event.data);
    });
    recorder.stop();
    const sound = await (await data).arrayBuffer();
    recorder.start();
    const decoded = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(sound);
    const samples = Int16Array.from(decoded.getChannelData(0), (sample) => Math.round(sample * 32_767));
    let bytes = '';
    for (const byte of new Uint8Array(samples.buffer)) bytes += String.fromCharCode(byte);
    return btoa(bytes);
  };
})();
