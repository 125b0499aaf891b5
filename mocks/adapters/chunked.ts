import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Where the texts of a stream are written; where `write` gives false, `drains` says when to go on. */
export type StreamWriter = {
  write(text: string): boolean
  readonly drainEmitter: Socket | ServerResponse
}

/**
 * The sink of a response whose head is sent. Each text leaves at once as one chunk; by itself node
 * gathers the four parts of a chunk and sends them a tick later.
 */
export function streamWriter(response: ServerResponse): StreamWriter {
  const { socket, chunkedEncoding } = response
  // An answer that waits behind others has no socket yet, and HTTP/1.0 knows no chunks.
  if (socket === null || !chunkedEncoding)
    return { write: (text) => response.write(text), drainEmitter: response }
  return {
    write(text) {
      const length = Buffer.byteLength(text)
      const chunk = `${length.toString(16)}\r\n${text}\r\n`
      return socket.write(chunk, length === text.length ? 'latin1' : 'utf8')
    },
    drainEmitter: socket,
  }
}
