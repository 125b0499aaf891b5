/** The collections of a store by the names that fixtures and snapshots have for their records. */
export const kinds = {
    users: 'users',
    api_keys: 'keys',
    agents: 'agents',
    knowledge_bases: 'knowledgeBases',
    organizations: 'organizations',
    connectors: 'connectors',
    mcp_servers: 'mcpServers',
    credentials: 'credentials',
    channels: 'channels',
    chats: 'chats',
    documents: 'documents',
    conversations: 'conversations',
    messages: 'messages',
    confirmations: 'confirmations',
    transcripts: 'transcripts',
    workflows: 'workflows',
    workflow_runs: 'workflowRuns',
    audit_log: 'auditLog',
    models: 'models',
    settings: 'settings',
};
export const kindNames = Object.keys(kinds);
