import { respondBody } from '../bodies/confirmations.js';
/** What the operations in `endpoints/confirmations.ts` take. */
export const confirmationsInputs = {
    'confirmations.respond': { body: respondBody },
};
