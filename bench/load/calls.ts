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
      /** Bytes of the body of an answer. */
      readonly bytes: number
    }

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

process.once('message', (order: CallOrder) => {
  const latencies = new Float64Array(1_000_000)
  let counting = false
  let calls = 0
  let wrong = 0
  let bytes = 0

  function open(): Socket {
    const socket = connect(order.port, '127.0.0.1').setNoDelay()
    let began = 0
    let left = 0
    let chunked = false
    const next = () => {
      began = performance.now()
      left = 0
      chunked = false
      socket.write(order.request)
    }
    const finish = (good: boolean) => {
      if (counting) {
        if (calls < latencies.length) latencies[calls] = performance.now() - began
        calls++
        if (!good) wrong++
      }
      next()
    }
    let good = true
    socket.on('connect', next)
    socket.on('data', (data) => {
      if (left === 0 && !chunked) {
        const end = data.indexOf(headEnd)
        const head = data.toString('latin1', 0, end)
        good = head.startsWith('HTTP/1.1 200')
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        chunked = length === undefined
        bytes = Number(length ?? 0)
        left = bytes + end + headEnd.length
      }
      if (chunked) {
        if (data.subarray(-lastChunk.length).equals(lastChunk)) finish(good)
        return
      }
      left -= data.length
      if (left <= 0) finish(good && left === 0)
    })
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
    setTimeout(() => {
      const took = performance.now() - began
      counting = false
      const counted = latencies.slice(0, calls)
      const report: CallReport = { kind: 'done', calls, wrong, took, latencies: counted, bytes }
      process.send?.(report, () => process.disconnect())
      for (const socket of sockets) socket.destroy()
    }, order.period)
  }, order.warmUp)
})
