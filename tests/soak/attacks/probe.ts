import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Loaded into the attacked process before its program: reports CPU and memory. */

/** The CPU and memory of a process so far. */
export type Usage = {
  /** Seconds of CPU of all threads. */
  readonly cpu: number
  /** Peak memory in bytes. */
  readonly peak: number
  /** Reachable bytes; only on request, because it runs a garbage collection. */
  readonly heap?: number
}

const kibibyte = 1024

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1e6, peak: peakOfProgram() * kibibyte }
}

/** Peak memory in kibibytes. `maxRSS` on Linux starts with that of the parent process, so `/proc` is preferred. */
function peakOfProgram(): number {
  const status = '/proc/self/status'
  const [, peak] = existsSync(status)
    ? (/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? [])
    : []
  return peak === undefined ? process.resourceUsage().maxRSS : Number(peak)
}

function heap(): number {
  // Collects garbage twice: the second collection frees what finalizers of the first have released.
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().external
}

process.on('message', (asked) => {
  const held = asked === 'heap' ? { heap: heap() } : {}
  process.send?.({ ...usage(), ...held })
})
// The channel to the parent must not keep the program running.
process.channel?.unref()
// The parent process has exited.
process.on('disconnect', () => process.exit())

const file = process.env['UNDERSTUDY_USAGE_FILE']
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(usage())))
