import { ApiError } from '../api-error.js';
import { peekJwt } from '../state/jwt.js';
import { keyStart, tagOf } from '../state/keyring.js';
import { WorldError } from '../state/world-error.js';
import { credentialsOf } from './credential.js';
/**
 * The world of a call: named by header, by path, or by the credential itself, else `default`. Where
 * there is a host, it is one that was made before. Throws an `ApiError` or a `WorldError`.
 */
export function resolveWorld(worlds, call, matched, body, host) {
    const named = call.header('x-understudy-world') ?? matched.worldName;
    if (named !== undefined && named !== '')
        return host === undefined ? worlds.get(named) : (worlds.existing(named) ?? refuseHomeless());
    const credentials = credentialsOf(call, matched.operations.get(call.method), body);
    const credential = credentials.header?.value ?? credentials.body;
    const found = credential === undefined ? undefined : home(worlds, credential);
    return found ?? (host === undefined ? worlds.get() : refuseHomeless());
}
function refuseHomeless() {
    throw new ApiError('credential-missing', 'Each visitor of this server has a world of their own, and this call leads to none that is there: ' +
        'open the page of the server, and call at the base URL that it shows, or with a key of that world.');
}
/** The world that issued a credential, if it is there; what is not ours has none. */
function home(worlds, credential) {
    return credential.startsWith(keyStart)
        ? worlds.tagged(tagOf(credential))
        : worlds.existing(peekJwt(credential)?.world);
}
/** Answers a call that no world answers, as the deployment writes its errors. */
export function refuseWorld(error, behaviour) {
    if (error instanceof ApiError)
        return behaviour(undefined).wire.failure(error);
    if (!(error instanceof WorldError))
        throw error;
    const condition = error.problem === 'name' ? 'request-senseless' : 'overloaded';
    return behaviour(undefined).wire.failure(new ApiError(condition, error.message));
}
