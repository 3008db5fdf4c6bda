/** What the form is told of the folder of tools. */
export interface FolderShown {
  folder: string;
  /** What is wrong with the folder itself; else empty. */
  message: string;
  /** A file each; nothing is known of one that isn't ticked, which is never run. */
  tools: { name: string; description: string; reads: false; destroys: false }[];
}
