/** What differs about workflows. */
export const compileWorkflows = (choose) => ({
    /** How many runs of the minute a batch is, by its size. */
    startsOfBatch: choose('workflows.batch-counts', {
        once: () => 1,
        each: (size) => size,
    }),
});
