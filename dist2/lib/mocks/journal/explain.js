import { everyone, settingsId } from '../state/store.js';
import { byCall } from './cause.js';
import * as credential from './explain-credential.js';
import { explainMissingRecord, explainNotPermitted } from './explain-record.js';
import { explainUnknownRoute } from './explain-route.js';
import { maskKey, maskText } from './mask.js';
import { conditionOf } from './refusal.js';
/** Characters of an explanation. */
const mostCharacters = 1000;
/** Why a call was refused: a sentence with the cause where it is known, for developers only. */
export function explain(refusal) {
    const { error } = refusal;
    const said = error instanceof Error ? error.message : String(error);
    const why = causes[conditionOf(error)](refusal) ?? said;
    return maskText(why.length > mostCharacters ? `${why.slice(0, mostCharacters)}…` : why);
}
/** The message of the error says it all. */
const asSaid = () => undefined;
const causes = {
    'credential-missing': credential.explainMissingCredential,
    'credential-malformed': credential.explainMalformed,
    'key-disabled': credential.explainDisabledKey,
    'key-unknown': credential.explainUnknownKey,
    'key-expired': credential.explainExpired,
    'token-expired': credential.explainExpired,
    'token-revoked': credential.explainRevokedToken,
    'account-restricted': explainRestricted,
    'scope-missing': explainScope,
    'admin-only': ({ visit }) => `${visit?.caller.user.email} is no administrator`,
    'not-permitted': explainNotPermitted,
    'login-failed': explainLogin,
    'refresh-refused': credential.explainRefresh,
    'resource-missing': explainMissingRecord,
    'conversation-missing': explainMissingRecord,
    'turn-missing': explainMissingTurn,
    'cursor-invalid': asSaid,
    'turn-not-running': asSaid,
    'inject-elsewhere': explainMissingRecord,
    'turn-running': asSaid,
    'page-beyond-end': asSaid,
    'state-conflict': asSaid,
    'request-senseless': asSaid,
    'quota-exceeded': asSaid,
    'rate-limited': asSaid,
    'signature-wrong': asSaid,
    'body-unreadable': asSaid,
    'body-not-json': asSaid,
    'body-type-unsupported': asSaid,
    'body-too-large': asSaid,
    'route-unknown': explainUnknownRoute,
    'method-unknown': asSaid,
    maintenance: ({ world }) => `the platform is under maintenance, switched on${byCall(world, 'settings', settingsId)}`,
    overloaded: asSaid,
    crash: ({ error }) => `the fake crashed: ${String(error)}`,
    invalid: asSaid,
};
function explainScope({ visit, error }) {
    const key = visit?.caller.key;
    const prefix = visit?.world.keyring.prefixOf(key?.id ?? '') ?? '';
    return `${error.message} It is \`${maskKey(prefix)}\`, called “${key?.name}”.`;
}
function explainRestricted({ visit, world, body }) {
    const { email: given } = (body.value ?? {});
    const user = visit?.knownCaller?.user ?? userBy(world, given);
    const author = byCall(world, 'users', user?.id ?? '');
    return `the account ${user?.email} is restricted${author && `, last changed${author}`}`;
}
function explainLogin({ world, body }) {
    const { email } = body.value;
    const user = userBy(world, email);
    if (user === undefined)
        return `there is no user ${email} in world \`${world.name}\``;
    const author = byCall(world, 'users', user.id);
    return `the password of ${email} is wrong${author && `; the account was last changed${author}`}`;
}
const userBy = ({ store }, email) => store.users.owned(everyone, 'oldest').find((one) => one.email === email);
function explainMissingTurn({ world, visit, error }) {
    const running = world.running.newestOf(visit?.found?.id ?? '');
    const { message } = error;
    return running === undefined ? message : `${message} One is running, which is not stored yet.`;
}
