import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long test files: if one of them started last, the other cores would be idle. */
const longest = ['variants', 'examples', 'parity-conformance', 'playwright-fixture', 'parity']

/** Starts with the longest test files, also without figures of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The order of Vitest, which sorts no array.
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Files with their own process come before those that share one, as in Vitest's own order. */
function rank({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1
  const place = longest.indexOf(basename(moduleId, '.test.ts'))
  return place < 0 ? longest.length : place
}
