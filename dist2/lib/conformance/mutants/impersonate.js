import { isObject } from '../json.js';
import { changed } from './call.js';
import { onCall } from './kit.js';
import { remembering } from './memory.js';
/**
 * Lets refused calls in: where `behind` names a credential, a 401, 403 or 404 is answered as if
 * that credential had been sent.
 */
export const letIn = (route, behind) => remembering((memory) => onCall(route, async (call, next, hit) => {
    const response = await next(call.request.clone());
    const credential = behind(call, memory);
    if (credential === undefined || ![401, 403, 404].includes(response.status))
        return response;
    hit();
    return next(inTheNameOf(call, credential));
}));
/** Answers everyone, or those whose call qualifies, as if the first user had asked. */
export const asFirstUser = (route, wanted = () => true) => remembering(({ tokens }) => onCall(route, async (call, next, hit) => {
    const [first] = tokens;
    const isAnother = first !== undefined && call.bearer !== first && isToken(call);
    if (!isAnother || !wanted(call))
        return next(call.request);
    hit();
    return next(inTheNameOf(call, first));
}));
/** Whether the credential is an access token, not an API key. */
export const isToken = ({ bearer }) => bearer !== undefined && !bearer.startsWith('svc_');
function inTheNameOf(call, credential) {
    const hasToken = isObject(call.body) && 'token' in call.body;
    const body = hasToken ? { ...Object(call.body), token: credential } : call.body;
    return changed(call, { bearer: credential, body });
}
