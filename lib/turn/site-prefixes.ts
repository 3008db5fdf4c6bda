/** Names of the conversations that others have with us begin with this, and no satellite's do. The page knows it, too. */
export const ASSIST_PREFIX = 'assist-';
