/** Choices about connectors, MCP servers, organizations and channels (4.7). */
export declare const connectionChoices: {
    readonly 'connections.of-others': {
        readonly question: 'How is a connector, an organization or a channel of others answered?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly missing: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly forbidden: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'missing';
        readonly shows: {
            readonly endpoints: readonly ["connectors.read", "connectors.toggle", "mcp-servers.read", "orgs.read", "channels.list", "channels.read"];
        };
    };
    readonly 'connectors.missing-base-url': {
        readonly question: 'How is an API connector without a `base_url` refused?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly bad_request: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly validation: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'bad_request';
        readonly shows: {
            readonly endpoints: readonly ["connectors.create", "connectors.replace"];
        };
    };
    readonly 'mcp-servers.stored-credentials': {
        readonly question: 'Does a server tell the credentials that a user stored?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly names: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly clear: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'names';
        readonly shows: {
            readonly endpoints: readonly ["mcp-servers.read-credentials", "mcp-servers.store-credentials"];
        };
    };
    readonly 'channels.organization': {
        readonly question: 'Must a channel belong to an organization?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly optional: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly required: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'optional';
        readonly shows: {
            readonly endpoints: readonly ["channels.create", "channels.list"];
        };
    };
    readonly 'channels.envelope': {
        readonly question: 'Does a channel come in a success envelope?';
        readonly clause: '2.3, 4.7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly enveloped: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bare: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'enveloped';
        readonly shows: {
            readonly endpoints: readonly ["channels.create", "channels.read", "channels.update", "channels.test", "channels.discover-chats"];
        };
    };
    readonly 'channels.creation-status': {
        readonly question: 'Which status does the creation of a channel answer?';
        readonly clause: '4.7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 201: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 200: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '201';
        readonly shows: {
            readonly endpoints: readonly ["channels.create"];
        };
    };
};
