import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, one of these would leave all cores but its own idle. */
const longest = ['variants', 'examples', 'parity-conformance', 'playwright-fixture', 'parity']

/** Begins with the files that take longest, also where no earlier run could tell. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The order of Vitest, which sorts no array.
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Those with a process of their own come before those that share one, as they do without us. */
function rank({ moduleId, project }: TestSpecification): number {
  if (project.config.isolate) return -1
  const place = longest.indexOf(basename(moduleId, '.test.ts'))
  return place < 0 ? longest.length : place
}
