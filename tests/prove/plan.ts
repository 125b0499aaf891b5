import { globSync } from 'node:fs'
import { secondsOf } from '../support/long-files.ts'
import type { Share } from './sweeps.ts'

/** A part of the proof: a share of the sweeps, and a list of complete test files. */
export type Part = {
  /** The name of the part, such as `3/8`. */
  readonly name: string
  readonly sweeps: Share
  readonly files: readonly string[]
}

/** The number of parts of a whole proof; each takes about seven minutes on two cores. */
export const partCount = 8

/** All test files, and all sweeps, in parts of about the same length. */
export function planProof(): readonly Part[] {
  const files = globSync('tests/**/*.test.ts', { exclude: ['tests/toolchains/**'] })
  const parts = Array.from({ length: partCount }, () => ({ seconds: 0, files: [] as string[] }))
  // The longest first, each to the part with the shortest time so far.
  const longestFirst = files.toSorted().toSorted((a, b) => secondsOf(b) - secondsOf(a))
  for (const file of longestFirst) {
    const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a))
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return parts.map(({ files: mine }, index) => ({
    name: `${index + 1}/${partCount}`,
    sweeps: { index, of: partCount },
    files: mine.toSorted(),
  }))
}
