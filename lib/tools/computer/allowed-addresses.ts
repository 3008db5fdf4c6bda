/**
 * The addresses that a form allows, one a line. Read by the editor, too: it has no schema library.
 */

import { isWebAddress } from '../../turn/address.js';

/** Encoded characters of a path that some servers decode into another path, and a parameter that some cut off: "/..;/". */
const DISGUISED = /%(?:2e|2f|5c|25|00)|\.\.;|\\/i;

const linesOf = (text: string | undefined) => (text ?? '').split(/\s+/).filter(Boolean);

/** The addresses of a form. */
export function addressesIn(text: string | undefined): URL[] {
  return linesOf(text)
    .filter((line) => !wrongAddress(line))
    .map((line) => new URL(line));
}

/** The first of the addresses that is none, or has a login, a question or a mark in it; undefined where all are right. */
export function wrongAddress(text: string | undefined): string | undefined {
  return linesOf(text).find((line) => !isWebAddress(line) || /[?#]/.test(line) || hasLogin(new URL(line)));
}

/** Whether an address is one of the allowed ones, or below one: "/api" allows "/api" and "/api/lights", and not "/apis". */
export function isAllowed(allowed: readonly URL[], url: URL): boolean {
  if (hasLogin(url) || DISGUISED.test(url.pathname)) return false;
  return allowed.some(({ origin, pathname }) => {
    const folder = pathname.replace(/\/$/, '');
    return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(`${folder}/`));
  });
}

const hasLogin = ({ username, password }: URL) => username !== '' || password !== '';
