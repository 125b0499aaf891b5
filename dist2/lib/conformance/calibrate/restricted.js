import { member } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { lists } from '../setup/lists.js';
import { question } from '../stream/turns.js';
import { needed } from './aids.js';
import { seen } from './observer.js';
const plan = 'core';
/** How an account is refused that is restricted (7). */
export const restrictedObservers = {
    'login.restricted-account': {
        plan,
        look: async ({ lab, aids }) => {
            const flags = '--restricted-email and --restricted-password';
            const email = needed(aids.restrictedEmail, flags);
            const body = { email, password: needed(aids.restrictedPassword, flags) };
            const exchange = await lab.send({ method: 'POST', path: '/api/auth/login', body });
            if (exchange.status === 403)
                return seen(exchange, 'login');
            const token = member(exchange.json, 'access_token');
            if (!isAccepted(exchange) || typeof token !== 'string')
                skip(`status ${exchange.status}`);
            const use = await lab.send({ method: 'GET', path: lists.agents, bearer: token });
            return isAccepted(use) ? skip('that account is not restricted') : seen(use, 'later');
        },
    },
    'login.restricted-on-chat': {
        plan,
        look: async ({ lab, aids }) => {
            const token = needed(aids.restrictedKey, '--restricted-key');
            const elsewhere = await lab.send({ method: 'GET', path: lists.agents, bearer: token });
            if (elsewhere.status !== 403)
                skip(`status ${elsewhere.status}: not of a restricted account`);
            const body = { q: question, token };
            const ask = { method: 'POST', path: '/api/react', bearer: token, body };
            const exchange = await lab.send(ask);
            if (exchange.status === 403)
                return seen(exchange, 'forbidden');
            return exchange.status === 401
                ? seen(exchange, 'unauthorized')
                : skip(`status ${exchange.status}`);
        },
    },
};
