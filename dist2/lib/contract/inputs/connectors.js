import { pageQuery } from '../bodies.js';
import { connectionBody, connectorActionBody, connectorBody, connectorCredentialsBody, } from '../bodies/connectors.js';
import { publishBody } from '../bodies/publication.js';
/** What the operations in `endpoints/connectors.ts` take. */
export const connectorsInputs = {
    'connectors.list': { query: pageQuery },
    'connectors.create': { body: connectorBody },
    'connectors.replace': { body: connectorBody },
    'connectors.publish': { body: publishBody },
    'connectors.test-unsaved': { body: connectionBody },
    'connectors.add-action': { body: connectorActionBody },
    'connectors.replace-action': { body: connectorActionBody },
    'connectors.store-credentials': { body: connectorCredentialsBody },
};
