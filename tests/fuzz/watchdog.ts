import { Worker } from 'node:worker_threads'

/**
 * Ends this process where one call keeps it busy for a minute: a loop without an end lets no timer of
 * its own thread run, and a test that hangs says nothing about why.
 */

const patienceMs = 60_000
const longest = 4000

/** Looks on from a thread of its own; what is done stands in memory that both share. */
const looking = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const { count, text, patienceMs } = workerData
let seen = -1
setInterval(() => {
  const now = Atomics.load(count, 0)
  if (now % 2 === 1 && now === seen) {
    const said = Buffer.from(text).toString('utf8').split('\\0')[0]
    writeSync(2, '\\nNo answer within ' + patienceMs + ' ms: ' + said + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  seen = now
}, patienceMs)
`

export type Watchdog = {
  /** Says what begins now; the second call with nothing, that it has ended. */
  look(doing?: string): void
  stop(): Promise<number>
}

/** Starts to look on. */
export function startWatchdog(): Watchdog {
  const count = new Int32Array(new SharedArrayBuffer(4))
  const text = new Uint8Array(new SharedArrayBuffer(longest))
  const worker = new Worker(looking, { eval: true, workerData: { count, text, patienceMs } })
  worker.unref()
  return {
    look(doing) {
      if (doing !== undefined) {
        text.fill(0)
        text.set(Buffer.from(doing).subarray(0, longest - 1))
      }
      // Odd while something is done.
      const isBusy = doing !== undefined
      const now = Atomics.load(count, 0)
      if ((now % 2 === 1) !== isBusy) Atomics.add(count, 0, 1)
      else if (isBusy) Atomics.add(count, 0, 2)
    },
    stop: () => worker.terminate(),
  }
}
