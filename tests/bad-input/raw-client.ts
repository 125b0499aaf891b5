import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which anything can be said. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // A server that has heard enough may close while more is being sent.
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** All that the server says on a connection, until it closes it; `then` is sent once it has begun. */
export async function heardOn(socket: Socket, then?: string): Promise<readonly RawAnswer[]> {
  let heard = ''
  socket.setEncoding('latin1').on('data', (piece) => (heard += String(piece)))
  if (then !== undefined) socket.once('data', () => socket.write(then))
  socket.once('end', () => socket.end())
  await once(socket, 'close')
  return answersIn(heard)
}

/** An answer as its bytes say it. */
export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string }

/** Takes what a server said apart, by the lengths that it gives. Throws where that does not work out. */
function answersIn(heard: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = heard; rest !== '';) {
    const [, status, head] = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n(.*?\r\n)??\r\n/s.exec(rest) ?? []
    if (status === undefined) throw new Error(`This is no answer: ${JSON.stringify(rest)}`)
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
