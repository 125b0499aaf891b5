import type { Rule } from './rule.ts'

/** Rules of the general part (1), the resources except chat (2) and the states of keys (3). */
export const resourceRules = {
  'bodies.json': {
    clause: '1.G1',
    says: 'Request and response bodies are JSON, except those of the streaming endpoints.',
  },
  'paths.below-api': {
    clause: '1',
    says: 'Every path starts with `/api` and is appended to the root address of the deployment.',
    excluded: 'every check that gets a response from an operation shows it',
  },
  'timestamps.iso': { clause: '1.G2', says: 'All timestamps are ISO 8601.' },
  'timestamps.utc': { clause: '1.G2', says: 'All timestamps are in UTC.' },
  'lists.paginated': {
    clause: '1.G3',
    says: 'Lists of keys, conversations, knowledge bases and agents return 200 with a page.',
  },

  'key-record.id': { clause: '2.1', says: 'A key record has an `id`, a string.' },
  'key-record.name': {
    clause: '2.1',
    says: 'A key record has a `name`, the label given at creation, a string.',
  },
  'key-record.prefix': {
    clause: '2.1',
    says: '`key_prefix` of a key record is the first 8 characters of the full key.',
  },
  'key-record.scopes': {
    clause: '2.1',
    says: '`scopes` of a key record is a string, or null or absent for full access.',
  },
  'key-record.is-active': {
    clause: '2.1',
    says: 'A key record has `is_active`, a boolean: whether the key can authenticate.',
  },
  'key-record.moments': {
    clause: '2.1',
    says: '`expires_at` and `last_used_at` are date-times, null or absent.',
  },
  'key-record.created-at': {
    clause: '2.1',
    says: 'A key record has `created_at`, its creation timestamp, a string.',
  },
  'key-record.total-requests': {
    clause: '2.1',
    says: '`total_requests` of a key record counts the requests with the key, from 0.',
  },
  'key-record.shown-once': {
    clause: '2.1.R1',
    says: 'The full key is returned only once, when the key is created; the record never contains it.',
  },
  'key-record.literal-prefix': {
    clause: '2.1.R2',
    says: 'A full key starts with the literal prefix `svc_`.',
  },
  'key-record.usage-visible': {
    clause: '2.1.R3',
    says: 'The usage of a key (`last_used_at`, `total_requests`) is visible in its record.',
  },

  'page.items': { clause: '2.2', says: 'A page has `items`, an array of the listed records.' },
  'page.total': { clause: '2.2', says: 'A page has `total`, the number of all items.' },
  'page.page': { clause: '2.2', says: 'A page has `page`, the current page, starting at 1.' },
  'page.size': { clause: '2.2', says: 'A page has `size`, the number of items per page.' },
  'page.pages': { clause: '2.2', says: 'A page has `pages`, the number of pages.' },

  'success.flag': { clause: '2.3', says: 'A success envelope has `success` true.' },
  'success.no-error': {
    clause: '2.3',
    says: 'An envelope only has `error` if the request failed.',
  },
  'success.data': {
    clause: '2.3',
    says: 'A success envelope has its payload in `data`; many endpoints other than lists use it.',
  },
  'errors.envelope': {
    clause: '2.3',
    says: 'An error has `success` false, `error` (a code) and `message`, both strings.',
  },
  'errors.machine-readable': {
    clause: '2.3',
    says: '`error` of an error body is a machine-readable code.',
  },

  'validation.detail': {
    clause: '2.4',
    says: 'The body of a 422 may have `detail`, an array of items.',
  },
  'validation.loc': {
    clause: '2.4',
    says: 'An item of `detail` has `loc`, the place of the invalid input: an array of strings and integers.',
  },
  'validation.msg': { clause: '2.4', says: 'An item of `detail` has `msg`, a string.' },
  'validation.type': { clause: '2.4', says: 'An item of `detail` has `type`, a string.' },
  'validation.extras': {
    clause: '2.4',
    says: 'An item of `detail` may have `input`, and `ctx`, an object.',
  },

  'conversation-record.owner': {
    clause: '2.5',
    says: 'Conversations belong to an authenticated user.',
  },
  'conversation-record.kb-ids': {
    clause: '2.5',
    says: 'A conversation has `kb_ids`; its other fields are not specified.',
  },

  'login-response.access-token': {
    clause: '2.7',
    says: 'A login response has `access_token`, a JWT.',
  },
  'login-response.refresh-token': {
    clause: '2.7',
    says: 'A login response has `refresh_token`, a JWT.',
  },
  'login-response.token-type': {
    clause: '2.7',
    says: '`token_type` of a login response is `bearer`.',
  },
  'login-response.expires-in': {
    clause: '2.7',
    says: '`expires_in` of a login response is the integer 7200, in seconds.',
  },
  'login-response.user': { clause: '2.7', says: 'A login response has `user`, an object.' },

  'listed.identifiers': {
    clause: '2.8',
    says: 'Agents and knowledge bases have identifiers; their other fields are not specified.',
  },

  'keys.disable': {
    clause: '3',
    says: 'A key with `is_active` false is rejected, but its record is kept.',
  },
  'keys.enable': {
    clause: '3',
    says: 'A key whose `is_active` is true again is accepted again.',
  },
  'keys.owner-alone': {
    clause: '3',
    says: 'Only the owner of a key can enable or disable it.',
  },
  'keys.delete': {
    clause: '3',
    says: 'A key deleted by its owner is removed; later use of it is rejected.',
  },
  'approvals.pending': {
    clause: '3',
    says: 'A new confirmation request has the status `pending`.',
    excluded: 'no described endpoint shows a confirmation request',
  },
  'approvals.expire': {
    clause: '3',
    says: 'A pending approval expires after a time to live (default: 24 hours).',
    excluded: 'it takes 24 hours, and no described endpoint shows it',
  },
} as const satisfies Record<string, Rule>
