import type { Visit } from '../pipeline/visit.ts';
/** What a caller stores of their own to sign in at connectors and MCP servers. */
export declare const ownCredentialRoutes: {
    'connectors.read-credentials': (visit: Visit) => {
        has_credentials: boolean;
        keys: string[];
    };
    'connectors.store-credentials': (visit: Visit) => {
        saved: boolean;
    };
    'connectors.delete-credentials': (visit: Visit) => {
        deleted: string;
    };
    'mcp-servers.read-credentials': (visit: Visit) => {
        has_credentials: boolean;
        env_keys: string[];
        header_keys: string[];
        env?: Record<string, string> | undefined;
        headers?: Record<string, string> | undefined;
    };
    'mcp-servers.store-credentials': (visit: Visit) => {
        saved: boolean;
        cleared: boolean;
    } | {
        cleared?: undefined;
        saved: boolean;
    };
};
