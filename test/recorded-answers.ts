/** What a model wrote, and what of it is for the person. */
export interface RecordedAnswer {
  family: string;
  answer: string;
  said: string;
}

const TWO = 'Mars has two moons.';
/** Two sentences, so that the first is spoken before the second is there. */
const BOTH = 'Mars has two moons. They are Phobos and Deimos.';

/**
 * What families of models write as content where a server leaves it as it is: shapes from their chat templates, from the tests of
 * the parsers that vLLM, SGLang, llama.cpp and Ollama have for them, and from reports of people who saw or heard it.
 */
export const RECORDED: readonly RecordedAnswer[] = [
  // Only the end of the thoughts is marked: the template of the prompt has written their beginning.
  ['Qwen 3', `Okay, the user wants one line. I should mention both.\n</think>\n\n${BOTH}`, BOTH],
  ['Qwen 3, nothing thought', `<think>\n\n</think>\n\n${BOTH}`, BOTH],
  ['Qwen 3, thinking twice', `<think>Two?</think>Okay, let me reconsider. Yes.</think>\n${TWO}`, TWO],
  ['DeepSeek R1', `Alright, so I need to answer this. Phobos, Deimos.\n</think>\n\n${BOTH}`, BOTH],
  ['DeepSeek V4', `Let me reconcile the evidence... Let us write the answer.</think>${BOTH}`, BOTH],
  ['QwQ', `Hmm, moons. Mars has Phobos and Deimos. So two.\n</think>\n${BOTH}`, BOTH],
  ['GLM 4.5', `\n<think>The user asks about Mars.</think>\n${BOTH}`, BOTH],
  ['Step 3', `First, the question is about Mars. Easy.</think>\n\n${BOTH}`, BOTH],
  ['Nemotron', `We need to answer how many moons. Two.\n</think>\n${BOTH}`, BOTH],
  ['Qwen 3.5', `Thinking Process:\n\n1. **Analyze the request.** Moons.\n2. Two.\n</think>\n\n${BOTH}`, BOTH],
  ['Magistral, in German', `Okay, der Nutzer fragt nach den Monden. Zwei.\n</think>\n${BOTH}`, BOTH],
  ['Qwen 3, in Chinese', `好的，用户问火星有几颗卫星。两颗。\n</think>\n${BOTH}`, BOTH],
  // Marks of their own.
  ['Magistral', `[THINK]They ask about Mars. Two.[/THINK]${BOTH}`, BOTH],
  ['Kimi', `◁think▷They ask about Mars. Two.◁/think▷${BOTH}`, BOTH],
  ['Seed-OSS', `<seed:think>They ask about Mars. Two.</seed:think>\n${BOTH}<seed:eos>`, BOTH],
  ['EXAONE Deep', `<thought>\nThey ask about Mars. Two.\n</thought>\n\n${BOTH}`, BOTH],
  ['Hermes 4', `<thinking>They ask about Mars. Two.</thinking>${BOTH}<|im_end|>`, BOTH],
  ['Hunyuan', `<think>\nMars. Two.\n</think>\n<answer>\n${TWO}\n</answer>`, TWO],
  ['Skywork', `<|begin_of_thought|>Mars. Two.<|end_of_thought|><|begin_of_solution|>${TWO}<|end_of_solution|>`, TWO],
  ['Command A', `<|START_THINKING|>Mars. Two.<|END_THINKING|><|START_RESPONSE|>${TWO}<|END_RESPONSE|>`, TWO],
  ['Granite 3.2', `Here is my thought process:\nMars. It's two.\n\nHere is my response:\n${BOTH}`, BOTH],
  ['Granite 3.2, short', `Here's my thought process: Mars. Two.\n\nHere's my response: ${TWO}`, TWO],
  ['Apertus', `<|inner_prefix|>Mars. Two.<|inner_suffix|>${BOTH}`, BOTH],
  ['openPangu', `[unused16]Mars. Two.[unused17]${BOTH}`, BOTH],
  ['MedGemma', `<unused94>thought\nMars. Two.<unused95>${BOTH}`, BOTH],
  ['Gemma 4', `<|channel>thought\nMars. Two.<channel|>${BOTH}<turn|>`, BOTH],
  ['Gemma 4, nothing thought', `<|channel>thought\n<channel|>${BOTH}`, BOTH],
  ['Ollama’s command line', `Thinking...\nMars. Two.\n...done thinking.\n\n${BOTH}`, BOTH],
  ['a fine-tune', `<reasoning>Mars. Two.</reasoning>\n${BOTH}`, BOTH],
  ['a fine-tune, in XML', `<analysis>Mars. Two.</analysis>\n<response>${BOTH}</response>`, BOTH],
  ['LongCat', `<longcat_think>Mars. Two.</longcat_think>\n${BOTH}`, BOTH],
  ['Solar', `<|think_start|>Mars. Two.<|think_end|>${BOTH}`, BOTH],
  ['an end without thoughts', `</think>\n\n${BOTH}`, BOTH],
  ['an end without an answer behind it', `${BOTH}\n</think>`, BOTH],
  // gpt-oss: with all marks, with some, with none.
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>They ask about Mars. Two.<|end|><|start|>assistant<|channel|>final<|message|>' +
      BOTH +
      '<|return|>',
    BOTH,
  ],
  ['gpt-oss without signs', `analysisThe user asks about moons. Two. Answer briefly.assistantfinal${BOTH}`, BOTH],
  ['gpt-oss in lines', `analysis\nWe need to say it. Two.\n\nassistant\nfinal\n${BOTH}`, BOTH],
  [
    'gpt-oss, more thoughts',
    `analysisWe have two.assistantanalysisCheck. Yes.assistantcommentaryI will say it.assistantfinal${TWO}`,
    TWO,
  ],
  ['gpt-oss, only the answer', `assistantfinal${BOTH}`, BOTH],
  ['gpt-oss, a bare channel', `final${BOTH}`, BOTH],
  [
    'gpt-oss, thoughts’ head lost',
    `We need to answer. Two.<|end|><|start|>assistant<|channel|>final<|message|>${TWO}`,
    TWO,
  ],
  ['gpt-oss, signs half lost', `analysis<|message|>Two.<|end|>assistant<|channel|>final<|message|>${TWO}`, TWO],
  ['gpt-oss, spaced', `analysis The user asks. Two. final ${BOTH}`, BOTH],
  ['gpt-oss to the person', `analysisEasy.assistantcommentary to=user I will say it.assistantfinal${BOTH}`, BOTH],
  // Marks of turns, and single signs.
  ['ChatML', `<|im_start|>assistant\n${BOTH}<|im_end|>\n<|im_start|>user\nAnd Venus?`, BOTH],
  ['Llama 3', `<|start_header_id|>assistant<|end_header_id|>\n\n${BOTH}<|eot_id|>`, BOTH],
  ['Llama 4', `<|header_start|>assistant<|header_end|>\n\n${BOTH}<|eot|>`, BOTH],
  ['Gemma 3', `<start_of_turn>model\n${BOTH}<end_of_turn>\n<start_of_turn>user\nAnd Venus?`, BOTH],
  ['Gemma, a sign', `<unused42>${BOTH}`, BOTH],
  ['Gemma, signs within', 'Mars has two<unused42> moons. They are Phobos and Deimos.', BOTH],
  ['Phi 3', `${BOTH}<|end|><|user|>And Venus?<|end|><|assistant|>None.`, BOTH],
  ['Phi 4', `<|im_start|>assistant<|im_sep|>${BOTH}<|im_end|>`, BOTH],
  ['Mistral', `${BOTH}</s>[INST] And Venus? [/INST] None.`, BOTH],
  ['Llama 2', ` [/INST] ${BOTH} </s>`, BOTH],
  ['DeepSeek V3', `<｜Assistant｜>${BOTH}<｜end▁of▁sentence｜><｜User｜>And Venus?`, BOTH],
  ['Granite 3', `<|start_of_role|>assistant<|end_of_role|>${BOTH}<|end_of_text|>`, BOTH],
  ['Command R', `<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>${BOTH}<|END_OF_TURN_TOKEN|>`, BOTH],
  ['GLM 4', `<|assistant|>\n${BOTH}<|user|>\nAnd Venus?`, BOTH],
  ['GLM 4, both sides', `<|user|>\nHow many moons?<|assistant|>\n${BOTH}`, BOTH],
  ['a byte', 'Mars has two moons.<0x0A>They are Phobos and Deimos.', BOTH],
  ['Baichuan, a sign', `<reserved_106>${BOTH}`, BOTH],
  ['Phi 4 mini, a sign', `<|dummy_12|>${BOTH}`, BOTH],
  // Both sides of a talk.
  ['a base model', `${BOTH}\n\nUser: And Venus?\nAssistant: None.`, BOTH],
  ['a base model, in one line', `${BOTH} User: And Venus? Assistant: None.`, BOTH],
  ['Llama 3 without signs', `${BOTH}assistant\n\nIs there anything else?`, BOTH],
  ['ChatML without signs', `${BOTH}\nuser\nAnd Venus?\nassistant\nNone.`, BOTH],
  ['Alpaca', `${BOTH}\n\n### Instruction:\nAnd Venus?\n\n### Response:\nNone.`, BOTH],
  ['Vicuna', `${BOTH}\nHUMAN: And Venus?\nASSISTANT: None.`, BOTH],
  ['in bold', `${BOTH}\n\n**User:** And Venus?\n\n**Assistant:** None.`, BOTH],
  ['its own role first', `Assistant: ${BOTH}\nUser: Thanks.`, BOTH],
  ['in brackets', `${BOTH}\n\n[User]: And Venus?\n[Assistant]: None.`, BOTH],
  ['in tags', `${BOTH}\n<user>And Venus?</user>\n<assistant>None.</assistant>`, BOTH],
  // A protocol of tools that nobody asked for.
  ['ReAct', `Thought: I know this.\nFinal Answer: ${BOTH}`, BOTH],
  ['ReAct, only the answer', `Final Answer: ${BOTH}`, BOTH],
  ['ReAct, in bold', `**Final Answer:** ${BOTH}`, BOTH],
  ['ReAct, no tool', `Thought: Do I need a tool? No.\nAction: None\nFinal Answer: ${BOTH}`, BOTH],
  ['ReAct, a result made up', `Observation: Phobos, Deimos.\n\n${BOTH}`, BOTH],
  ['ReAct, nothing but a result', `Observation: ${BOTH}`, BOTH],
  ['ReAct, a thought', `Thought: They ask about Mars.\n${BOTH}`, BOTH],
  ['ReAct, a result in lines', `Observation:\nPhobos, Deimos.\n\n${BOTH}`, BOTH],
  ['ReAct, a result behind it', `${BOTH}\nObservation: done.`, BOTH],
  ['ReAct, the answer as an action', `Thought: I know.\nAction: Final Answer\nAction Input: ${BOTH}`, BOTH],
  ['ReAct, the answer as a heading', `### Final Answer\n${BOTH}`, BOTH],
  ['a result between signs', `[TOOL_RESULT] two [/TOOL_RESULT]\n${BOTH}`, BOTH],
  ['a result in a tag', `<tool_response>two</tool_response>${BOTH}`, BOTH],
  ['Mistral, a sign', `[TOOL] ${BOTH}`, BOTH],
  ['a sign within', 'Mars has two moons. [TOOL] They are Phobos and Deimos.', BOTH],
].map(([family = '', answer = '', said = '']) => ({ family, answer, said }));

