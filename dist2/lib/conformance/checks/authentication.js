import { control, each, errorCode, isAccepted, must, skip } from '../must.js';
import { bearer } from '../setup/credentials.js';
import { tryCredential } from '../setup/keys.js';
import { goodList, lists } from '../setup/lists.js';
import { asUser, callOperation, operations } from '../setup/operations.js';
import { acceptanceChecks } from './accepted-credentials.js';
import { bodyTokenChecks } from './body-tokens.js';
const smoke = { plan: 'smoke', needs: ['user'] };
const core = { plan: 'core', needs: ['user'] };
const listed = Object.keys(lists);
const others = [
    'agent',
    'create key',
    'enable key',
    'create conversation',
    'update conversation',
    'retrieve',
    'react',
    'dag',
    'inject',
    'resume',
];
// Their requests are not shown, so that ours may be refused for its body before its credential.
const unshown = ['retrieve', 'react', 'dag', 'inject'];
/** The operation without any credential, once it is known to serve the user. */
const anonymous = (lab, name) => lab.once(`${operations[name].says} without a credential`, async () => {
    const user = await asUser(lab, name);
    if (user === undefined)
        skip('nothing is visible to ask it of');
    const isServed = name in lists ? isAccepted(user) : user.status !== 401 && user.status < 500;
    control(isServed, `the user is not served either (${user.status})`);
    const exchange = (await callOperation(lab, name)) ?? skip('nothing is visible to ask it of');
    const isOfTheBody = unshown.includes(name) && [400, 404, 422].includes(exchange.status);
    return isOfTheBody ? skip('its body was judged first; the order is not shown') : exchange;
});
const withoutCredential = (names, judge) => async (lab) => each(names, async (name) => judge(await anonymous(lab, name)));
const missing = [
    {
        ...smoke,
        id: 'credentials.missing-is-401',
        level: 'must',
        rule: 'errors.unauthorized',
        run: withoutCredential(listed, (exchange) => must.status(exchange, 401)),
    },
    {
        ...smoke,
        id: 'credentials.missing-is-unauthorized',
        level: 'must',
        rule: 'errors.unauthorized',
        run: withoutCredential(listed, (exchange) => must.code(exchange, 'unauthorized')),
    },
    {
        ...core,
        id: 'credentials.missing-is-401-everywhere',
        level: 'must',
        rule: 'errors.unauthorized',
        run: withoutCredential(others, (exchange) => must.status(exchange, 401)),
    },
    {
        ...core,
        id: 'credentials.missing-is-unauthorized-everywhere',
        level: 'must',
        rule: 'errors.unauthorized',
        run: withoutCredential(others, (exchange) => must.code(exchange, 'unauthorized')),
    },
];
const keyTail = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf';
const wrong = {
    'a key with another prefix': `xyz_${keyTail}`,
    'a malformed token': 'aaa.bbb.ccc',
    'a key that was never issued': `svc_${keyTail}`,
};
/** The use of a wrong credential, once a good one is known to be accepted there. */
const refusal = (lab, name) => lab.once(`the use of ${name}`, async () => {
    await goodList(lab, 'keys');
    return tryCredential(lab, wrong[name]);
});
const isRejected = (id, rule, name) => ({
    ...smoke,
    id,
    level: 'must',
    rule,
    run: async (lab) => must.refuse(await refusal(lab, name)),
});
const isInvalidToken = (id, rule, name, level = 'must') => ({
    ...smoke,
    id,
    level,
    rule,
    sees: ['errors.invalid-token-status'],
    run: async (lab) => must.code(await refusal(lab, name), 'invalid_token'),
});
const rejected = [
    isRejected('credentials.other-prefix-is-rejected', 'credentials.prefix', 'a key with another prefix'),
    isInvalidToken('credentials.other-prefix-is-an-invalid-token', 'credentials.prefix', 'a key with another prefix'),
    isRejected('credentials.malformed-is-rejected', 'errors.invalid-token', 'a malformed token'),
    isInvalidToken('credentials.malformed-is-an-invalid-token', 'errors.invalid-token', 'a malformed token'),
    isRejected('credentials.unissued-key-is-rejected', 'errors.invalid-token', 'a key that was never issued'),
    isInvalidToken('credentials.unissued-key-is-an-invalid-token', 'errors.invalid-token', 'a key that was never issued', 'should'),
];
/** The use of the expired access token that the run was given. */
const expiredUse = (lab) => lab.once('the use of an expired token', async () => {
    await goodList(lab, 'keys');
    return tryCredential(lab, lab.target.expiredToken ?? skip('no expired token was given'));
});
const expired = [
    {
        id: 'credentials.expired-token-is-rejected',
        level: 'must',
        rule: 'credentials.expiry',
        plan: 'smoke',
        needs: ['user', 'expired-token'],
        run: async (lab) => must.refuse(await expiredUse(lab)),
    },
    {
        id: 'credentials.expired-token-has-a-code-of-the-table',
        level: 'must',
        rule: 'errors.token-expired',
        plan: 'smoke',
        needs: ['user', 'expired-token'],
        // Two rows of the table speak of it.
        run: async (lab) => must.code(await expiredUse(lab), 'token_expired', 'invalid_token'),
    },
    {
        id: 'credentials.expired-token-is-token-expired',
        level: 'should',
        rule: 'errors.token-expired',
        plan: 'smoke',
        needs: ['user', 'expired-token'],
        run: async (lab) => must.code(await expiredUse(lab), 'token_expired'),
    },
];
const observed = [
    {
        id: 'credentials.status-of-invalid-tokens',
        level: 'observe',
        rule: 'errors.invalid-token',
        sees: ['errors.invalid-token-status'],
        fedBy: ['credentials.malformed-is-rejected', 'credentials.expired-token-is-rejected'],
        applies: (exchange) => /^(?:invalid_token|token_expired)$/.test(errorCode(exchange) ?? ''),
        judge: (exchange) => {
            const challenge = exchange.headers.get('www-authenticate');
            const status = `${errorCode(exchange)} ${exchange.status}`;
            return challenge === null ? status : `${status}, WWW-Authenticate: ${challenge}`;
        },
    },
    {
        ...smoke,
        id: 'credentials.other-ways-to-send',
        level: 'observe',
        rule: 'credentials.bearer',
        run: async (lab) => {
            const credential = await bearer(lab);
            const send = async (query, headers) => (await lab.send({ method: 'GET', path: `/api/agents${query}`, headers })).status;
            return {
                'bearer in lower case': await send('', { authorization: `bearer ${credential}` }),
                Basic: await send('', { authorization: `Basic ${credential}` }),
                '?token=': await send(`?token=${encodeURIComponent(credential)}`, {}),
            };
        },
    },
];
/** Which credentials are accepted and which are rejected, and how (5, 7). */
export const authenticationChecks = [
    ...missing,
    ...acceptanceChecks,
    ...rejected,
    ...expired,
    ...bodyTokenChecks,
    ...observed,
];
