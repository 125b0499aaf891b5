/** Agents (4.5); what is changed is the caller's own. */
export declare const agentsEndpoints: {
    readonly 'agents.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/agents';
        readonly section: '4.5';
        readonly scope: 'agents';
        readonly record: 'agent';
    };
    readonly 'agents.read': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'GET';
        readonly path: '/api/agents/{agent_id}';
        readonly section: '4.5';
        readonly scope: 'agents';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'agents.create': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'POST';
        readonly path: '/api/agents';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly refuses: readonly ["resource-missing", "not-permitted"];
    };
    readonly 'agents.update': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'PUT';
        readonly path: '/api/agents/{agent_id}';
        readonly refuses: readonly ["not-permitted"];
    };
    readonly 'agents.delete': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'DELETE';
        readonly path: '/api/agents/{agent_id}';
        readonly record: 'deleted';
    };
    readonly 'agents.publish': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/publish';
        readonly refuses: readonly ["request-senseless", "not-permitted"];
    };
    readonly 'agents.unpublish': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/unpublish';
    };
    readonly 'agents.fork': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/fork';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
};
