import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Loaded into the process that is attacked, before its program: says what it costs. */

/** What a process has used so far. */
export type Usage = {
  /** Seconds of CPU, all threads together. */
  readonly cpu: number
  /** Bytes of memory that it occupied at most. */
  readonly peak: number
  /** Bytes that are reachable; only where asked for, since it collects garbage. */
  readonly heap?: number
}

const kibibyte = 1024

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1e6, peak: peakOfProgram() * kibibyte }
}

/** The highest memory in kibibytes. What Linux says otherwise begins with that of whoever started the process. */
function peakOfProgram(): number {
  const status = '/proc/self/status'
  const [, peak] = existsSync(status)
    ? (/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? [])
    : []
  return peak === undefined ? process.resourceUsage().maxRSS : Number(peak)
}

function heap(): number {
  // Twice: what finalizers release is gone after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed + process.memoryUsage().external
}

process.on('message', (asked) => {
  const held = asked === 'heap' ? { heap: heap() } : {}
  process.send?.({ ...usage(), ...held })
})
// The program ends when it wants to: whether anyone asks is no reason to go on.
process.channel?.unref()
// Whoever started it is gone.
process.on('disconnect', () => process.exit())

const file = process.env['UNDERSTUDY_USAGE_FILE']
if (file !== undefined) process.on('exit', () => writeFileSync(file, JSON.stringify(usage())))
