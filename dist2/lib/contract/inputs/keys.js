import { createKeyBody, keyActiveBody, pageQuery } from '../bodies.js';
/** What the operations in `endpoints/keys.ts` take. */
export const keysInputs = {
    'keys.list': { query: pageQuery },
    'keys.create': { body: createKeyBody },
    'keys.set-active': { body: keyActiveBody },
};
