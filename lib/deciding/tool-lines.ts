import { oneLine } from '../turn/shorten.js';
import type { RoutableTool } from './router-keyword.js';

const MAX_DESCRIPTION_LENGTH = 160;
const MAX_TOOLS = 60;

/** A tool with what it can be given, for a planner. */
export interface PlannableTool extends RoutableTool {
  /** JSON Schema of the arguments. */
  parameters?: Record<string, unknown> | undefined;
}

/** Tools a line each, in an order that doesn't depend on how they were found: `name(parameters): description`. */
export function toolLines(tools: readonly PlannableTool[]): string {
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MAX_TOOLS)
    .map((tool) => `${oneLine(tool.name, 64)}${bracketed(tool)}: ${oneLine(tool.description, MAX_DESCRIPTION_LENGTH)}`)
    .join('\n');
}

/** The names of a tool's parameters. */
export function parametersOf({ parameters }: PlannableTool): string[] {
  const properties = parameters?.['properties'];
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function bracketed(tool: PlannableTool): string {
  return tool.parameters ? `(${parametersOf(tool).slice(0, 10).join(', ')})` : '';
}
