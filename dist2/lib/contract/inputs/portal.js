import { pageQuery } from '../bodies.js';
/** What the operations in `endpoints/portal.ts` take. */
export const portalInputs = {
    'models.list': { query: pageQuery },
};
