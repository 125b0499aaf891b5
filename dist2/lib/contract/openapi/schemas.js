import * as z from 'zod/mini';
import * as administered from '../records/administered.js';
import * as agent from '../records/agent.js';
import * as apiKey from '../records/api-key.js';
import * as auditEntry from '../records/audit-entry.js';
import * as channel from '../records/channel.js';
import * as confirmation from '../records/confirmation.js';
import * as connector from '../records/connector.js';
import * as conversation from '../records/conversation.js';
import * as figures from '../records/figures.js';
import * as injection from '../records/injection.js';
import * as knowledgeBase from '../records/knowledge-base.js';
import * as login from '../records/login.js';
import * as mcpServer from '../records/mcp-server.js';
import * as model from '../records/model.js';
import * as notifications from '../records/notifications.js';
import * as organization from '../records/organization.js';
import * as outcomes from '../records/outcomes.js';
import * as ownCredentials from '../records/own-credentials.js';
import * as portal from '../records/portal.js';
import * as publication from '../records/publication.js';
import * as session from '../records/session.js';
import * as settings from '../records/settings.js';
import * as tool from '../records/tool.js';
import * as user from '../records/user.js';
import * as workflowRun from '../records/workflow-run.js';
import * as workflow from '../records/workflow.js';
import { eventData } from '../events.js';
import { errorBody, validationBody } from './errors.js';
const modules = [
    administered,
    agent,
    apiKey,
    auditEntry,
    channel,
    confirmation,
    connector,
    conversation,
    figures,
    injection,
    knowledgeBase,
    login,
    mcpServer,
    model,
    notifications,
    organization,
    outcomes,
    ownCredentials,
    portal,
    publication,
    session,
    settings,
    tool,
    user,
    workflowRun,
    workflow,
];
const refTo = (name) => `#/components/schemas/${name}`;
/** A name as the components have it: `apiKey` and `api-key` are `ApiKey`. */
export const pascal = (name) => name
    .split(/[-_.]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
const isSchema = (value) => typeof value === 'object' && value !== null && '_zod' in value;
const byName = ([a], [b]) => a < b ? -1 : 1;
/** Every schema that has a name of its own: records as they are played, payloads and error bodies. */
const named = [
    ...modules
        // By name: a bundler keeps the exports of a module in an order of its own.
        .flatMap((exported) => Object.entries(exported).toSorted(byName))
        .filter((entry) => isSchema(entry[1]))
        // How a world keeps its records is nobody's business.
        .filter(([name]) => !name.startsWith('stored'))
        .map(([name, schema]) => [pascal(name), schema]),
    ...Object.entries(eventData).map(([name, data]) => [`${pascal(name)}Event`, data]),
    ['Error', errorBody],
    ['ValidationError', validationBody],
];
const names = new Map(named.map(([name, schema]) => [schema, name]));
/** Open objects, no bounds of safe integers, moments by their format instead of a pattern. */
const settings31 = {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER)
            delete jsonSchema.maximum;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER)
            delete jsonSchema.minimum;
        delete jsonSchema.propertyNames;
        if (jsonSchema.pattern?.startsWith(String.raw `^\d{4}-\d\d-\d\d`) !== true)
            return;
        delete jsonSchema.pattern;
        jsonSchema.format = 'date-time';
    },
};
/** The schemas with a name, as JSON Schema 2020-12, by their names. */
export function namedSchemas() {
    const registry = z.registry();
    for (const [name, schema] of named)
        registry.add(schema, { id: name });
    const { schemas } = z.toJSONSchema(registry, { ...settings31, uri: refTo });
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bare(schema)]));
}
/** A schema as JSON Schema: a reference where it has a name. */
export function toSchema(schema) {
    const name = names.get(schema);
    return name === undefined ? bare(z.toJSONSchema(schema, settings31)) : { $ref: refTo(name) };
}
function bare({ $schema: _dialect, $id: _id, ...schema }) {
    return schema;
}
