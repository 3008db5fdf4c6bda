/** A model that can be downloaded. */
export interface CatalogueEntry {
  /** Name of its folder, and of the command: `… pull NAME`. */
  name: string;
  /** What it is for, one line. */
  what: string;
  licence: string;
  /** Size of the download, about; what is really fetched is measured by what the source says of its files. */
  bytes: number;
  /** Repository on Hugging Face, the source when no other is configured. */
  repository: string;
  files: CatalogueFile[];
}

export interface CatalogueFile {
  /** Where it lies in the model's folder, with forward slashes. */
  path: string;
  /** Where it lies in the repository. */
  from: string;
}

/** A model that comes inside the package: its file and the LICENSE beside it lie in `bundled/<name>`. */
export interface BundledModel {
  name: string;
  /** What it is for, one line. */
  what: string;
  licence: string;
  /** Whose it is, which release, and where it was taken from. */
  origin: string;
  file: string;
  bytes: number;
  /** SHA-256 of the file, lower-case hex. */
  sha256: string;
}

function microWakeWord(word: string, said: string, bytes: number, sha256: string): BundledModel {
  return {
    name: `micro-wake-${word.replaceAll('_', '-')}`,
    what: `Wake word "${said}" of microWakeWord`,
    licence: 'Apache-2.0',
    origin:
      'microWakeWord v2 by Kevin Ahrendt, Open Home Foundation, https://github.com/esphome/micro-wake-word-models',
    file: `${word}.tflite`,
    bytes,
    sha256,
  };
}

export const BUNDLED: readonly BundledModel[] = [
  {
    name: 'silero-vad',
    what: 'Voice activity: where speech begins and ends',
    licence: 'MIT',
    origin: 'Silero VAD 6.2.1 (16 kHz, ONNX opset 15) by the Silero Team, https://github.com/snakers4/silero-vad',
    file: 'silero_vad_16k_op15.onnx',
    bytes: 1_289_603,
    sha256: '7ed98ddbad84ccac4cd0aeb3099049280713df825c610a8ed34543318f1b2c49',
  },
  {
    name: 'resemblyzer',
    what: 'Who speaks: tells voices apart',
    licence: 'Apache-2.0',
    origin:
      'Resemblyzer 0.1.4 (GE2E voice encoder) by Corentin Jemine, https://github.com/resemble-ai/Resemblyzer; in ONNX, its weights in 8 bits, by scripts/voice-encoder.py',
    file: 'voice_encoder.onnx',
    bytes: 1_469_783,
    sha256: 'ee31edf5e6a9c5e61b0594a766e9cbd070af4be1aff2bfe1ceb20fadd867e3e9',
  },
  microWakeWord('hey_jarvis', 'hey Jarvis', 52_272, '21a7976add39ee24ec96c63d96b7aaa18e24d1d9824b963e451da8feb4b78b77'),
  microWakeWord('okay_nabu', 'okay Nabu', 80_824, 'd89128c4d16a72de429119fb2254ce46649553c2a24f5dd840175c80d7b9d094'),
  microWakeWord(
    'hey_mycroft',
    'hey Mycroft',
    57_248,
    'c2a9b6ed51182db72e014781d5a4ece1929dc232a40b5b4be384f0295f0e1571',
  ),
  microWakeWord('alexa', 'Alexa', 55_856, '9011a8155b04de858c48038529235cbc0e42e9fca05a55bf588cb80a653a723b'),
  microWakeWord('stop', 'stop', 45_544, '020ef80d522cb09169a866f3aeeb58f2ad4045461937e78e8c806df29ff61eea'),
];

const WHISPER_FILES = [
  'config.json',
  'generation_config.json',
  'preprocessor_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/encoder_model_quantized.onnx',
  'onnx/decoder_model_merged_quantized.onnx',
];

const asIs = (paths: string[]): CatalogueFile[] => paths.map((path) => ({ path, from: path }));

function whisper(size: string, what: string, bytes: number): CatalogueEntry {
  return {
    name: `whisper-${size}`,
    what: `Speech to text, many languages: ${what}`,
    licence: 'Apache-2.0',
    bytes,
    repository: `onnx-community/whisper-${size}`,
    files: asIs(WHISPER_FILES),
  };
}

function piper(language: string, folder: string, voice: string, what: string, licence: string): CatalogueEntry {
  const files = [`${voice}.onnx`, `${voice}.onnx.json`, 'MODEL_CARD'];
  return {
    name: `piper-${language}`,
    what,
    licence: `${licence}; the MODEL_CARD in its folder counts`,
    bytes: 63_000_000,
    repository: 'rhasspy/piper-voices',
    files: files.map((path) => ({ path, from: `${folder}/${path}` })),
  };
}

function wakeWord(word: string, what: string): CatalogueEntry {
  const file = `${word}_v0.1.onnx`;
  return {
    name: `wake-${word.replaceAll('_', '-')}`,
    what: `Wake word "${what}" of openWakeWord`,
    licence: 'CC BY-NC-SA 4.0: not for commercial use',
    bytes: 900_000,
    repository: 'davidscripka/openwakeword',
    files: asIs([file]),
  };
}

/**
 * What `pull` can get. No checksums stand here: they come from the source with the list of its files, so that they are
 * those of the files it really has.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  whisper('base', 'the one to begin with', 80_000_000),
  whisper('tiny', 'half the time of base, more mistakes', 44_000_000),
  whisper('small', 'three times the time of base, fewer mistakes', 250_000_000),
  piper('en', 'en/en_US/joe/medium', 'en_US-joe-medium', 'English voice (American, joe)', 'CC0'),
  piper('de', 'de/de_DE/thorsten/medium', 'de_DE-thorsten-medium', 'German voice (thorsten)', 'CC0'),
  piper('fr', 'fr/fr_FR/siwis/medium', 'fr_FR-siwis-medium', 'French voice (siwis)', 'CC BY 4.0'),
  piper('es', 'es/es_ES/davefx/medium', 'es_ES-davefx-medium', 'Spanish voice (davefx)', 'not stated here'),
  wakeWord('hey_jarvis', 'hey Jarvis'),
  wakeWord('alexa', 'Alexa'),
  wakeWord('hey_mycroft', 'hey Mycroft'),
  wakeWord('hey_rhasspy', 'hey Rhasspy'),
  {
    name: 'minilm',
    what: 'Finds tools and memories by meaning (sentence embeddings, English)',
    licence: 'Apache-2.0',
    bytes: 24_000_000,
    repository: 'Xenova/all-MiniLM-L6-v2',
    files: asIs(['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model_quantized.onnx']),
  },
  {
    name: 'dfine-nano',
    what: 'Sees what is in a picture (D-FINE nano, 80 kinds of things)',
    licence: 'Apache-2.0',
    bytes: 15_300_000,
    repository: 'onnx-community/dfine_n_coco-ONNX',
    files: asIs(['onnx/model.onnx']),
  },
];
