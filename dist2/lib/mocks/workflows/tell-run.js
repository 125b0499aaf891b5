/** A run as events in the order of their time, from `run_started` to `end`. */
export function* tellRun(enactment, telling) {
    const { lasts, ...what } = telling;
    const start = { ...what, status: 'running' };
    yield { at: 0, event: { event: 'run_started', data: start } };
    const beats = enactment.steps.flatMap((step) => tellStep(step, lasts));
    yield* beats.toSorted((a, b) => a.at - b.at);
    const { outcome, ended: at } = enactment;
    const common = { run_id: telling.run_id, duration_ms: lasts(at) };
    if (outcome.status === 'completed')
        yield { at, event: { event: 'run_completed', data: { ...common, ...outcome } } };
    else
        yield { at, event: { event: 'run_failed', data: { ...common, ...outcome } } };
    yield { at, event: { event: 'end', data: {} } };
}
function tellStep(step, lasts) {
    const node = { node_id: step.node.id, node_type: step.node.type };
    const { began, ended } = step;
    if (step.status === 'skipped') {
        const data = { ...node, reason: 'No branch leads here in this run.' };
        return [{ at: began, event: { event: 'node_skipped', data } }];
    }
    const started = { ...node, label: step.label };
    const begins = { at: began, event: { event: 'node_started', data: started } };
    if (step.status === 'cancelled')
        return [begins];
    const common = { ...node, duration_ms: lasts(ended - began) };
    const event = step.status === 'failed'
        ? { event: 'node_failed', data: { ...common, error: step.error } }
        : { event: 'node_completed', data: { ...common, output: { ...step.output } } };
    return [begins, { at: ended, event }];
}
