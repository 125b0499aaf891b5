/** Records that a path or a body leads to: what they are called, and the code of some deployments. */
export declare const resources: {
    readonly 'api-key': {
        readonly name: 'API key';
        readonly missing: 'api_key_not_found';
    };
    readonly conversation: {
        readonly name: 'conversation';
        readonly missing: 'conversation_not_found';
    };
    readonly user: {
        readonly name: 'user';
        readonly missing: 'user_not_found';
    };
    readonly agent: {
        readonly name: 'agent';
        readonly missing: 'agent_not_found';
    };
    readonly 'knowledge-base': {
        readonly name: 'knowledge base';
        readonly missing: 'kb_not_found';
    };
    readonly document: {
        readonly name: 'document in this knowledge base';
        readonly missing: 'document_not_found';
    };
    readonly connector: {
        readonly name: 'connector';
        readonly missing: 'connector_not_found';
    };
    readonly 'connector-action': {
        readonly name: 'action of this connector';
        readonly missing: 'connector_action_not_found';
    };
    readonly 'mcp-server': {
        readonly name: 'MCP server';
        readonly missing: 'mcp_server_not_found';
    };
    readonly organization: {
        readonly name: 'organization';
        readonly missing: 'org_not_found';
    };
    readonly member: {
        readonly name: 'member of this organization';
        readonly missing: 'org_member_not_found';
    };
    readonly channel: {
        readonly name: 'channel';
        readonly missing: 'channel_not_found';
    };
    readonly confirmation: {
        readonly name: 'confirmation';
        readonly missing: 'confirmation_not_found';
    };
    readonly workflow: {
        readonly name: 'workflow';
        readonly missing: 'workflow_not_found';
    };
    readonly 'workflow-run': {
        readonly name: 'run of this workflow';
        readonly missing: 'workflow_run_not_found';
    };
};
/** `find` looks these up before a route runs. */
export type Resource = keyof typeof resources;
