import { asyncContext } from './context.js';
import { openStage, type Stage } from './story/play.js';
import { storyInput, storyOutput } from './story/schema.js';

let stage: Promise<Stage> | undefined;

/** A house's life in timed events, played through the flow as it ships. The stage opens with the first story. */
export const STORY_CONTEXT = asyncContext('story', storyInput, storyOutput, async (story) => {
  stage ??= openStage();
  return await (await stage).play(story);
});

/** Ends the Node-RED of the stories, if there is one. */
export async function closeStories(): Promise<void> {
  const opened = stage;
  stage = undefined;
  await (await opened)?.close();
}
