import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // A server may close the connection while the client still sends.
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Reads all responses until the server closes the connection. `then` is sent after the first data. */
export async function readResponses(
  socket: Socket,
  then?: string,
): Promise<readonly RawResponse[]> {
  let received = ''
  socket.setEncoding('latin1').on('data', (piece) => (received += String(piece)))
  if (then !== undefined) socket.once('data', () => socket.write(then))
  socket.once('end', () => socket.end())
  await once(socket, 'close')
  return parseResponses(received)
}

export type RawResponse = { readonly status: number; readonly head: string; readonly body: string }

/** Splits received text into responses by their stated lengths. Throws if something is left over. */
function parseResponses(received: string): RawResponse[] {
  const answers: RawResponse[] = []
  for (let rest = received; rest !== '';) {
    const [, status, head] = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(.*?\r\n)??\r\n/s.exec(rest) ?? []
    if (status === undefined)
      throw new Error(`Expected a response, received ${JSON.stringify(rest)}`)
    const begin = rest.indexOf('\r\n\r\n') + 4
    const length = bodyLength(head ?? '', rest.slice(begin))
    answers.push({
      status: Number(status),
      head: head ?? '',
      body: rest.slice(begin, begin + length),
    })
    rest = rest.slice(begin + length)
  }
  return answers
}

function bodyLength(head: string, rest: string): number {
  if (/^transfer-encoding: chunked/im.test(head)) return rest.indexOf('0\r\n\r\n') + 5
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}
