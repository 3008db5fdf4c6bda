/** User and password before the host, also where they hold a character that should have been written as %…. */
const LOGIN = /(?<=[a-z][a-z0-9+.-]*:\/\/)(?:[^\s/"'@]*:(?!\d+\/)[^\s"']*@|[^\s/"']*@)/gi;
/** Part of an address that may hold a login. Behind its last @ none is looked for: that would take the square of its length. */
const PIECE = /[^\s"']+/g;
const SECRET_PARAMETER = /([?&][\w-]*(?:token|key|password|secret|auth)=)[^&\s"')]+/gi;

/** An address, or words with addresses in them, as they may be shown and logged: without users, passwords and keys. */
export function shownAddress(words: string): string {
  if (!words.includes('://')) return words;
  const withoutLogins = (piece: string) => {
    const end = piece.lastIndexOf('@') + 1;
    return piece.slice(0, end).replace(LOGIN, '') + piece.slice(end);
  };
  return words.replace(PIECE, withoutLogins).replace(SECRET_PARAMETER, '$1…');
}

/** Whether something is the address of a web server. Read by the editor, too. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
