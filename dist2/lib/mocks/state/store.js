import { lazily } from '../lazily.js';
import { Collection } from './collection.js';
import { Ground } from './ground.js';
const oldest = (a, b) => compareText(a.record.created_at, b.record.created_at) || a.sequence - b.sequence;
const newest = (a, b) => oldest(b, a);
const starredFirst = (a, b) => Number(b.record.starred) - Number(a.record.starred) || newest(a, b);
function compareText(a, b) {
    if (a === b)
        return 0;
    return a < b ? -1 : 1;
}
/** Records that everyone may look through have one owner: all. */
export const everyone = 'everyone';
const ofEveryone = () => everyone;
/** The owner under which a user's conversations of one status are listed. */
export const conversationsOf = (user, status) => `${status}\n${user}`;
/** The id of the one record of settings. */
export const settingsId = 'settings';
/** The records that worlds share until they change them, those of a kind read with its first call. */
export function groundOf(fixture) {
    return lazily({
        users: () => new Ground(fixture.users, {
            name: 'users',
            owner: ofEveryone,
            orders: { oldest },
        }),
        keys: () => new Ground(fixture.api_keys, {
            name: 'api_keys',
            owner: ({ user_id }) => user_id,
            orders: { newest },
        }),
        agents: () => new Ground(fixture.agents, {
            name: 'agents',
            owner: ofEveryone,
            orders: { newest },
        }),
        knowledgeBases: () => new Ground(fixture.knowledge_bases, {
            name: 'knowledge_bases',
            owner: ofEveryone,
            orders: { newest },
        }),
        organizations: () => new Ground(fixture.organizations, {
            name: 'organizations',
            owner: ofEveryone,
            orders: { newest },
        }),
        connectors: () => new Ground(fixture.connectors, {
            name: 'connectors',
            owner: ofEveryone,
            orders: { newest },
        }),
        mcpServers: () => new Ground(fixture.mcp_servers, {
            name: 'mcp_servers',
            owner: ofEveryone,
            orders: { newest },
        }),
        credentials: () => new Ground((fixture.credentials ?? []), {
            name: 'credentials',
            owner: ({ target_id }) => target_id,
            orders: { any: () => 0 },
        }),
        channels: () => new Ground(fixture.channels, {
            name: 'channels',
            owner: ofEveryone,
            orders: { newest },
        }),
        chats: () => new Ground(fixture.chats, {
            name: 'chats',
            owner: ({ type }) => type,
            orders: { byName: (a, b) => compareText(a.record.name, b.record.name) },
        }),
        documents: () => new Ground(fixture.documents, {
            name: 'documents',
            owner: ({ kb_id }) => kb_id,
            orders: { oldest },
        }),
        conversations: () => new Ground(fixture.conversations, {
            name: 'conversations',
            owner: ({ user_id, status }) => conversationsOf(user_id, status),
            orders: { 'starred-first': starredFirst, newest, oldest },
        }),
        messages: () => new Ground(fixture.messages, {
            name: 'messages',
            owner: ({ conversation_id }) => conversation_id,
            orders: { oldest },
        }),
        confirmations: () => new Ground((fixture.confirmations ?? []), {
            name: 'confirmations',
            owner: ({ user_id }) => user_id,
            orders: { newest },
        }),
        transcripts: () => new Ground(fixture.transcripts, {
            name: 'transcripts',
            owner: ({ conversation_id }) => conversation_id,
            orders: { oldest },
        }),
        workflows: () => new Ground(fixture.workflows, {
            name: 'workflows',
            owner: ofEveryone,
            orders: { newest },
        }),
        workflowRuns: () => new Ground(fixture.workflow_runs, {
            name: 'workflow_runs',
            owner: ({ workflow_id }) => workflow_id,
            orders: { newest },
        }),
        auditLog: () => new Ground(fixture.audit_log, {
            name: 'audit_log',
            owner: ofEveryone,
            orders: { newest },
        }),
        models: () => new Ground(fixture.models, {
            name: 'models',
            owner: ofEveryone,
            orders: { oldest },
        }),
        settings: () => new Ground([{ id: settingsId, ...fixture.settings }], {
            name: 'settings',
            owner: ofEveryone,
            orders: { only: () => 0 },
        }),
    });
}
/** All records of one world; `note` is told of each change. */
export function createStore(grounds, note) {
    return lazily({
        users: () => new Collection(grounds.users, note),
        keys: () => new Collection(grounds.keys, note),
        agents: () => new Collection(grounds.agents, note),
        knowledgeBases: () => new Collection(grounds.knowledgeBases, note),
        organizations: () => new Collection(grounds.organizations, note),
        connectors: () => new Collection(grounds.connectors, note),
        mcpServers: () => new Collection(grounds.mcpServers, note),
        credentials: () => new Collection(grounds.credentials, note),
        channels: () => new Collection(grounds.channels, note),
        chats: () => new Collection(grounds.chats, note),
        documents: () => new Collection(grounds.documents, note),
        conversations: () => new Collection(grounds.conversations, note),
        messages: () => new Collection(grounds.messages, note),
        confirmations: () => new Collection(grounds.confirmations, note),
        transcripts: () => new Collection(grounds.transcripts, note),
        workflows: () => new Collection(grounds.workflows, note),
        workflowRuns: () => new Collection(grounds.workflowRuns, note),
        auditLog: () => new Collection(grounds.auditLog, note),
        models: () => new Collection(grounds.models, note),
        settings: () => new Collection(grounds.settings, note),
    });
}
