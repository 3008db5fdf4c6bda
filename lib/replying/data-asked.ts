/** What people call what they want to see written: code, data, tables. */
const WRITTEN =
  /(?<!\p{L})(?:(?:source ?)?codes?|json|yaml|xml|html|css|sql|csv|markdown|s[ck]ripts?|python|java(?:script)?|typescript|bash|shell|regex|program(?:me?|a)?s?|snippets?|functions?|funktion(?:en)?|fonctions?|funci(?:ón|ones)|tables?|tabellen?|tableaux?|tablas?|quer(?:y|ies)|abfragen?|requêtes?|consultas?|commands?|befehle?|kommandos?|commandes?|comandos?|config(?:uration)?s?|konfiguration(?:en)?|configuraci(?:ón|ones)|template|vorlage|código)(?!\p{L})/iu;

/** Whether a person asks for something that is to be read, not heard. */
export function asksForData(query: string): boolean {
  return WRITTEN.test(query.slice(0, 500));
}
