import { listAt } from '../page.js';
import { followRun } from '../streams/runs.js';
/** Workflows and their runs. */
export function workflowsOf(caller) {
    const path = '/api/workflows';
    const { request } = caller;
    const pathOf = (id) => `${path}/${encodeURIComponent(id)}`;
    const runPath = (id, runId) => `${pathOf(id)}/runs/${encodeURIComponent(runId)}`;
    return {
        ...listAt(caller, path),
        read: (id, options) => request('GET', pathOf(id), options),
        create: (fields, options) => request('POST', path, { ...options, body: fields }),
        update: (id, change, options) => request('PUT', pathOf(id), { ...options, body: change }),
        delete: async (id, options) => {
            await request('DELETE', pathOf(id), options);
        },
        stats: (id, options) => request('GET', `${pathOf(id)}/stats`, options),
        /** Runs it, and tells what happens as it happens; a run that is left goes on. */
        run: (id, wish = {}, options) => followRun(caller, `${pathOf(id)}/run`, wish, options),
        /** What a run would do, without running it. */
        plan: (id, wish = {}, options) => request('POST', `${pathOf(id)}/run`, {
            ...options,
            body: { ...wish, dry_run: true },
        }),
        /** Runs it with up to 100 sets of inputs; answers when all have ended. */
        batch: (id, wish, options) => request('POST', `${pathOf(id)}/batch-run`, { ...options, body: wish }),
        /** The runs of a workflow. */
        runs: (id) => listAt(caller, `${pathOf(id)}/runs`),
        readRun: (id, runId, options) => request('GET', runPath(id, runId), options),
        cancelRun: (id, runId, options) => request('POST', `${runPath(id, runId)}/cancel`, options),
    };
}
