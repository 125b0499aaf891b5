import { credentialsOf } from '../pipeline/credential.js';
import { peekJwt } from '../state/jwt.js';
import { keyStart } from '../state/keyring.js';
/** Tells whether a name means whoever makes a call, by the credential as it stands there. */
export function callerOf(world, call, matched, body) {
    const sent = credentialsOf(call, matched.operations.get(call.method), body);
    const credential = sent.header?.value ?? sent.body ?? '';
    if (!credential.startsWith(keyStart)) {
        const { email, sub } = peekJwt(credential) ?? {};
        return (name) => name === email || name === sub;
    }
    const id = world.keyring.idOf(credential);
    const key = world.store.keys.get(id ?? '');
    const owner = world.store.users.get(key?.user_id ?? '');
    const names = new Set([id, key?.name, owner?.email, owner?.id]);
    return (name) => names.has(name) || (name.startsWith(keyStart) && credential.startsWith(name));
}
