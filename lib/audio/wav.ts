import { JarvisError } from '../turn/errors.js';
import { MIC_RATE, type Pcm, SAMPLE_BYTES } from './pcm.js';

/** What a WAV may be: samples per second and channels. */
export const WAV_LIMITS = { leastRate: 8_000, mostRate: 192_000, mostChannels: 8 } as const;

const HEADER_BYTES = 44;
const RIFF = 0x52494646;
const WAVE = 0x57415645;
const FMT = 0x666d7420;
const DATA = 0x64617461;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** Names of what is met in the wild and not understood. */
const OTHER_CODECS: Record<number, string> = { 2: 'ADPCM', 6: 'A-law', 7: 'µ-law', 17: 'IMA ADPCM', 85: 'MP3' };

interface Format {
  codec: number;
  channels: number;
  rate: number;
  bits: number;
}

/**
 * The sound of a RIFF/WAVE file or of one chunk of a stream of them, as 16-bit mono at its own rate. Extra chunks are
 * skipped, a data size that is wrong, 0 or 0xFFFFFFFF means "until the end", channels are averaged. The canonical
 * chunk of a satellite (44-byte header, 16 kHz, mono, 16 bit) is not copied: the samples lie in `wav`.
 * @throws JarvisError bad-audio for everything that isn't 8- to 32-bit PCM or 32- or 64-bit float, 1 to 8 channels, 8 to 192 kHz.
 */
export function parseWav(wav: Buffer): Pcm {
  if (isCanonical(wav)) return { samples: whole(dataOf(wav, HEADER_BYTES)), rate: MIC_RATE };
  if (wav.length < 12) throw bad(`it has only ${wav.length} bytes`);
  if (wav.readUInt32BE(0) !== RIFF || wav.readUInt32BE(8) !== WAVE) throw bad('it does not begin with RIFF … WAVE');

  let format: Format | undefined;
  for (let at = 12; at + 8 <= wav.length; ) {
    const id = wav.readUInt32BE(at);
    const size = wav.readUInt32LE(at + 4);
    const body = at + 8;
    if (id === DATA) {
      if (!format) throw bad('the samples come before their format');
      return { samples: toMono(dataOf(wav, body), format), rate: format.rate };
    }
    if (id === FMT) format = formatOf(wav, body, size);
    // Chunks are padded to an even length.
    at = body + size + (size & 1);
  }
  throw bad(format ? 'it has no samples (no "data" chunk)' : 'it has no format (no "fmt " chunk)');
}

/** A whole WAV file of a sound: 44-byte header and the samples. */
export function wavOf(sound: Pcm): Buffer {
  const wav = Buffer.allocUnsafe(HEADER_BYTES + sound.samples.length);
  wav.writeUInt32BE(RIFF, 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32BE(WAVE, 8);
  wav.writeUInt32BE(FMT, 12);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(PCM, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sound.rate, 24);
  wav.writeUInt32LE(sound.rate * SAMPLE_BYTES, 28);
  wav.writeUInt16LE(SAMPLE_BYTES, 32);
  wav.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  wav.writeUInt32BE(DATA, 36);
  wav.writeUInt32LE(sound.samples.length, 40);
  sound.samples.copy(wav, HEADER_BYTES);
  return wav;
}

/** True for the header that nearly every frame of a satellite has. */
function isCanonical(wav: Buffer): boolean {
  return (
    wav.length >= HEADER_BYTES &&
    wav.readUInt32BE(0) === RIFF &&
    wav.readUInt32BE(8) === WAVE &&
    wav.readUInt32BE(12) === FMT &&
    wav.readUInt32LE(16) === 16 &&
    wav.readUInt16LE(20) === PCM &&
    wav.readUInt16LE(22) === 1 &&
    wav.readUInt32LE(24) === MIC_RATE &&
    wav.readUInt16LE(34) === 16 &&
    wav.readUInt32BE(36) === DATA
  );
}

/** The bytes of the data chunk that starts at `start`, as far as they are there. */
function dataOf(wav: Buffer, start: number): Buffer {
  const size = wav.readUInt32LE(start - 4);
  return size === 0 ? wav.subarray(start) : wav.subarray(start, start + size);
}

/** Without the half of a sample that a cut may have left. */
function whole(samples: Buffer): Buffer {
  return samples.subarray(0, samples.length - (samples.length % SAMPLE_BYTES));
}

function formatOf(wav: Buffer, at: number, size: number): Format {
  if (size < 16 || at + 16 > wav.length) throw bad('its format is cut off');
  const tag = wav.readUInt16LE(at);
  // The extensible form keeps the codec in the first two bytes of a GUID.
  const codec = tag === EXTENSIBLE && size >= 26 && at + 26 <= wav.length ? wav.readUInt16LE(at + 24) : tag;
  const format = {
    codec,
    channels: wav.readUInt16LE(at + 2),
    rate: wav.readUInt32LE(at + 4),
    bits: wav.readUInt16LE(at + 14),
  };
  if (codec !== PCM && codec !== FLOAT) {
    throw bad(`its codec is ${OTHER_CODECS[codec] ?? `number ${codec}`}; send PCM or float`);
  }
  if (!(codec === PCM ? [8, 16, 24, 32] : [32, 64]).includes(format.bits)) {
    throw bad(`its samples have ${format.bits} bits; send 8, 16, 24 or 32 bit PCM, or 32 or 64 bit float`);
  }
  if (format.channels < 1 || format.channels > WAV_LIMITS.mostChannels) {
    throw bad(`it has ${format.channels} channels; send 1 to ${WAV_LIMITS.mostChannels}`);
  }
  if (format.rate < WAV_LIMITS.leastRate || format.rate > WAV_LIMITS.mostRate) {
    throw bad(`its rate is ${format.rate} samples a second; send 8,000 to 192,000`);
  }
  return format;
}

function toMono(bytes: Buffer, { codec, channels, bits }: Format): Buffer {
  if (codec === PCM && bits === 16 && channels === 1) return whole(bytes);
  const width = bits / 8;
  const read = sampleReader(codec, bits);
  const frames = Math.floor(bytes.length / (width * channels));
  const mono = Buffer.allocUnsafe(frames * SAMPLE_BYTES);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += width) sum += read(bytes, at);
    const mean = Math.round(sum / channels);
    mono.writeInt16LE(Math.max(-32_768, Math.min(32_767, mean)), frame * SAMPLE_BYTES);
  }
  return mono;
}

/** Reads one sample on the scale of 16 bit; a float that isn't a number is silence. */
function sampleReader(codec: number, bits: number): (bytes: Buffer, at: number) => number {
  if (codec === FLOAT) {
    return bits === 32
      ? (bytes, at) => (bytes.readFloatLE(at) || 0) * 32_768
      : (bytes, at) => (bytes.readDoubleLE(at) || 0) * 32_768;
  }
  if (bits === 8) return (bytes, at) => (bytes.readUInt8(at) - 128) * 256;
  if (bits === 16) return (bytes, at) => bytes.readInt16LE(at);
  if (bits === 24) return (bytes, at) => bytes.readIntLE(at, 3) / 256;
  return (bytes, at) => bytes.readInt32LE(at) / 65_536;
}

function bad(why: string): JarvisError {
  return new JarvisError('bad-audio', `This is no WAV that can be used: ${why}.`);
}
