import { callsOf } from './calls.js';
import { isObstacle } from './busy.js';
import { allChecks } from './checks.js';
import { cleanUp } from './clean-up.js';
import { judged, toResult } from './judgement.js';
import { createMask } from './mask.js';
import { each, skip } from './must.js';
import { missingFlags } from './needs.js';
import { createRecorder } from './recorder.js';
import { toReport } from './report.js';
import { shapesOf } from './shapes.js';
import { systemTime } from './time.js';
/**
 * Judges a target by the checks of a plan, one after another, and removes what it made. Never
 * throws for what the target does; see `exitCode` for what a report amounts to.
 */
export async function runConformance(options) {
    const { target, plan, checks = allChecks, only = [], onProgress } = options;
    const lab = recorderOf(options);
    const run = (check) => judged(check, async () => options.stop?.aborted ? skip('the run was stopped before it') : runActive(check, lab));
    const selected = selectChecks(checks, plan, only);
    const active = selected.filter(isActive);
    const passive = selected.filter(isPassive);
    const judgements = [];
    const note = (judgement) => {
        judgements.push(judgement);
        const { check, verdict } = judgement;
        const result = () => toResult(judgement, createMask(target, lab.exchanges));
        options.onDecided?.({ id: check.id, verdict, result });
    };
    for (const [done, check] of active.entries()) {
        onProgress?.({ done, of: active.length, id: check.id });
        note(await run(check));
    }
    for (const check of feeders(passive, active, selectChecks(checks, plan)))
        await run(check);
    const interrupted = options.stop?.aborted ? { interrupted: true } : {};
    // Before the passive checks: what answers to the clean-up is judged as well.
    const leftovers = await cleanUp(lab);
    for (const check of passive)
        note(await judged(check, () => runPassive(check, lab)));
    const mask = createMask(target, lab.exchanges);
    const report = toReport(target.baseUrl, plan, judgements.map((judgement) => toResult(judgement, mask)), leftovers.map(mask), callsOf(target, lab.exchanges).map((calls) => ({ ...calls, operation: mask(calls.operation) })), lab.spent);
    const shapes = shapesOf(lab.exchanges.filter((exchange) => !isObstacle(exchange)), mask);
    return { ...report, shapes, ...interrupted };
}
/** The way to the target that a run records, with what its options leave out. */
export const recorderOf = (options) => createRecorder({
    target: options.target,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    now: options.now ?? systemTime.now,
    sleep: options.sleep ?? systemTime.sleep,
    grace: options.grace ?? 3000,
    timeout: options.timeout ?? 30_000,
    maxTurns: options.maxTurns,
    rate: options.rate,
    tag: options.tag ?? crypto.randomUUID().slice(0, 8),
    ledger: options.ledger,
    stop: options.stop,
});
/** The checks that a plan holds and whose id one of the globs matches, in the order of a run. */
export function selectChecks(checks, plan, only = []) {
    const affordable = plans.slice(0, plans.indexOf(plan) + 1);
    const patterns = only.map(toPattern);
    return checks.filter((check) => (!isActive(check) || affordable.includes(check.plan)) &&
        (patterns.length === 0 || patterns.some((pattern) => pattern.test(check.id))));
}
/** The plans, cheapest first; each holds the ones before it. */
export const plans = ['smoke', 'core', 'turn', 'full', 'destructive'];
export const isActive = (check) => 'run' in check;
const isPassive = (check) => !isActive(check);
const toPattern = (glob) => new RegExp(`^${glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw `\$&`).replaceAll('*', '.*')}$`);
async function runActive(check, lab) {
    const missing = missingFlags(check, lab.target);
    if (missing !== undefined)
        skip(`needs ${missing}`);
    return check.run(lab);
}
async function runPassive(check, lab) {
    const instances = lab.exchanges.filter((exchange) => !isObstacle(exchange) && check.applies(exchange));
    if (instances.length === 0)
        skip('no reply of this run is of the kind that it judges');
    const seen = await each(instances, (exchange) => check.judge(exchange));
    return check.level === 'observe' ? [...new Set(seen)] : undefined;
}
// A passive check on its own would have no traffic to judge, so those that bring it run unreported.
function feeders(passive, running, checks) {
    if (running.length > 0)
        return [];
    const wanted = new Set(passive.flatMap((check) => check.fedBy ?? []));
    return checks.filter(isActive).filter((check) => wanted.has(check.id));
}
