import { dueAt } from '../turns/play.js';
/** What a run leaves in its record that goes on to its end. */
export function recordOf({ steps, ended, outcome }, tempo) {
    const completed_at = new Date(dueAt(tempo, ended)).toISOString();
    return {
        status: outcome.status,
        outputs: outcome.status === 'completed' ? { ...outcome.outputs } : null,
        error: outcome.status === 'failed' ? outcome.error : null,
        node_results: Object.fromEntries(steps.map((step) => [step.node.id, resultOf(step, tempo)])),
        completed_at,
        duration_ms: Math.round(ended / tempo.speed),
        updated_at: completed_at,
    };
}
/** What became of its nodes until a moment, and how those stand that were under way. */
export const resultsUntil = ({ steps }, tempo, now, underWay) => Object.fromEntries(steps
    .filter(({ began }) => dueAt(tempo, began) <= now)
    .map((step) => {
    const result = resultOf(step, tempo);
    if (dueAt(tempo, step.ended) <= now)
        return [step.node.id, result];
    const open = { ...result, status: underWay, output: null, error: null };
    return [step.node.id, { ...open, completed_at: null, duration_ms: null }];
}));
function resultOf(step, tempo) {
    const started = dueAt(tempo, step.began);
    const completed = dueAt(tempo, step.ended);
    return {
        status: step.status,
        output: step.status === 'completed' ? { ...step.output } : null,
        error: step.status === 'failed' ? step.error : null,
        started_at: new Date(started).toISOString(),
        completed_at: new Date(completed).toISOString(),
        duration_ms: Math.round(completed - started),
    };
}
