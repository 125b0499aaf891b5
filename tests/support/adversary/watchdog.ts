import { Worker } from 'node:worker_threads'

/**
 * Kills this process if one call blocks it for a minute. An endless loop blocks the timers of its
 * own thread, and a test that hangs does not report why.
 */

const timeoutMs = 60_000
const longest = 4000

const watcherCode = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const { count, text, timeoutMs } = workerData
let seen = -1
setInterval(() => {
  const now = Atomics.load(count, 0)
  if (now % 2 === 1 && now === seen) {
    const message = Buffer.from(text).toString('utf8').split('\\0')[0]
    writeSync(2, '\\nNo response within ' + timeoutMs + ' ms: ' + message + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  seen = now
}, timeoutMs)
`

export type Watchdog = {
  /** Marks the start of a call with this description, or its end without one. */
  look(doing?: string): void
  stop(): Promise<number>
}

export function startWatchdog(): Watchdog {
  const count = new Int32Array(new SharedArrayBuffer(4))
  const text = new Uint8Array(new SharedArrayBuffer(longest))
  const worker = new Worker(watcherCode, { eval: true, workerData: { count, text, timeoutMs } })
  worker.unref()
  return {
    look(doing) {
      if (doing !== undefined) {
        text.fill(0)
        text.set(Buffer.from(doing).subarray(0, longest - 1))
      }
      // The counter is odd while a call is running.
      const isBusy = doing !== undefined
      const now = Atomics.load(count, 0)
      if ((now % 2 === 1) !== isBusy) Atomics.add(count, 0, 1)
      else if (isBusy) Atomics.add(count, 0, 2)
    },
    stop: () => worker.terminate(),
  }
}
