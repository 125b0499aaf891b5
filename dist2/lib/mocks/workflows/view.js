import { sourceOf } from '../state/visibility.js';
/** A workflow as a user sees it, with the figures of its runs. */
export function workflowView({ world, caller }, workflow) {
    const { total_runs, last_run_at, success_rate } = statsOf(world, workflow.id);
    const source = sourceOf(workflow, caller.user.id);
    return { ...workflow, total_runs, last_run_at, success_rate, source };
}
/** A run as it stands now: what became of its nodes is kept in its record only once it ended. */
export function runView({ runs }, run) {
    const live = runs.get(run.id);
    return live === undefined ? run : { ...run, node_results: live.results() };
}
/** How the runs of a workflow went, those of all users. */
export function statsOf({ store }, workflow) {
    const runs = store.workflowRuns.owned(workflow, 'newest');
    const byStatus = Map.groupBy(runs, ({ status }) => status);
    const count = (status) => byStatus.get(status)?.length ?? 0;
    const completed = count('completed');
    const failed = count('failed');
    const lasted = (byStatus.get('completed') ?? []).map(({ duration_ms }) => duration_ms ?? 0);
    return {
        total_runs: runs.length,
        completed_runs: completed,
        failed_runs: failed,
        cancelled_runs: count('cancelled'),
        active_runs: count('pending') + count('running'),
        success_rate: completed + failed === 0 ? null : completed / (completed + failed),
        average_duration_ms: completed === 0 ? null : Math.round(sum(lasted) / completed),
        last_run_at: runs[0]?.created_at ?? null,
    };
}
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
