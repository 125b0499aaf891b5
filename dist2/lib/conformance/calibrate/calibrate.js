import { choiceIds, choices } from '../../contract/choices.js';
import { hiderOf, hidersOf } from '../../contract/hidden.js';
import { cleanUp } from '../clean-up.js';
import { createMask } from '../mask.js';
import { skip } from '../must.js';
import { plans, recorderOf } from '../runner.js';
import { OverBudget, Skipped } from '../outcomes.js';
import { Needed } from './aids.js';
import { observers } from './observers.js';
/**
 * Observes each choice of the table on a target and removes what that made. Never throws for what
 * the target does: what it does not show is listed as masked or unknown, with what hides it.
 */
export async function calibrate(options) {
    const { target, plan } = options;
    const lab = recorderOf(options);
    const finds = new Map();
    const found = new Map();
    const find = (id) => {
        const running = finds.get(id) ?? (options.stop?.aborted ? stopped : observe(id, plan, view));
        finds.set(id, running);
        void running.then((result) => found.set(id, result));
        return running;
    };
    const view = {
        lab,
        aids: options.aids ?? {},
        async option(id) {
            const other = await find(id);
            return other.state === 'seen' ? other.pick.option : skip(`hangs on ${id}`);
        },
    };
    const wanted = gentlestFirst.filter((id) => options.only?.includes(id) ?? true);
    for (const id of wanted) {
        const { state } = await find(id);
        // What hides a choice may hang on it itself, so that is asked once it was not seen.
        if (state === 'unseen')
            for (const other of hidersOf(id))
                await find(other);
    }
    const leftovers = await cleanUp(lab);
    const mask = createMask(target, lab.exchanges, {
        '<RESTRICTED_PASSWORD>': view.aids.restrictedPassword,
        '<RESTRICTED_KEY>': view.aids.restrictedKey,
    });
    const optionOf = (id) => {
        const result = found.get(id);
        return result?.state === 'seen' ? result.pick.option : undefined;
    };
    const observations = choiceIds.flatMap((id) => {
        const result = found.get(id);
        if (result === undefined)
            return [];
        // Of what was never looked at, nobody knows whether it hides anything.
        const isSure = hidersOf(id).every((other) => found.get(other)?.state !== 'unknown');
        const by = result.state === 'unseen' && isSure ? hiderOf(id, optionOf) : undefined;
        return [by === undefined ? shown(id, result, mask) : { id, state: 'masked', by }];
    });
    const picks = Object.fromEntries(observations.flatMap((each) => (each.state === 'seen' ? [[each.id, each.pick]] : [])));
    return {
        target: target.baseUrl,
        profile: { name: 'calibrated', picks, at: {} },
        observations,
        leftovers: leftovers.map(mask),
        spent: lab.spent,
    };
}
const observerOf = (id) => observers[id];
const gentlestFirst = choiceIds.toSorted((a, b) => Number(observerOf(a).last ?? false) - Number(observerOf(b).last ?? false));
const stopped = Promise.resolve({
    state: 'unknown',
    reason: 'the run was stopped before it',
});
async function observe(id, plan, view) {
    const observer = observerOf(id);
    if (plans.indexOf(observer.plan) > plans.indexOf(plan)) {
        return { state: 'unknown', reason: `needs --plan ${observer.plan}` };
    }
    try {
        for (const [other, allowed] of Object.entries(choices[id].when ?? {})) {
            const option = await view.option(other);
            if (!allowed.includes(option))
                skip(`does not apply where ${other} is ${option}`);
        }
        return concluded([await observer.look(view)].flat());
    }
    catch (error) {
        // One observer that fails must not cost the others; its reason stands in the calibration.
        const reason = error instanceof Error ? error.message : String(error);
        return { state: isInVain(error) ? 'unseen' : 'unknown', reason };
    }
}
/** Whether it was looked for, and no reply told; else something stood in the way. */
const isInVain = (error) => error instanceof Skipped && !(error instanceof OverBudget || error instanceof Needed);
/** One option from all looks, else the conflict between them. */
function concluded(looks) {
    const byPick = Map.groupBy(looks, ({ option, value }) => value === undefined ? option : `${option}: ${String(value)}`);
    const [first] = looks;
    if (first === undefined)
        return { state: 'unseen', reason: 'no reply showed it' };
    if (byPick.size > 1)
        return { state: 'conflict', looks: byPick };
    const { option, value } = first;
    const pick = value === undefined ? { option } : { option, value };
    return { state: 'seen', pick, from: looks.map(({ from }) => from) };
}
function shown(id, found, mask) {
    if (found.state === 'seen') {
        const confidence = new Set(found.from).size > 1 ? 'repeated' : 'single';
        return { id, state: 'seen', pick: found.pick, confidence, evidence: lines(found.from, mask) };
    }
    if (found.state === 'conflict') {
        const seen = [...found.looks].map(([option, looks]) => [
            option,
            lines(looks.map(({ from }) => from), mask),
        ]);
        return { id, state: 'conflict', seen: Object.fromEntries(seen) };
    }
    return { id, state: 'unknown', reason: mask(found.reason) };
}
const mostLines = 3;
const lines = (exchanges, mask) => [
    ...new Set(exchanges.map(({ ask, status }) => mask(`${ask.method} ${ask.path}: ${status}`))),
].slice(0, mostLines);
