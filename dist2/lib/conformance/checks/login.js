import { specifiedLogin } from '../../contract/records/specified.js';
import { at, find, member, parseJson, show } from '../json.js';
import { control, errorCode, isRefusal, must } from '../must.js';
import { login } from '../setup/credentials.js';
import { tryCredential } from '../setup/keys.js';
import { itemsOf } from '../setup/lists.js';
import { unknownRoute } from '../setup/unknown-route.js';
import { object, refuses } from './invalid-input.js';
const smoke = { plan: 'smoke', needs: ['login'] };
// A reserved domain: a wrong password for a real account could lock it.
const stranger = { email: 'nobody@example.invalid', password: 'no-such-password' };
const failedLogin = (lab) => lab.once('a login of a stranger', async () => {
    await login(lab);
    return lab.send({ method: 'POST', path: '/api/auth/login', body: stranger });
});
const verify = (lab, credential) => lab.send({ method: 'GET', path: '/api/auth/verify', bearer: credential });
const hasField = (id, field, rule, sees = []) => ({
    ...smoke,
    id,
    level: 'must',
    rule,
    sees,
    run: async (lab) => {
        const { exchange } = await login(lab);
        must.match(specifiedLogin.shape[field], member(exchange.json, field), exchange, field);
    },
});
/** The `exp` claim of a JWT, in seconds, read without any verification. */
function expiryOf(token) {
    const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    try {
        return at(parseJson(atob(claims)), ['exp']);
    }
    catch {
        // What is no base64 claims nothing.
        return undefined;
    }
}
const answers = [
    {
        ...smoke,
        id: 'login.answers-200',
        level: 'must',
        rule: 'auth.login',
        run: async (lab) => must.status((await must.succeed(login(lab))).exchange, 200),
    },
    hasField('login.access-token-is-a-jwt', 'access_token', 'login-response.access-token'),
    hasField('login.refresh-token-is-a-jwt', 'refresh_token', 'login-response.refresh-token'),
    {
        ...smoke,
        id: 'login.token-type-is-bearer',
        level: 'must',
        rule: 'login-response.token-type',
        sees: ['login.token-type'],
        run: async (lab) => {
            const { exchange } = await login(lab);
            const type = member(exchange.json, 'token_type');
            must.holds(/^bearer$/i.test(String(type)), 'token_type bearer', show(type), exchange);
        },
    },
    {
        ...smoke,
        id: 'login.token-type-is-lower-case',
        level: 'should',
        rule: 'login-response.token-type',
        sees: ['login.token-type'],
        run: async (lab) => {
            const { exchange } = await login(lab);
            must.equal(member(exchange.json, 'token_type'), 'bearer', exchange, 'token_type');
        },
    },
    hasField('login.expires-in-is-7200', 'expires_in', 'login-response.expires-in', [
        'login.expires-in',
    ]),
    hasField('login.user-is-an-object', 'user', 'login-response.user'),
    {
        ...smoke,
        id: 'login.exp-claim-is-two-hours-away',
        level: 'should',
        rule: 'credentials.expiry',
        sees: ['login.expires-in'],
        run: async (lab) => {
            const { exchange, accessToken } = await login(lab);
            const date = exchange.headers.get('date');
            const expiry = expiryOf(accessToken);
            control(date !== null && typeof expiry === 'number', 'no Date header or no exp claim');
            const seconds = expiry - Date.parse(date) / 1000;
            const isRight = Math.abs(seconds - 7200) <= 120;
            must.holds(isRight, 'exp 7200 s (± 120) away', `${Math.round(seconds)} s`, exchange);
        },
    },
    {
        ...smoke,
        id: 'login.access-token-authenticates',
        level: 'must',
        rule: 'credentials.bearer',
        run: async (lab) => {
            const exchange = await tryCredential(lab, (await login(lab)).accessToken);
            must.status(exchange, 200);
            control(itemsOf(exchange) !== undefined, 'the reply is no list of keys');
        },
    },
];
const refusals = [
    {
        ...smoke,
        id: 'login.wrong-password-is-refused',
        level: 'must',
        rule: 'auth.login',
        run: async (lab) => {
            const exchange = await failedLogin(lab);
            const token = find(exchange.json, ({ key }) => key === 'access_token');
            must.holds(token === undefined, 'no access_token', 'an access_token', exchange);
            must.refuse(exchange);
        },
    },
    {
        ...smoke,
        id: 'login.refusal',
        level: 'observe',
        rule: 'auth.login',
        sees: ['errors.login-failed'],
        run: async (lab) => {
            const exchange = await failedLogin(lab);
            return { status: exchange.status, code: errorCode(exchange) ?? null };
        },
    },
];
const input = {
    ...smoke,
    rule: 'auth.login-body',
    control: async (lab) => (await login(lab)).exchange,
};
const post = (body) => () => ({ method: 'POST', path: '/api/auth/login', body });
const inputs = [
    refuses({
        ...input,
        id: 'login.password-is-required',
        breaks: 'password',
        ask: post({ email: stranger.email }),
    }),
    refuses({
        ...input,
        id: 'login.email-is-required',
        breaks: 'email',
        ask: post({ password: stranger.password }),
    }),
    refuses({
        ...input,
        id: 'login.email-is-not-an-object',
        breaks: 'email',
        ask: post({ ...stranger, email: object }),
    }),
    refuses({
        ...input,
        id: 'login.password-is-not-an-object',
        breaks: 'password',
        ask: post({ ...stranger, password: object }),
    }),
];
const verifying = [
    {
        ...smoke,
        id: 'login.verify-accepts-a-valid-token',
        level: 'should',
        rule: 'auth.verify',
        sees: ['operations.auth-verify'],
        run: async (lab) => {
            const exchange = await verify(lab, (await login(lab)).accessToken);
            const isAbsent = isRefusal(exchange) && (await unknownRoute(lab)).matches(exchange);
            must.holds(!isAbsent, 'the route to exist', 'the answer of an unknown route', exchange);
            must.accept(exchange);
        },
    },
    {
        ...smoke,
        id: 'login.verify-refusals',
        level: 'observe',
        rule: 'auth.verify',
        sees: ['operations.auth-verify'],
        run: async (lab) => ({
            'without a token': (await verify(lab)).status,
            'with a malformed token': (await verify(lab, 'aaa.bbb.ccc')).status,
        }),
    },
];
/** Login and the check of tokens (2.7, 4.6). */
export const loginChecks = [...answers, ...refusals, ...inputs, ...verifying];
