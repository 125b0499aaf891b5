import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'

/** The means of an attack besides the response. */
export type AttackMeans = {
  /** Counts the bytes of the attack. */
  readonly count: (bytes: number) => void
  /** Sends the response of a correct platform with another body. */
  readonly forward: (change: (body: string) => string) => void
}

/** Sends a harmful response. */
export type Attack = (answer: ServerResponse, means: AttackMeans) => void

/** Chooses the attack on a request; without one, a correct platform responds. */
export type AttackOn = (asked: IncomingMessage) => Attack | undefined

export const isLogin = ({ url = '' }: IncomingMessage): boolean => url.includes('/auth/login')
export const isTurn = ({ url = '' }: IncomingMessage): boolean =>
  /\/api\/(react|dag|auto|chat\/resume)/.test(url)

const json = { 'content-type': 'application/json' }
const events = { 'content-type': 'text/event-stream' }

/** Repeats a chunk at the reader's speed, until it disconnects or `most` bytes are sent. */
function pour(to: Writable, piece: Buffer, count: (bytes: number) => void, most = Infinity): void {
  let written = 0
  const go = () => {
    while (!to.destroyed && written < most) {
      written += piece.length
      count(piece.length)
      if (!to.write(piece)) return void to.once('drain', go)
    }
    if (!to.destroyed) to.end()
  }
  go()
}

/** A text that is repeated endlessly after a beginning. */
const endless =
  (head: Readonly<Record<string, string>>, text: string, start = ''): Attack =>
  (answer, { count }) => {
    answer.writeHead(200, head)
    if (start !== '') answer.write(start)
    pour(answer, Buffer.from(text.repeat(Math.ceil(65_536 / text.length))), count)
  }

/** A stream of these events that never ends. */
export const endlessStream = (
  event = `event: step\ndata: {"text":"${'y'.repeat(2000)}"}\n\n`,
  start?: string,
) => endless(events, event, start)

/** A body that never ends. */
export const endlessBody = endless(json, '[],')

/** A string that never ends. */
export const endlessText = endless(json, 'x', '{"x":"')

/** A gigabyte of zeros, compressed to a megabyte. */
export const gzipBomb: Attack = (answer, { count }) => {
  answer.writeHead(200, { ...json, 'content-encoding': 'gzip' })
  const packed = createGzip()
  packed.pipe(answer)
  answer.on('close', () => packed.destroy())
  pour(packed, Buffer.alloc(2 ** 20), count, 2 ** 30)
}

export const headAlone: Attack = (answer) => answer.writeHead(200, json).flushHeaders()

/** Single bytes with pauses. */
export const drip: Attack = (answer) => {
  answer.writeHead(200, json)
  const timer = setInterval(() => answer.write(' '), 20)
  answer.on('close', () => clearInterval(timer))
}

export const silence: Attack = () => undefined

export const earlyHints: Attack = ({ socket }) => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(100)
  const go = () => {
    if (socket === null || socket.destroyed) return
    if (socket.write(hints)) setImmediate(go)
    else socket.once('drain', go)
  }
  go()
}

export const whole =
  (body: string, { status = 200, head = json }: { status?: number; head?: object } = {}): Attack =>
  (answer, { count }) => {
    count(body.length)
    answer.writeHead(status, { ...head }).end(body)
  }

export const wholeStream = (body: string): Attack => whole(body, { head: events })

/** A response that breaks off in the middle of its body. */
export const half: Attack = (answer) => {
  answer.writeHead(200, { 'content-length': '1000' })
  answer.write('{"x":', () => answer.destroy())
}

const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length))

/** Bodies of about this many bytes that are expensive to process. */
export const shapes = (bytes: number): Readonly<Record<string, string>> => ({
  'empty lists': `[${fill('[],', bytes)}0]`,
  'empty objects': `{"items":[${fill('{},', bytes)}{}],"total":1,"page":1,"size":20,"pages":1}`,
  'small strings': `{"items":[${fill('{"a":"b"},', bytes)}{}],"total":1,"page":1,"size":20,"pages":1}`,
  tokens: `{"items":[${Array.from({ length: bytes / 60 }, (_, at) => `{"access_token":"token-${at}-abcdefghijklmnop"}`).join()}]}`,
  'deep lists': fill('[', bytes / 2) + fill(']', bytes / 2),
  'deep objects': fill('{"a":', bytes / 2) + '1' + fill('}', bytes / 10),
  'one long string': `{"x":"${fill('a', bytes)}"}`,
  'half tokens': `{"x":"${fill('eyJ-', bytes)}"}`,
  'many messages': `{"detail":[${fill('{"loc":[true],"msg":1},', bytes)}{}]}`,
  'no JSON': fill('[,', bytes),
})
