/** A file on its way: how far it is, and whether it is to stop. */
export interface Way {
  signal: AbortSignal;
  /** @param bytes so far */
  onProgress(bytes: number): void;
}

/** Sends a file and tells how much of it has gone, which `fetch` can't; answers and fails as that does. */
export function sendFile(url: URL, headers: Record<string, string>, file: Blob, way: Way): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded }) => way.onProgress(loaded);
    request.onload = () => resolve(new Response(request.response, request));
    request.onerror = () => reject(new TypeError('network error'));
    request.onabort = () => reject(new DOMException('It was cancelled.', 'AbortError'));
    way.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** An answer's content, as it comes. */
export function readFile(answer: Response, way: Way): Promise<Blob> {
  let bytes = 0;
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, onward) {
      bytes += piece.length;
      way.onProgress(bytes);
      onward.enqueue(piece);
    },
  });
  return new Response(answer.body?.pipeThrough(told)).blob();
}
