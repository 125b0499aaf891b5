/** The collections of a store by the names that fixtures and snapshots have for their records. */
export declare const kinds: {
    readonly users: 'users';
    readonly api_keys: 'keys';
    readonly agents: 'agents';
    readonly knowledge_bases: 'knowledgeBases';
    readonly organizations: 'organizations';
    readonly connectors: 'connectors';
    readonly mcp_servers: 'mcpServers';
    readonly credentials: 'credentials';
    readonly channels: 'channels';
    readonly chats: 'chats';
    readonly documents: 'documents';
    readonly conversations: 'conversations';
    readonly messages: 'messages';
    readonly confirmations: 'confirmations';
    readonly transcripts: 'transcripts';
    readonly workflows: 'workflows';
    readonly workflow_runs: 'workflowRuns';
    readonly audit_log: 'auditLog';
    readonly models: 'models';
    readonly settings: 'settings';
};
/** What the records of a world are called. */
export type Kind = keyof typeof kinds;
export declare const kindNames: Kind[];
