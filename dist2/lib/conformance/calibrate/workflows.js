import { member, parseJson } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { Blocked } from '../outcomes.js';
import { bearer } from '../setup/credentials.js';
import { needed } from './aids.js';
import { codeIn, seen } from './observer.js';
const plan = 'full';
/** Workflows, their runs, and the limit of those (4.7, 8). */
export const workflowObservers = {
    'workflows.run-started': {
        plan,
        look: async (view) => {
            const exchange = await run(view);
            const starts = exchange.events.filter(({ event }) => event === 'run_started').length;
            if (starts === 0)
                return skip('the stream has no `run_started`');
            return seen(exchange, starts === 1 ? 'once' : 'twice');
        },
    },
    'workflows.event-moments': {
        plan,
        look: async (view) => {
            const exchange = await run(view);
            return exchange.events.flatMap(({ data }) => {
                const moment = member(parseJson(data), 'ts');
                if (moment === undefined)
                    return [];
                return [seen(exchange, typeof moment === 'number' ? 'epoch' : 'iso')];
            });
        },
    },
    'workflows.batch-counts': {
        plan,
        look: async (view) => {
            // That a run is let through shows that a refusal is for the size of the batch.
            await run(view);
            const exchange = await oversizedBatch(view);
            if (exchange.status === 429)
                return seen(exchange, 'each');
            return isAccepted(exchange) ? seen(exchange, 'once') : skip(`status ${exchange.status}`);
        },
    },
    'errors.limit-codes': {
        plan,
        last: true,
        look: async (view) => {
            const exchange = limitIn(view.lab) ?? (await exhaust(view));
            const code = codeIn(exchange) ?? skip('the 429 has no code');
            return seen(exchange, code === 'rate_limit_exceeded' ? code : 'specific');
        },
    },
};
const runsPerMinute = 10;
/** A request about the workflow that may be run. */
async function askOf({ lab, aids }, verb, body) {
    const id = encodeURIComponent(needed(aids.workflow, '--workflow'));
    const path = `/api/workflows/${id}/${verb}`;
    return { method: 'POST', path, bearer: await bearer(lab), body };
}
/** One run of the workflow, to its end. */
async function run(view) {
    const ask = await askOf(view, 'run', { inputs: {} });
    return view.lab.once('a run of the workflow', async () => {
        const exchange = await view.lab.stream(ask);
        return isAccepted(exchange) ? exchange : skip(`the run answers ${exchange.status}`);
    });
}
/** A batch of more runs than a minute may have. */
async function oversizedBatch(view) {
    const inputs = Array.from({ length: runsPerMinute + 1 }, () => ({}));
    return firstAnswer(view.lab, await askOf(view, 'batch-run', { inputs, max_parallel: 10 }));
}
/** Begins runs until one too many is refused. */
async function exhaust(view) {
    for (let count = 0; count <= runsPerMinute; count += 1) {
        await firstAnswer(view.lab, await askOf(view, 'run', { inputs: {} }));
        const refusal = limitIn(view.lab);
        if (refusal !== undefined)
            return refusal;
    }
    return skip('no limit was met');
}
/** The first answer to a request, busy or not, though the lab asks a busy target again. */
async function firstAnswer(lab, ask) {
    const { length } = lab.exchanges;
    let failure;
    await lab
        .stream(ask, () => true)
        .catch((error) => {
        if (!(error instanceof Blocked))
            throw error;
        failure = error;
    });
    const first = lab.exchanges.slice(length).find((exchange) => exchange.ask === ask);
    if (first !== undefined)
        return first;
    throw failure;
}
/** A refusal of one call too many, by the service and not by what stands before it. */
const limitIn = (lab) => lab.exchanges.find(({ status, json }) => status === 429 && json !== undefined);
