/** The stages of the self-test, in the order of the corridor. */
export const STAGES = ['microphone', 'broker', 'wake', 'hearing', 'model', 'home', 'voice', 'playback'] as const;
export type StageName = (typeof STAGES)[number];

/** What a stage came to; `told` says for people what was found, or what failed, why, and what to do. */
export interface Finding {
  stage: StageName;
  outcome: 'ok' | 'failed' | 'skipped';
  told: string;
}
