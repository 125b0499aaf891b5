/** Records that a path or a body leads to: what they are called, and the code of some deployments. */
export const resources = {
    'api-key': { name: 'API key', missing: 'api_key_not_found' },
    conversation: { name: 'conversation', missing: 'conversation_not_found' },
    user: { name: 'user', missing: 'user_not_found' },
    agent: { name: 'agent', missing: 'agent_not_found' },
    'knowledge-base': { name: 'knowledge base', missing: 'kb_not_found' },
    document: { name: 'document in this knowledge base', missing: 'document_not_found' },
    connector: { name: 'connector', missing: 'connector_not_found' },
    'connector-action': { name: 'action of this connector', missing: 'connector_action_not_found' },
    'mcp-server': { name: 'MCP server', missing: 'mcp_server_not_found' },
    organization: { name: 'organization', missing: 'org_not_found' },
    member: { name: 'member of this organization', missing: 'org_member_not_found' },
    channel: { name: 'channel', missing: 'channel_not_found' },
    confirmation: { name: 'confirmation', missing: 'confirmation_not_found' },
    workflow: { name: 'workflow', missing: 'workflow_not_found' },
    'workflow-run': { name: 'run of this workflow', missing: 'workflow_run_not_found' },
};
