import { connect } from 'node:net'

/** The task of a process that reads many event streams, each on its own connection. */

export type StreamLoad = {
  readonly port: number
  /** One complete request for each stream, as bytes on the wire. */
  readonly requests: readonly string[]
  /** Milliseconds over which the requests are spread. */
  readonly spread: number
  /** Milliseconds after the request at which each event of a stream is due. */
  readonly dueTimes: readonly number[]
}

/** The result. An event that never arrived is `NaN`. */
export type StreamTimes = {
  /** The lateness of each event in milliseconds. The events of a stream are next to each other. */
  readonly late: Float64Array
  readonly complete: number
}

const frameEnd = Buffer.from('\n\n')
const newline = 10
/** Milliseconds after the last due time at which open streams count as incomplete. */
const timeout = 30_000

process.once('message', ({ port, requests, spread, dueTimes }: StreamLoad) => {
  const frames = dueTimes.length
  const late = new Float64Array(requests.length * frames).fill(Number.NaN)
  let closedCount = 0
  let complete = 0
  const began = performance.now()
  const timer = setTimeout(finish, timeout + spread + (dueTimes.at(-1) ?? 0))

  function finish(): void {
    clearTimeout(timer)
    const times: StreamTimes = { late, complete }
    // Exiting closes the streams that are still open.
    process.send?.(times, () => process.exit())
  }

  function open(index: number): void {
    const start = performance.now()
    let received = 0
    let endsInNewline = false
    const socket = connect(port, '127.0.0.1')
    socket.write(requests[index] ?? '')
    socket.on('data', (data) => {
      const elapsed = performance.now() - start
      const countFrame = () => {
        if (received < frames) late[index * frames + received] = elapsed - (dueTimes[received] ?? 0)
        received++
      }
      // The two newlines at the end of a frame may arrive in two pieces of data.
      if (endsInNewline && data[0] === newline) countFrame()
      for (let at = data.indexOf(frameEnd); at >= 0; at = data.indexOf(frameEnd, at + 2))
        countFrame()
      endsInNewline = data.at(-1) === newline && data.at(-2) !== newline && data.at(-2) !== 13
      if (received < frames) return
      if (received === frames) complete++
      socket.resetAndDestroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (++closedCount === requests.length) finish()
    })
  }

  let openedCount = 0
  function openDue(): void {
    const share = spread === 0 ? 1 : (performance.now() - began) / spread
    const due = Math.min(requests.length, Math.ceil(share * requests.length))
    while (openedCount < due) open(openedCount++)
    if (openedCount < requests.length) setTimeout(openDue, 1)
  }
  openDue()
})
