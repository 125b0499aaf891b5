import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './long-files.ts'

/** Starts the longest test files first, even without figures of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The order of Vitest, which sorts no array.
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(b) - rank(a))
  }
}

/** Files with their own process come before those that share one, as in Vitest's own order. */
const rank = ({ moduleId, project }: TestSpecification): number =>
  project.config.isolate ? Infinity : secondsOf(moduleId)
