import type { Tool } from '../../llm/types.js';
import { calculateTool } from './calculate.js';
import { timeInTool } from './time-in.js';

/** The tools that need nothing but this machine, in an order that never changes. @param timeZone of the house */
export function everydayTools(timeZone: () => string | undefined): Tool[] {
  return [calculateTool, timeInTool(timeZone)];
}
