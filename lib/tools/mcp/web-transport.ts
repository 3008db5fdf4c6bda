import { JarvisError } from '../../turn/errors.js';
import { within } from '../../turn/wait.js';
import { MAX_MESSAGE, nameOf, type ServerTransport, type WebServer } from './server.js';

/** How long a server has to take note that its session ends, in milliseconds. */
const GOODBYE_MS = 1_000;

/** The way to a server over streamable HTTP. The token goes nowhere but to the address's own origin. */
export async function webTransport(server: WebServer): Promise<ServerTransport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  const headers: Record<string, string> = server.token ? { authorization: `Bearer ${server.token}` } : {};
  let why: JarvisError | undefined;
  const tooMuch = () => {
    why ??= new JarvisError('failed', `${nameOf(server)} sent more than ${MAX_MESSAGE} bytes at once.`);
    return why;
  };
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers },
    fetch: async (url, init) => bounded(await fetch(url, init), tooMuch),
  });
  const close = transport.close.bind(transport);
  const leave = async () => {
    await within({ ms: GOODBYE_MS, what: nameOf(server) }, () => transport.terminateSession()).catch(() => undefined);
    await close();
  };
  let left: Promise<void> | undefined;
  return Object.assign(transport, {
    ended: () => why,
    close: () => {
      left ??= leave();
      return left;
    },
  }) as ServerTransport;
}

const [LINE_FEED, RETURN] = [10, 13];

/** A response that ends with an error when a message in it, an event of a stream or the whole body, is too large. */
function bounded(response: Response, tooMuch: () => Error): Response {
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  let [size, line] = [0, 0];
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (isStream) {
        for (const [at, byte] of chunk.entries()) {
          // An empty line ends an event.
          if (byte === LINE_FEED && line === 0) size = chunk.length - at - 1;
          if (byte === LINE_FEED) line = 0;
          else if (byte !== RETURN) line++;
        }
      }
      if (size > MAX_MESSAGE) controller.error(tooMuch());
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}
