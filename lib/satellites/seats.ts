import type net from 'node:net';
import { addressOf } from './addresses.js';

/** How a connection stands: nothing came of it that counts, something did, or it is being served now. */
export type Standing = 'silent' | 'heard' | 'served';

const RANK: Record<Standing, number> = { silent: 0, heard: 1, served: 2 };

/** Where a connection stands, and since which count of all that changed. */
const standings = new WeakMap<net.Socket, { standing: Standing; since: number }>();
let count = 0;

/** Says how a connection of a server with `limitSeats` stands; what is said again is newer. */
export function stands(socket: net.Socket, standing: Standing): void {
  standings.set(socket, { standing, since: count++ });
}

/**
 * Holds a server to a number of connections. One more takes the place of another of the address that has most, and never
 * of one that has fewer than its own: of one that has said nothing, else of the one not heard for longest. One that is
 * served only goes where its address has more than half of all places, for another address; where none goes, the newcomer
 * is closed.
 */
export function limitSeats(server: net.Server, most: number): void {
  const seated = new Map<net.Socket, string>();
  server.on('connection', (socket) => {
    if (seated.size >= most) {
      const leaving = leaverOf(seated, socketAddress(socket));
      if (!leaving) return void socket.destroy();
      seated.delete(leaving);
      leaving.destroy();
    }
    seated.set(socket, socketAddress(socket));
    stands(socket, 'silent');
    socket.once('close', () => seated.delete(socket));
  });
}

function leaverOf(seated: ReadonlyMap<net.Socket, string>, newcomer: string): net.Socket | undefined {
  const shares = new Map<string, number>();
  for (const address of seated.values()) shares.set(address, (shares.get(address) ?? 0) + 1);
  const candidates = [...seated]
    .map(([socket, address]) => {
      const { standing, since } = standings.get(socket) ?? { standing: 'silent', since: 0 };
      return { socket, address, share: shares.get(address) ?? 0, rank: RANK[standing], since };
    })
    .filter(({ share }) => share >= (shares.get(newcomer) ?? 0))
    .filter(({ rank, share, address }) => {
      return rank < RANK.served || (share > seated.size / 2 && address !== newcomer);
    });
  const [first] = candidates.sort((a, b) => b.share - a.share || a.rank - b.rank || a.since - b.since);
  return first?.socket;
}

function socketAddress(socket: net.Socket): string {
  return addressOf(socket.remoteAddress ?? '', undefined);
}
