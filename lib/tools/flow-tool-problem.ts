import {
  BUILT_IN,
  MAX_PARAMETERS,
  nameProblem,
  type Parameter,
  parametersIn,
  parametersProblem,
} from './flow-tool-form.js';

interface Form {
  name: string;
  description: string;
  /** JSON, as the form keeps it. */
  parameters: string | undefined;
}

/** What is wrong with a tool, in words for its owner. @param others names of the other tools that are flows */
export function toolProblem({ name, description, parameters }: Form, others: readonly string[]): string | undefined {
  const wrong = nameProblem(name, others);
  if (wrong) return NAMES[wrong](name);
  if (description.trim() === '') return `The tool ${name} has no description: the model would not know what it is for.`;
  const problem = parametersProblem(parameters);
  return problem && `Parameters of the tool ${name}: ${PARAMETERS[problem.why](problem.name)}`;
}

/** The parameters of a tool that nothing is wrong with. */
export const parametersOfForm = (json: string | undefined): Parameter[] => parametersIn(json) ?? [];

const NAMES = {
  name: (name: string) => `"${name}" is no name for a tool: letters, digits and _, 40 at most, a letter first.`,
  'built-in': () => `A tool of yours can't have the name of one that is built in (${BUILT_IN.join(', ')}).`,
  taken: (name: string) => `Another tool node has the name ${name} already.`,
};

const PARAMETERS = {
  unreadable: () => 'they are no JSON list.',
  many: () => `${MAX_PARAMETERS} at most.`,
  parameter: (name: string) => `"${name}" is no name: letters, digits and _, 40 at most, a letter first.`,
  twice: (name: string) => `${name} is there twice.`,
  choices: (name: string) => `${name} needs 1 to 100 values to choose from.`,
};
