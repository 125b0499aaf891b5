import { connect, type Socket } from 'node:net'

/** The task of a process that sends one request repeatedly, on connections that stay open. */

export type CallLoad = {
  readonly port: number
  /** The complete request, as bytes on the wire. */
  readonly request: string
  readonly connections: number
  /** Milliseconds before calls are counted. */
  readonly warmUp: number
  /** Milliseconds in which calls are counted. */
  readonly period: number
}

/** Messages to the parent process: `counting` after the warm-up, `done` with the figures. */
export type CallMessage =
  | { readonly kind: 'counting' }
  | {
      readonly kind: 'done'
      readonly calls: number
      /** Calls whose response was not a complete 200. */
      readonly failed: number
      /** The time in which calls were counted, in milliseconds. */
      readonly took: number
      /** The duration of each counted call in milliseconds, for the first million calls. */
      readonly latencies: Float64Array
    }

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')
const okStatusLine = Buffer.from('HTTP/1.1 200')
const chunkedLength = Number.POSITIVE_INFINITY

const isOk = (response: Buffer) =>
  response.compare(okStatusLine, 0, okStatusLine.length, 0, okStatusLine.length) === 0
const endsChunks = (data: Buffer) => data.subarray(-lastChunk.length).equals(lastChunk)

/** The length of a response with its headers, in bytes, read from the headers. */
function responseLength(data: Buffer): number {
  const end = data.indexOf(headEnd)
  const body = /content-length: (\d+)/i.exec(data.toString('latin1', 0, end))?.[1]
  return body === undefined ? chunkedLength : end + headEnd.length + Number(body)
}

process.once('message', (load: CallLoad) => {
  const latencies = new Float64Array(1_000_000)
  let isCounting = false
  let calls = 0
  let failed = 0
  // All connections share this buffer, because received data is inspected at once and not stored.
  const buffer = Buffer.allocUnsafe(1 << 18)
  // Most responses have the length of the previous response and arrive in one piece: their headers
  // are not read.
  let usualLength = 0

  function open(): Socket {
    let began = 0
    let received = 0
    let length = 0
    let good = true
    const send = () => {
      began = performance.now()
      received = 0
      socket.write(load.request, 'latin1')
    }
    const finish = () => {
      if (isCounting) {
        if (calls < latencies.length) latencies[calls] = performance.now() - began
        calls++
        if (!good) failed++
      }
      send()
    }
    const receive = (count: number) => {
      if (received === 0) {
        good = isOk(buffer)
        if (good && count === usualLength) return finish()
        length = responseLength(buffer.subarray(0, count))
      }
      received += count
      const isComplete =
        length === chunkedLength ? endsChunks(buffer.subarray(0, count)) : received >= length
      if (!isComplete) return
      if (received > length) good = false
      usualLength = length === chunkedLength ? 0 : length
      finish()
    }
    const callback = (count: number) => {
      receive(count)
      return true
    }
    const onread = { buffer, callback }
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('connect', send)
    socket.on('error', () => {
      failed++
    })
    return socket
  }

  const sockets = Array.from({ length: load.connections }, open)
  setTimeout(() => {
    isCounting = true
    process.send?.({ kind: 'counting' } satisfies CallMessage)
    const began = performance.now()
    setTimeout(() => {
      isCounting = false
      const took = performance.now() - began
      const counted = latencies.slice(0, calls)
      const doneMessage: CallMessage = { kind: 'done', calls, failed, took, latencies: counted }
      process.send?.(doneMessage, () => process.disconnect())
      for (const socket of sockets) socket.destroy()
    }, load.period)
  }, load.warmUp)
})