/** How families of models call `get_weather` with a city in Paris, as content. */
export const CALLED: readonly string[] = [
  '<|channel|>analysis<|message|>Need it.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Paris"}<|call|>',
  'analysisNeed weather.assistantcommentary to=functions.get_weather json{"city": "Paris"}',
  'analysisNeed weather.assistantcommentary to=functions.get_weather json{"city": "Paris"}assistantfinalIt is raining.',
  'commentary to=functions.get_weather json{"city": "Paris"}',
  '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city":"Paris"}<|call|>',
  '<think>Hm.</think><tool_call>{"name":"get_weather","arguments":{"city":"Paris"}}</tool_call><|im_end|>',
  'Okay, the user wants weather. Call it.</think>\n<tool_call>{"name":"get_weather","arguments":{"city":"Paris"}}</tool_call>',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Paris"}<|tool_call_end|><|tool_calls_section_end|>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"Paris"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Paris"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}',
  '[TOOL_CALLS][{"name":"get_weather","arguments":{"city":"Paris"}}]</s>',
  '<|tool_call|>[{"name":"get_weather","arguments":{"city":"Paris"}}]',
  '<|START_THINKING|>I will look.<|END_THINKING|><|START_ACTION|>[{"tool_call_id":"0","tool_name":"get_weather","parameters":{"city":"Paris"}}]<|END_ACTION|>',
  '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n</tool_call>',
  '<tool_call>\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>',
  '<seed:tool_call>\n<function=get_weather>\n<parameter=city>Paris</parameter>\n</function>\n</seed:tool_call>',
  '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Paris</parameter>\n</invoke>\n</minimax:tool_call>',
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Paris</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  '<start_function_call>call:get_weather{city:<escape>Paris<escape>}<end_function_call>',
  '<|python_tag|>get_weather.call(city="Paris")<|eom_id|>',
  '<|tool_call>call:get_weather{city:<|"|>Paris<|"|>}<tool_call|><|tool_response>',
  '[TOOL] get_weather {"city": "Paris"}',
  '[TOOL_REQUEST]{"name":"get_weather","arguments":{"city":"Paris"}}[END_TOOL_REQUEST]',
  'Action: get_weather\nAction Input: {"city": "Paris"}\nObservation: It rains.\nFinal Answer: Rain.',
  '<tool_code>\nprint(get_weather(city="Paris"))\n</tool_code>',
  '```tool_code\nget_weather(city="Paris")\n```',
  '<|action_start|><|plugin|>{"name":"get_weather","parameters":{"city":"Paris"}}<|action_end|>',
  'functools[{"name":"get_weather","arguments":{"city":"Paris"}}]',
  '<longcat_tool_call>get_weather\n<longcat_arg_key>city</longcat_arg_key>\n<longcat_arg_value>Paris</longcat_arg_value>\n</longcat_tool_call>',
];

/** Words that look like one of these, and are an answer. */
export const ORDINARY: readonly string[] = [
  'Okay, the lights are on.',
  'The user manual is in the drawer.',
  'Analysis shows that two is enough.',
  'The final score was two to one.',
  'First, boil the water. Then add salt.',
  'Let me think. It is forty-two.',
  'I need to know which room you mean.',
  'Thinking about it helps. Sleep well.',
  'Hmm, that is hard to say.',
  'Three < four, and five > four. That is certain.',
  'An assistant finally arrived. She was late.',
  'The assistant wrote it. The user read it.',
  '[sighs] Very good, sir.',
];
