import { ApiError, InvalidInput } from '../api-error.ts';
import type { Choose } from './choose.ts';
/** What differs about connectors, MCP servers, organizations and channels. */
export declare const compileConnections: (choose: Choose) => {
    /** Whether strangers are told that a record is there: 403 instead of 404. */
    tellsOfOthers: boolean;
    /** The error for an API connector without a `base_url`, made from the body. */
    noBaseUrl: (() => ApiError) | ((input: unknown) => InvalidInput);
    /** Whether credentials that users store are kept and told, or their names alone. */
    tellsSecrets: boolean;
    /** Whether a channel has to belong to an organization. */
    channelsNeedOrganization: boolean;
};
