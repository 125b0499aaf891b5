import { connect, type Socket } from 'node:net'

/** A process that sends one request over and over, on connections that stay open. */

/** What it is told. */
export type CallOrder = {
  readonly port: number
  /** The whole request, as it goes over the wire. */
  readonly request: string
  readonly connections: number
  /** Milliseconds before anything is counted. */
  readonly warmUp: number
  /** Milliseconds in which calls are counted. */
  readonly period: number
}

/** What it tells: `counting` as soon as calls count, and the figures at the end. */
export type CallReport =
  | { readonly kind: 'counting' }
  | {
      readonly kind: 'done'
      readonly calls: number
      readonly wrong: number
      /** Milliseconds that counting took. */
      readonly took: number
      /** Milliseconds that each counted call took, at most a million of them. */
      readonly latencies: Float64Array
      /** Seconds of CPU that calling took: whether the caller was the limit. */
      readonly cpu: number
    }

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')
const ok = Buffer.from('HTTP/1.1 200')
const chunked = Number.POSITIVE_INFINITY

const isOk = (answer: Buffer) => answer.compare(ok, 0, ok.length, 0, ok.length) === 0
const endsChunks = (data: Buffer) => data.subarray(-lastChunk.length).equals(lastChunk)

/** The bytes of a whole answer, as its head tells. */
function lengthOf(data: Buffer): number {
  const end = data.indexOf(headEnd)
  const body = /content-length: (\d+)/i.exec(data.toString('latin1', 0, end))?.[1]
  return body === undefined ? chunked : end + headEnd.length + Number(body)
}

process.once('message', (order: CallOrder) => {
  const latencies = new Float64Array(1_000_000)
  let counting = false
  let calls = 0
  let wrong = 0

  // Calls share this memory: what is read is looked at once, and nothing of it is kept.
  const buffer = Buffer.allocUnsafe(1 << 18)
  // Most answers are as long as the one before, and come in one piece: those need no reading.
  let usual = 0

  function open(): Socket {
    let began = 0
    let seen = 0
    let length = 0
    let good = true
    const next = () => {
      began = performance.now()
      seen = 0
      socket.write(order.request, 'latin1')
    }
    const finish = () => {
      if (counting) {
        if (calls < latencies.length) latencies[calls] = performance.now() - began
        calls++
        if (!good) wrong++
      }
      next()
    }
    const read = (count: number) => {
      if (seen === 0) {
        good = isOk(buffer)
        if (good && count === usual) return finish()
        length = lengthOf(buffer.subarray(0, count))
      }
      seen += count
      if (length === chunked ? endsChunks(buffer.subarray(0, count)) : seen >= length) {
        if (seen > length && length !== chunked) good = false
        usual = length === chunked ? 0 : length
        finish()
      }
    }
    const callback = (count: number) => {
      read(count)
      return true
    }
    const onread = { buffer, callback }
    const socket = connect({ port: order.port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('connect', next)
    socket.on('error', () => {
      wrong++
    })
    return socket
  }

  const sockets = Array.from({ length: order.connections }, open)
  setTimeout(() => {
    counting = true
    process.send?.({ kind: 'counting' } satisfies CallReport)
    const began = performance.now()
    const before = process.cpuUsage()
    setTimeout(() => {
      const took = performance.now() - began
      counting = false
      const counted = latencies.slice(0, calls)
      const { user, system } = process.cpuUsage(before)
      const cpu = (user + system) / 1e6
      const report: CallReport = { kind: 'done', calls, wrong, took, latencies: counted, cpu }
      process.send?.(report, () => process.disconnect())
      for (const socket of sockets) socket.destroy()
    }, order.period)
  }, order.warmUp)
})
