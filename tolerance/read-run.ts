import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../contract/json.ts'
import {
  type PinnedProfile,
  type RunCall,
  runFiles,
  type TestResult,
} from '../testing/run/run-document.ts'
import type { Variant } from './variant.ts'

/** What the fakes of a run saw. */
export type RunCoverage = {
  /** The number of requests; beyond a limit not all are counted. */
  readonly calls: number
  /** What the requests showed: `choice=option`, `operation:agents.list`, `fault:<id>`. */
  readonly marks: ReadonlySet<string>
  /** The variants whose faults struck a call from which no client can recover. */
  readonly unfair: ReadonlySet<string>
  /** The profiles that tests set themselves. */
  readonly pinned: readonly string[]
}

/** Reads the requests in the folder of a run, in the order in which each process got them. */
export async function readCalls(folder: string): Promise<readonly RunCall[]> {
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  return lines.filter((line): line is RunCall => !('pinned' in line))
}

/** Reads what the tests of a run reached. */
export async function readCoverage(
  folder: string,
  variants: readonly Variant[],
): Promise<RunCoverage> {
  const marks = new Set<string>()
  const unfair = new Set<string>()
  const pinned = new Set<string>()
  const requests = new Set<string>()
  const lines = await readLines<RunCall | PinnedProfile>(folder, runFiles.calls)
  for (const line of lines) {
    if ('pinned' in line) {
      pinned.add(line.pinned)
      continue
    }
    const { shown, endpoint, status, faults } = line
    requests.add(`${line.world}\n${line.number}\n${line.time}`)
    for (const mark of shown) marks.add(mark)
    if (endpoint !== null && status !== null && status < 300) marks.add(`operation:${endpoint}`)
    for (const fault of faults) {
      marks.add(`fault:${fault}`)
      const variant = variants.find((one) => one.faults.some(({ id }) => id === fault))
      if (variant?.isFair?.(line) === false) unfair.add(variant.id)
    }
  }
  return { calls: requests.size, marks, unfair, pinned: [...pinned] }
}

/** Reads the results that the reporters for Vitest and Playwright wrote. */
export const readReported = (folder: string): Promise<readonly TestResult[]> =>
  readLines<TestResult>(folder, runFiles.results)

/** The lines of all files of a kind. A line that a killed process did not finish is left out. */
async function readLines<Line extends object>(folder: string, kind: RegExp): Promise<Line[]> {
  const names = (await readdir(folder)).filter((name) => kind.test(name)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => parseJson(line, undefined))
    .filter((line): line is Line => typeof line === 'object' && line !== null)
}
