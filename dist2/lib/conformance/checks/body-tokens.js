import { control, must } from '../must.js';
import { bearer } from '../setup/credentials.js';
import { fullKey } from '../setup/keys.js';
import { goodList } from '../setup/lists.js';
import { asUser, probeTurn } from '../setup/operations.js';
const core = { plan: 'core', needs: ['user'] };
const wrong = 'xyz_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf';
/** Fails where a credential does not count; a target that validates first cannot show it. */
async function counts(lab, name, credential) {
    await goodList(lab, 'keys');
    const without = await lab.once(`a probe of ${name} without a credential`, () => probeTurn(lab, name, {}));
    control(without.status === 401, `${name} judges the body before the credential`);
    const exchange = await probeTurn(lab, name, credential);
    must.holds(exchange.status !== 401, 'anything but 401', 'status 401', exchange);
}
const readsToken = (name) => ({
    ...core,
    id: `credentials.${name}-reads-the-body-token`,
    level: 'must',
    rule: 'chat.body-token',
    sees: ['auth.body-token'],
    run: async (lab) => counts(lab, name, { token: await bearer(lab) }),
});
const readsHeader = (name) => ({
    ...core,
    id: `credentials.${name}-reads-the-header`,
    level: 'must',
    rule: 'chat.header',
    sees: ['auth.chat-header'],
    run: async (lab) => counts(lab, name, { bearer: await bearer(lab) }),
});
/** Sends a turn with a wrong body token; a stream that starts all the same is cut at once. */
async function judgeWrongToken(lab) {
    const user = await asUser(lab, 'react');
    control(user?.status !== 401 && user?.status !== 403, 'the user is rejected as well');
    const body = { q: 'What can you help me with?', token: wrong };
    const exchange = await lab.send({ method: 'POST', path: '/api/react', body });
    must.status(exchange, 400, 401, 403);
    control(exchange.status !== user?.status, 'the invalid turn of the user is refused alike');
}
/** The credential in the body of react and dag (5.R2), shown without ever starting a turn. */
export const bodyTokenChecks = [
    readsToken('react'),
    readsToken('dag'),
    readsHeader('react'),
    readsHeader('dag'),
    {
        ...core,
        id: 'credentials.wrong-body-token-is-rejected',
        level: 'must',
        rule: 'chat.body-token',
        run: judgeWrongToken,
    },
    {
        ...core,
        id: 'credentials.body-token-may-be-a-key',
        level: 'should',
        rule: 'chat.body-token',
        sees: ['auth.body-token'],
        run: async (lab) => counts(lab, 'react', { token: await fullKey(lab) }),
    },
    {
        ...core,
        id: 'credentials.header-or-body-token-wins',
        level: 'observe',
        rule: 'chat.body-token',
        sees: ['auth.body-token', 'auth.chat-header'],
        run: async (lab) => {
            const good = await bearer(lab);
            const goodHeader = await probeTurn(lab, 'react', { bearer: good, token: wrong });
            const goodToken = await probeTurn(lab, 'react', { bearer: wrong, token: good });
            return {
                'good header, wrong token': goodHeader.status,
                'wrong header, good token': goodToken.status,
            };
        },
    },
];
