/** Rules of the general part (1), the resources but for chat (2) and the states of keys (3). */
export declare const resourceRules: {
    readonly 'bodies.json': {
        readonly clause: '1.G1';
        readonly says: 'Request and response bodies are JSON, except those of the streaming endpoints.';
    };
    readonly 'paths.below-api': {
        readonly clause: '1';
        readonly says: 'Every path starts with `/api` and is appended to the root address of the deployment.';
        readonly excluded: 'each check that reaches an operation shows it';
    };
    readonly 'timestamps.iso': {
        readonly clause: '1.G2';
        readonly says: 'All timestamps are ISO 8601.';
    };
    readonly 'timestamps.utc': {
        readonly clause: '1.G2';
        readonly says: 'All timestamps are in UTC.';
    };
    readonly 'lists.paginated': {
        readonly clause: '1.G3';
        readonly says: 'Lists (of keys, conversations, knowledge bases, agents) answer 200 with a page.';
    };
    readonly 'key-record.id': {
        readonly clause: '2.1';
        readonly says: 'A key record has an `id`, a string.';
    };
    readonly 'key-record.name': {
        readonly clause: '2.1';
        readonly says: 'A key record has a `name`, the label given at creation, a string.';
    };
    readonly 'key-record.prefix': {
        readonly clause: '2.1';
        readonly says: '`key_prefix` of a key record is the first 8 characters of the full key.';
    };
    readonly 'key-record.scopes': {
        readonly clause: '2.1';
        readonly says: '`scopes` of a key record is a string, or null or absent for full access.';
    };
    readonly 'key-record.is-active': {
        readonly clause: '2.1';
        readonly says: 'A key record has `is_active`, a boolean: whether the key can authenticate.';
    };
    readonly 'key-record.moments': {
        readonly clause: '2.1';
        readonly says: '`expires_at`, if an expiry was set, and `last_used_at` are date-times, null or absent.';
    };
    readonly 'key-record.created-at': {
        readonly clause: '2.1';
        readonly says: 'A key record has `created_at`, its creation timestamp, a string.';
    };
    readonly 'key-record.total-requests': {
        readonly clause: '2.1';
        readonly says: '`total_requests` of a key record counts the requests made with it, by default 0.';
    };
    readonly 'key-record.shown-once': {
        readonly clause: '2.1.R1';
        readonly says: 'The full key is shown only once, when the key is created; the record never has it.';
    };
    readonly 'key-record.literal-prefix': {
        readonly clause: '2.1.R2';
        readonly says: 'A full key starts with the literal prefix `svc_`.';
    };
    readonly 'key-record.usage-visible': {
        readonly clause: '2.1.R3';
        readonly says: 'The usage of a key (`last_used_at`, `total_requests`) is visible in its record.';
    };
    readonly 'page.items': {
        readonly clause: '2.2';
        readonly says: 'A page has `items`, an array of the listed resource.';
    };
    readonly 'page.total': {
        readonly clause: '2.2';
        readonly says: 'A page has `total`, the number of all items.';
    };
    readonly 'page.page': {
        readonly clause: '2.2';
        readonly says: 'A page has `page`, the current page, starting at 1.';
    };
    readonly 'page.size': {
        readonly clause: '2.2';
        readonly says: 'A page has `size`, the number of items per page.';
    };
    readonly 'page.pages': {
        readonly clause: '2.2';
        readonly says: 'A page has `pages`, the number of pages.';
    };
    readonly 'success.flag': {
        readonly clause: '2.3';
        readonly says: 'A success envelope has `success` true.';
    };
    readonly 'success.no-error': {
        readonly clause: '2.3';
        readonly says: '`error` is present in an envelope on failure only.';
    };
    readonly 'success.data': {
        readonly clause: '2.3';
        readonly says: 'A success envelope has its payload in `data`; many non-list endpoints answer so.';
    };
    readonly 'errors.envelope': {
        readonly clause: '2.3';
        readonly says: 'An error has `success` false, `error` (a code) and `message`, both strings.';
    };
    readonly 'errors.machine-readable': {
        readonly clause: '2.3';
        readonly says: 'The `error` of an error is machine-readable.';
    };
    readonly 'validation.detail': {
        readonly clause: '2.4';
        readonly says: 'The body of a 422 may have `detail`, an array of items.';
    };
    readonly 'validation.loc': {
        readonly clause: '2.4';
        readonly says: 'An item has `loc`, the location of the bad input: an array of strings and integers.';
    };
    readonly 'validation.msg': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` has `msg`, a string.';
    };
    readonly 'validation.type': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` has `type`, a string.';
    };
    readonly 'validation.extras': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` may have `input`, and `ctx`, an object.';
    };
    readonly 'conversation-record.owner': {
        readonly clause: '2.5';
        readonly says: 'Conversations belong to an authenticated user.';
    };
    readonly 'conversation-record.kb-ids': {
        readonly clause: '2.5';
        readonly says: 'A conversation carries `kb_ids`; its other fields are not shown.';
    };
    readonly 'login-response.access-token': {
        readonly clause: '2.7';
        readonly says: 'A login response has `access_token`, a JWT.';
    };
    readonly 'login-response.refresh-token': {
        readonly clause: '2.7';
        readonly says: 'A login response has `refresh_token`, a JWT.';
    };
    readonly 'login-response.token-type': {
        readonly clause: '2.7';
        readonly says: '`token_type` of a login response is `bearer`.';
    };
    readonly 'login-response.expires-in': {
        readonly clause: '2.7';
        readonly says: '`expires_in` of a login response is the integer 7200, in seconds.';
    };
    readonly 'login-response.user': {
        readonly clause: '2.7';
        readonly says: 'A login response has `user`, an object.';
    };
    readonly 'listed.identifiers': {
        readonly clause: '2.8';
        readonly says: 'Agents and knowledge bases have identifiers; their other fields are not shown.';
    };
    readonly 'keys.disable': {
        readonly clause: '3';
        readonly says: 'A key set to `is_active` false is inactive: it is rejected, its record is kept.';
    };
    readonly 'keys.enable': {
        readonly clause: '3';
        readonly says: 'A key set back to `is_active` true is active: it authenticates again.';
    };
    readonly 'keys.owner-alone': {
        readonly clause: '3';
        readonly says: 'A key is enabled and disabled by the caller who owns it.';
    };
    readonly 'keys.delete': {
        readonly clause: '3';
        readonly says: 'A key deleted by its owner is removed; later use of it is rejected.';
    };
    readonly 'approvals.pending': {
        readonly clause: '3';
        readonly says: 'A confirmation request has a status with the value `pending`.';
        readonly excluded: 'no endpoint that shows a confirmation request is described';
    };
    readonly 'approvals.expire': {
        readonly clause: '3';
        readonly says: 'A pending approval expires after a time-to-live, 24 hours by default.';
        readonly excluded: 'it takes 24 hours, and no endpoint that shows it is described';
    };
};
