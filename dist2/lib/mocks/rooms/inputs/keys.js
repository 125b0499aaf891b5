import * as z from 'zod/mini';
import { createKeyBody } from '../../../contract/bodies.js';
import { keysInputs } from '../../../contract/inputs/keys.js';
/** What operations on keys take: the expiry of a new one goes by several names. */
export function keysInputsOf({ keys: { expiryField } }) {
    if (expiryField === 'expires_at')
        return keysInputs;
    const { expires_at } = createKeyBody.shape;
    const rest = z.omit(createKeyBody, { expires_at: true });
    return { ...keysInputs, 'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) } };
}
