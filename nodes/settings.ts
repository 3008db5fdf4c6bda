import path from 'node:path';
import type { NodeAPI } from 'node-red';

/** Settings that an environment variable can give; the variable wins over the node's own field. */
export const SETTINGS = {
  JARVIS_HOST: 'address that npm start listens on (127.0.0.1); any other needs JARVIS_PASSWORD',
  JARVIS_USER: 'name for the login of the editor and the page with npm start (admin)',
  JARVIS_PASSWORD: 'password for the login of the editor and the page with npm start; without it there is no login',
  JARVIS_HOSTS:
    'names by which a browser may reach Node-RED beside those of this machine, e.g. of a proxy or a container, comma separated',
  JARVIS_LANGUAGE: 'languages spoken in the house, comma separated, the usual one first: en, de, fr, es',
  JARVIS_MQTT_URL: 'external MQTT broker, e.g. mqtt://192.168.1.10:1883; without it a broker is built in',
  JARVIS_MQTT_USER: 'user name at the broker',
  JARVIS_MQTT_PASSWORD: 'password at the broker',
  JARVIS_MQTT_HOST: 'address the built-in broker listens on (127.0.0.1)',
  JARVIS_MQTT_PORT: 'port the built-in broker listens on (1883)',
  JARVIS_ASSIST_WYOMING:
    'port (or address:port) where Home Assistant finds this flow as agent, ears and voice by Wyoming; without it closed',
  JARVIS_ASSIST_OLLAMA: 'the same for a model server that speaks the API of Ollama; without it closed',
  JARVIS_ASSIST_ROOMS:
    'port (or address:port) of the first room as a voice device of Home Assistant (ESPHome), one more each; without it none',
  JARVIS_ASSIST_KEY: 'key of these voice devices: 32 random bytes in base64 (openssl rand -base64 32)',
  JARVIS_DISCOVERY: 'on shows the rooms as devices in Home Assistant (MQTT discovery), off does not',
  JARVIS_HOME_URL: 'Home Assistant, e.g. http://homeassistant.local:8123; without it the demo house',
  JARVIS_HOME_TOKEN: 'long-lived access token of Home Assistant',
  JARVIS_MODEL_PROVIDER: 'ollama, or openai for any server that speaks its API',
  JARVIS_MODEL_URL: 'model server (http://127.0.0.1:11434)',
  JARVIS_MODEL: 'chat model, e.g. qwen3:4b; without it the first one the server has',
  JARVIS_MODEL_SMALL: 'smaller model for quick decisions; without it the chat model',
  JARVIS_MODEL_KEY: 'key of an OpenAI-compatible server',
  JARVIS_EMBED_MODEL: 'embedding model at the model server, e.g. bge-m3; without it MiniLM (English), if it was pulled',
  JARVIS_WAKE: 'wake word engine: embedded (openWakeWord), micro (microWakeWord), wyoming or none',
  JARVIS_WAKE_URL: 'Wyoming wake word server, e.g. tcp://127.0.0.1:10400',
  JARVIS_STT: 'speech to text: whisper (embedded), wyoming or openai',
  JARVIS_STT_URL: 'speech to text server, e.g. tcp://127.0.0.1:10300',
  JARVIS_STT_MODEL: 'folder of a Whisper model, or the model name at an OpenAI-compatible server',
  JARVIS_TTS: 'text to speech: espeak (embedded), piper (embedded), wyoming, openai or home-assistant',
  JARVIS_TTS_URL: 'text to speech server, e.g. tcp://127.0.0.1:10200',
  JARVIS_VOICE: 'voice name, or the path of a Piper voice (.onnx)',
  JARVIS_DATA: 'folder for the store, downloaded models and files that are tools (jarvis in the user folder)',
  JARVIS_WEATHER_URL: "server that speaks Open-Meteo's API, e.g. one of your own; without it Open-Meteo's",
  JARVIS_MODELS_URL: 'where speech models are downloaded from, instead of Hugging Face',
} as const;

export type SettingName = keyof typeof SETTINGS;

/** The value of a setting: the environment's when it is set and not empty, else the node's own. */
export function setting(name: SettingName, own: string | undefined): string {
  return process.env[name] || (own ?? '').trim();
}

/** The folder of the files the user owns: store, downloaded models, tools. */
export function dataFolder(RED: NodeAPI): string {
  return path.resolve(setting('JARVIS_DATA', undefined) || path.join(RED.settings.userDir ?? '.', 'jarvis'));
}
