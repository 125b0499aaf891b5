import { ApiError, InvalidInput } from '../api-error.js';
/** What differs about connectors, MCP servers, organizations and channels. */
export const compileConnections = (choose) => ({
    /** Whether strangers are told that a record is there: 403 instead of 404. */
    tellsOfOthers: choose('connections.of-others', { missing: false, forbidden: true }),
    /** The error for an API connector without a `base_url`, made from the body. */
    noBaseUrl: choose('connectors.missing-base-url', {
        bad_request: () => new ApiError('request-senseless', 'A connector of the type `api` needs a `base_url`.'),
        validation: (input) => new InvalidInput([
            { loc: ['body', 'base_url'], msg: 'Field required', type: 'missing', input },
        ]),
    }),
    /** Whether credentials that users store are kept and told, or their names alone. */
    tellsSecrets: choose('mcp-servers.stored-credentials', { names: false, clear: true }),
    /** Whether a channel has to belong to an organization. */
    channelsNeedOrganization: choose('channels.organization', { optional: false, required: true }),
});
