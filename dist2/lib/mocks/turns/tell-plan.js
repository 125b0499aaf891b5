import { interleave } from './interleave.js';
import { approved, lengthOf, outcomeOf } from './tell-loop.js';
import { typed, typingTime } from './typing.js';
const planning = 400;
const analyzing = 300;
const defaultStep = 800;
const settling = 60;
/** One round of a plan: planning, executing with steps side by side, analyzing. */
export function* tellPlan(telling, at, plan, { round, pace }) {
    const phase = (name, when, more) => ({
        at: when,
        event: { event: 'phase', data: { name, round, ...more } },
    });
    yield phase('planning', at, { status: 'start' });
    const planned = at + planning;
    const steps = plan.steps.map((step) => ({
        id: step.id,
        task: step.task,
        deps: step.after ?? [],
        tool_hint: step.calls?.[0]?.tool ?? null,
    }));
    yield phase('planning', planned, { status: 'done', steps });
    yield phase('executing', planned + settling, { status: 'start' });
    const timed = schedule(plan.steps, planned + settling, (thinking) => typed(thinking, pace, telling.chance));
    const told = yield* interleave(timed.map((one) => ({ from: one.began, beats: tellStep(telling, one) })));
    const executed = Math.max(...timed.map(({ ended }) => ended)) + settling;
    const results = told.map(({ result }) => result);
    yield phase('executing', executed, { status: 'done', results });
    yield phase('analyzing', executed, { status: 'start' });
    const analyzed = executed + analyzing;
    const refusal = told.find((step) => step.refusal !== undefined)?.refusal;
    const verdict = refusal === undefined
        ? { achieved: plan.achieved, reasoning: plan.reasoning }
        : {
            achieved: false,
            reasoning: `Without \`${refusal.call.tool}\` the plan stays incomplete.`,
        };
    yield phase('analyzing', analyzed, { status: 'done', confidence: plan.confidence, ...verdict });
    return { at: analyzed + settling, refusal };
}
/** Each step begins once all that it waits for have ended. */
function schedule(steps, from, type) {
    const ended = new Map();
    return steps.map((step) => {
        const began = Math.max(from, ...(step.after ?? []).map((id) => ended.get(id) ?? from));
        const thoughts = type(step.thinking ?? '');
        const end = began + Math.max(step.takes ?? defaultStep, busyFor(step, thoughts));
        ended.set(step.id, end);
        return { step, thoughts, began, ended: end };
    });
}
/** How long a step is at work: it thinks, then makes its calls one after another. */
function busyFor({ calls = [] }, thoughts) {
    const thinking = settling + typingTime(thoughts);
    return calls.reduce((sum, call) => sum + lengthOf(call) + settling, thinking);
}
function* tellStep(telling, { step, thoughts, began, ended }) {
    const beat = (at, data) => ({
        at,
        event: { event: 'step_progress', data: { step_id: step.id, ...data } },
    });
    const { task } = step;
    const started_at = telling.moment(began);
    yield beat(began, { event: 'started', task, started_at });
    let at = began + settling;
    for (const { text, wait } of thoughts) {
        at += wait;
        yield beat(at, { event: 'thinking_delta', thinking_delta: text });
    }
    const { refusal } = yield* tellCalls(telling, at, step.calls ?? [], beat);
    // Not before its time: a step beside this one may hold the turn up, and move all that follows.
    yield { at: ended, event: { cue: 'line' } };
    const outcome = refusal === undefined
        ? { status: step.status ?? 'completed', result: step.result }
        : { status: 'failed', result: `\`${refusal.call.tool}\` was not approved.` };
    const times = {
        started_at,
        completed_at: telling.moment(ended),
        duration: telling.seconds(ended - began),
    };
    yield beat(ended, { event: 'completed', task, ...outcome, ...times });
    return { result: { id: step.id, task, ...outcome, ...times }, refusal };
}
/** The calls of a step, one after another, up to one that is refused. */
function* tellCalls(telling, from, calls, beat) {
    let at = from;
    for (const [index, call] of calls.entries()) {
        const common = {
            event: 'iteration',
            type: 'tool_call',
            iteration: index + 1,
            tool: call.tool,
            input: call.input ?? {},
            reasoning: call.reasoning ?? null,
        };
        yield beat(at, { ...common, status: 'start' });
        const decision = (telling.asksAlways ? yield { at, event: { cue: 'approval', call } } : undefined) ?? approved;
        if (decision.status === 'approved')
            at += lengthOf(call);
        yield beat(at, { ...common, ...outcomeOf(telling, call, decision) });
        if (decision.status !== 'approved')
            return { refusal: { call, decision } };
        at += settling;
    }
    return {};
}
