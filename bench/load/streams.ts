import { connect } from 'node:net'

/** A process that reads many streams of events at once, each on a connection of its own. */

/** What it is told. */
export type StreamOrder = {
  readonly port: number
  /** One whole request for each stream, as it goes over the wire. */
  readonly requests: readonly string[]
  /** Milliseconds over which the requests are spread. */
  readonly spread: number
  /** When each event of a stream is due, in milliseconds after its request. */
  readonly due: readonly number[]
}

/** What it tells: milliseconds for each event of each stream; `NaN` where it never came. */
export type StreamReport = {
  /** How long after its request the first event of each stream came. */
  readonly first: Float64Array
  /** How much later than due each event came, stream after stream. */
  readonly late: Float64Array
  /** How long after its request the last event of each stream came. */
  readonly total: Float64Array
  readonly complete: number
  /** From the first request to the last event. */
  readonly took: number
  /** Seconds of CPU that reading took: whether the reader was the limit. */
  readonly cpu: number
}

/** What ends an event. */
const frameEnd = Buffer.from('\n\n')
const newline = 10
/** Streams that have not ended so long after the last one was due are given up. */
const patience = 30_000

process.once('message', ({ port, requests, spread, due }: StreamOrder) => {
  const frames = due.length
  const first = new Float64Array(requests.length).fill(Number.NaN)
  const total = new Float64Array(requests.length).fill(Number.NaN)
  const late = new Float64Array(requests.length * frames).fill(Number.NaN)
  let ended = 0
  let complete = 0
  const began = performance.now()
  const overdue = setTimeout(finish, patience + spread + (due.at(-1) ?? 0))

  function finish(): void {
    clearTimeout(overdue)
    const took = performance.now() - began
    const { user, system } = process.cpuUsage()
    const cpu = (user + system) / 1e6
    const report: StreamReport = { first, late, total, complete, took, cpu }
    // What has not ended ends with this process.
    process.send?.(report, () => process.exit())
  }

  function open(index: number): void {
    const start = performance.now()
    let seen = 0
    let halfEnd = false
    const socket = connect(port, '127.0.0.1')
    socket.write(requests[index] ?? '')
    socket.on('data', (data) => {
      const after = performance.now() - start
      const note = () => {
        if (seen === 0) first[index] = after
        if (seen < frames) late[index * frames + seen] = after - (due[seen] ?? 0)
        seen++
      }
      if (halfEnd && data[0] === newline) note()
      let at = data.indexOf(frameEnd)
      while (at >= 0) {
        note()
        at = data.indexOf(frameEnd, at + frameEnd.length)
      }
      halfEnd = data.at(-1) === newline && data.at(-2) !== newline && data.at(-2) !== 13
      if (seen < frames) return
      total[index] = after
      if (seen === frames) complete++
      socket.resetAndDestroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (++ended === requests.length) finish()
    })
  }

  let opened = 0
  function openDue(): void {
    const share = spread === 0 ? 1 : (performance.now() - began) / spread
    const most = Math.min(requests.length, Math.ceil(share * requests.length))
    while (opened < most) open(opened++)
    if (opened < requests.length) setTimeout(openDue, 1)
  }
  openDue()
})
