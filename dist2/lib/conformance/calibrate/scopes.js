import { isAccepted, skip } from '../must.js';
import { fullValue, postKey, scopedKey } from '../setup/keys.js';
import { callOperation } from '../setup/operations.js';
import { seen } from './observer.js';
const plan = 'core';
async function asScoped(lab, scope, name) {
    const exchange = await callOperation(lab, name, await scopedKey(lab, scope));
    return exchange ?? skip(`there is nothing to ask ${name} of`);
}
/** Scopes (5.R6, 5.R8). */
export const scopeObservers = {
    'scopes.enforced': {
        plan,
        look: async ({ lab }) => {
            const looks = [
                await asScoped(lab, 'chat', 'agents'),
                await asScoped(lab, 'agents', 'knowledge bases'),
            ];
            return looks.map((exchange) => seen(exchange, isAccepted(exchange) ? 'ignored' : 'enforced'));
        },
    },
    'scopes.unlisted': {
        plan,
        look: async ({ lab }) => {
            const list = await asScoped(lab, 'agents', 'conversations');
            if (list.status === 403)
                return seen(list, 'full');
            const resume = await asScoped(lab, 'agents', 'resume');
            return seen(resume, resume.status === 403 ? 'chat-family' : 'none');
        },
    },
    'scopes.separator': {
        plan,
        look: async ({ lab }) => {
            const signs = { comma: ',', space: ' ', semicolon: ';' };
            const opens = [];
            for (const [option, sign] of Object.entries(signs)) {
                const body = { name: lab.name('key'), scopes: ['agents', 'kb'].join(sign) };
                const value = fullValue((await postKey(lab, body)).json)?.value;
                if (typeof value !== 'string')
                    continue;
                const agents = await callOperation(lab, 'agents', value);
                const bases = await callOperation(lab, 'knowledge bases', value);
                if (agents && bases && isAccepted(agents) && isAccepted(bases)) {
                    opens.push(seen(bases, option));
                }
            }
            return opens;
        },
    },
    'scopes.admin-reach': {
        plan,
        look: async ({ lab }) => {
            const exchange = await asScoped(lab, 'admin', 'agents');
            return seen(exchange, isAccepted(exchange) ? 'all' : 'own');
        },
    },
};
