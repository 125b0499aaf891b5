import { loginBody, refreshBody } from '../bodies.js';
/** What the operations in `endpoints/auth.ts` take. */
export const authInputs = {
    'auth.login': { body: loginBody },
    'auth.refresh': { body: refreshBody },
};
