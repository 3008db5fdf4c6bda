import { once } from 'node:events';
import net from 'node:net';
import { encodeEvent, type WyomingEvent, wyomingDecoder } from '../audio/wyoming.js';

/** A Wyoming server for tests: `answer` is given each event and sends what it likes. */
export async function wyomingServer(
  answer: (event: WyomingEvent, send: (event: Parameters<typeof encodeEvent>[0]) => void, socket: net.Socket) => void,
  port = 0,
) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const decoder = wyomingDecoder();
    socket.on('data', (bytes) => {
      for (const event of decoder.push(bytes)) answer(event, (reply) => socket.write(encodeEvent(reply)), socket);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actual } = server.address() as net.AddressInfo;
  return {
    url: `tcp://127.0.0.1:${actual}`,
    port: actual,
    connections: () => sockets.size,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
