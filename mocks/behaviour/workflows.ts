import type { Choose } from './choose.ts'

/** What differs about workflows. */
export const compileWorkflows = (choose: Choose) => ({
  /** How many runs of the minute a batch is, by its size. */
  startsOfBatch: choose('workflows.batch-counts', {
    once: () => 1,
    each: (size: number) => size,
  }),
})
