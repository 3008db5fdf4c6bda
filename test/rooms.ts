/** The corridor: sound in → words → meaning → decision → reply → sound out. A room of `lib/` imports only from those before it. */
export const ROOMS: Readonly<Record<string, string>> = {
  language:
    'what all rooms know of languages: a folder each, with its words, patterns and sentences, and what reads numbers and times',
  turn: 'what travels on the wires: the turn, its trace, errors and apologies',
  models: 'downloads of models, and the threads that run them',
  audio: 'PCM, WAV, resampling, the Wyoming protocol',
  llm: 'model servers, the table of model contexts, budgets',
  conversation: 'one object a room: the turn that runs, what was heard and said and when, what is waited for, stop',
  memory:
    'the memory store: a file in a thread of its own; search by words and meaning, diary, graph, facts, forgetting, and the dialogue of the last minutes',
  home: 'Home Assistant and the demo house behind one interface, the entity index, what opens the house',
  satellites: "the rooms' ears and mouths: Hermes over MQTT, the browser, ESPHome's devices, Wyoming satellites",
  timers: 'timers, alarms, reminders and delayed commands: kept in a file, rung in their room',
  listening: 'wake word, voice activity, end of speech, speech to text',
  deciding: 'local commands, the judge, wake and stop words, router, planner, topic profiles',
  recall: 'when the memory is searched, what for, and how much of it a prompt may hold',
  replying: 'prompts, tool protocols, the agentic loop',
  speaking: 'speech text, voices, queues',
  tools:
    'what the model can call: the house, to search, keep and forget what is remembered, to-do lists, meals, music, what was missed, sums, the time anywhere, flows and files of yours, the internet, this computer, cameras, tools of MCP servers',
  doctor: 'the self-test: every stage from the microphone to the loudspeaker, and why one fails',
};

/** What stands around the rooms, and paths that each may import from besides its own folder. Tests import from anywhere. */
export const AROUND: Readonly<Record<string, { what: string; from: readonly string[] }>> = {
  nodes: {
    what: 'one folder a node: the adapter to Node-RED, the form, the help. No logic of its own',
    from: ['lib', 'web/waterfall'],
  },
  web: {
    what: "the page, and the waterfalls of turns that the editor's sidebar shows too",
    from: ['lib', 'nodes/memory-admin/answers'],
  },
  evals: { what: 'cases and their runner: `npm run evals`', from: ['lib', 'nodes', 'test'] },
  bench: {
    what: '`npm run bench -- turn prefix house tools rules memory wake start fan`; `soak` takes a quarter of an hour, `hearing`, `languages`, `spoken`, `echo`, `speakers` and `rooms` want clips of speech or minutes; `npm run bench:peers -- duel` wants the real servers',
    from: ['lib', 'nodes', 'test'],
  },
};
