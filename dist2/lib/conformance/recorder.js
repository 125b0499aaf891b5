import { createBudget } from './budget.js';
import { isBusy, isGatewayPage } from './busy.js';
import { operationOf } from './calls.js';
import { Blocked, Finding, Findings, Obstructed, SetUpFailed, Stopped, Unreachable, } from './outcomes.js';
import { createPace } from './pace.js';
import { createResidueBook } from './residue.js';
import { createRetry } from './retry.js';
import { exchangeWith, reason, wasUnsent } from './transport.js';
// Three silences in a row: the target is gone, and waiting for each check would only cost time.
const silencesUntilGone = 3;
/** The one recorded way to a target. */
export function createRecorder(options) {
    const { target, now, sleep, grace } = options;
    const exchanges = [];
    const setUps = new Map();
    const budget = createBudget(options.maxTurns);
    const retry = createRetry(sleep);
    const pace = createPace(options.rate, now, sleep);
    const residue = createResidueBook(options.tag, options.ledger, options.inherited);
    let silences = 0;
    let silence = '';
    let made = 0;
    let isClosing = false;
    const isStopped = () => options.stop?.aborted === true && !isClosing;
    async function attempt(ask, until) {
        if (isStopped())
            throw new Stopped('the run was stopped');
        if (silences >= silencesUntilGone)
            throw new Unreachable(`the target stopped answering: ${silence}`);
        const expectation = residue.expect(ask);
        const isEnough = (events) => isStopped() || until?.(events) === true;
        const exchange = await answer(ask, isEnough, expectation);
        expectation?.answered(exchange);
        // Half a stream is no evidence of what the target would have sent.
        if (isStopped() && exchange.ended === 'cut')
            throw new Stopped('the run was stopped');
        exchanges.push(exchange);
        return exchange;
    }
    async function answer(ask, until, expectation) {
        try {
            const exchange = await exchangeWith(options, ask, until);
            silences = 0;
            return exchange;
        }
        catch (error) {
            silences += 1;
            silence = reason(error, options.timeout);
            if (wasUnsent(error))
                expectation?.unsent();
            throw new Unreachable(silence, { cause: error });
        }
    }
    async function request(ask, isGuarded, until) {
        const exchange = await retry(async () => {
            await pace();
            return budget.spend(ask, isGuarded, () => attempt(ask, until));
        });
        const sender = isGatewayPage(exchange) ? 'a gateway' : isBusy(exchange) && 'the target';
        if (sender)
            throw new Obstructed(`${operationOf(ask)}: ${exchange.status} from ${sender}`);
        return exchange;
    }
    return {
        target,
        grace,
        exchanges,
        now,
        sleep,
        residue,
        close() {
            isClosing = true;
            silences = 0;
        },
        get spent() {
            return budget.spent;
        },
        stream: (ask, until) => request(ask, false, until),
        send: (ask) => request(ask, true, () => true),
        name: (kind) => `[conformance] ${kind} ${options.tag}-${(made += 1)}`,
        once(name, setUp) {
            const running = setUps.get(name) ?? guarded(name, setUp);
            setUps.set(name, running);
            // The clean-up may need what the stop cut short.
            running.catch((error) => error instanceof Stopped && setUps.delete(name));
            return running;
        },
    };
}
async function guarded(name, setUp) {
    try {
        return await setUp();
    }
    catch (error) {
        if (error instanceof Unreachable || error instanceof Stopped)
            throw error;
        // The root of a chain of set-ups names itself, as an obstacle does; what is above adds nothing.
        if (error instanceof SetUpFailed || error instanceof Obstructed) {
            throw new SetUpFailed(error.message, { cause: error });
        }
        if (!(error instanceof Finding || error instanceof Findings || error instanceof Blocked)) {
            throw error;
        }
        throw new SetUpFailed(`${name}: ${error.message}`, { cause: error });
    }
}
