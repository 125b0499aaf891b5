import { isAccepted } from './must.js';
import { OverBudget } from './outcomes.js';
/** Counts requests and turns, and allows no more than so many turns. */
export function createBudget(maxTurns = Number.POSITIVE_INFINITY) {
    let requests = 0;
    let turns = 0;
    let overBudget = false;
    // Guarded requests cost nothing on a right server; one that runs them all the same gets no second.
    let isTrusted = true;
    return {
        get spent() {
            return { requests, turns, overBudget };
        },
        async spend(ask, isGuarded, send) {
            const mayStart = startsTurn(ask);
            if (mayStart && turns >= maxTurns && !(isGuarded && isTrusted)) {
                overBudget = true;
                throw new OverBudget(`the budget of ${maxTurns} turns is used up; see --max-turns`);
            }
            requests += 1;
            if (!mayStart)
                return send();
            // Reserved while it is under way, and kept where no answer tells if it began.
            if (!isGuarded)
                turns += 1;
            const exchange = await send();
            const hasBegun = isAccepted(exchange);
            if (hasBegun && isGuarded) {
                turns += 1;
                isTrusted = false;
            }
            if (!hasBegun && !isGuarded)
                turns -= 1;
            return exchange;
        },
    };
}
const turnPaths = new Set(['/api/react', '/api/dag', '/api/auto']);
const startsTurn = ({ method, path }) => method === 'POST' && turnPaths.has(path);
