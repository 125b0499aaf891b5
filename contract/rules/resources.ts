import { clause } from './rule.ts'

/** Rules of the general part (1), the resources except chat (2) and the states of keys (3). */
export const resourceRules = {
  ...clause('1.G1', {
    'bodies.json': 'Request and response bodies are JSON, except those of the streaming endpoints.',
  }),
  ...clause('1', {
    'paths.below-api': {
      says: 'Every path starts with `/api` and is appended to the root address of the deployment.',
      excluded: 'every check that gets a response from an operation shows it',
    },
  }),
  ...clause('1.G2', {
    'timestamps.iso': 'All timestamps are ISO 8601.',
    'timestamps.utc': 'All timestamps are in UTC.',
  }),
  ...clause('1.G3', {
    'lists.paginated':
      'Lists of keys, conversations, knowledge bases and agents return 200 with a page.',
  }),
  ...clause('2.1', {
    'key-record.id': 'A key record has an `id`, a string.',
    'key-record.name': 'A key record has a `name`, the label given at creation, a string.',
    'key-record.prefix': '`key_prefix` of a key record is the first 8 characters of the full key.',
    'key-record.scopes': '`scopes` of a key record is a string, or null or absent for full access.',
    'key-record.is-active':
      'A key record has `is_active`, a boolean: whether the key can authenticate.',
    'key-record.moments': '`expires_at` and `last_used_at` are date-times, null or absent.',
    'key-record.created-at': 'A key record has `created_at`, its creation timestamp, a string.',
    'key-record.total-requests':
      '`total_requests` of a key record counts the requests with the key, from 0.',
  }),
  ...clause('2.1.R1', {
    'key-record.shown-once':
      'The full key is returned only once, when the key is created; the record never contains it.',
  }),
  ...clause('2.1.R2', {
    'key-record.literal-prefix': 'A full key starts with the literal prefix `svc_`.',
  }),
  ...clause('2.1.R3', {
    'key-record.usage-visible':
      'The usage of a key (`last_used_at`, `total_requests`) is visible in its record.',
  }),
  ...clause('2.2', {
    'page.items': 'A page has `items`, an array of the listed records.',
    'page.total': 'A page has `total`, the number of all items.',
    'page.page': 'A page has `page`, the current page, starting at 1.',
    'page.size': 'A page has `size`, the number of items per page.',
    'page.pages': 'A page has `pages`, the number of pages.',
  }),
  ...clause('2.3', {
    'success.flag': 'A success envelope has `success` true.',
    'success.no-error': 'An envelope only has `error` if the request failed.',
    'success.data':
      'A success envelope has its payload in `data`; many endpoints other than lists use it.',
    'errors.envelope':
      'An error has `success` false, `error` (a code) and `message`, both strings.',
    'errors.machine-readable': '`error` of an error body is a machine-readable code.',
  }),
  ...clause('2.4', {
    'validation.detail': 'The body of a 422 may have `detail`, an array of items.',
    'validation.loc':
      'An item of `detail` has `loc`, the place of the invalid input: an array of strings and integers.',
    'validation.msg': 'An item of `detail` has `msg`, a string.',
    'validation.type': 'An item of `detail` has `type`, a string.',
    'validation.extras': 'An item of `detail` may have `input`, and `ctx`, an object.',
  }),
  ...clause('2.5', {
    'conversation-record.owner': 'Conversations belong to an authenticated user.',
    'conversation-record.kb-ids':
      'A conversation has `kb_ids`; its other fields are not specified.',
  }),
  ...clause('2.7', {
    'login-response.access-token': 'A login response has `access_token`, a JWT.',
    'login-response.refresh-token': 'A login response has `refresh_token`, a JWT.',
    'login-response.token-type': '`token_type` of a login response is `bearer`.',
    'login-response.expires-in':
      '`expires_in` of a login response is the integer 7200, in seconds.',
    'login-response.user': 'A login response has `user`, an object.',
  }),
  ...clause('2.8', {
    'listed.identifiers':
      'Agents and knowledge bases have identifiers; their other fields are not specified.',
  }),
  ...clause('3', {
    'keys.disable': 'A key with `is_active` false is rejected, but its record is kept.',
    'keys.enable': 'A key whose `is_active` is true again is accepted again.',
    'keys.owner-alone': 'Only the owner of a key can enable or disable it.',
    'keys.delete': 'A key deleted by its owner is removed; later use of it is rejected.',
    'approvals.pending': {
      says: 'A new confirmation request has the status `pending`.',
      excluded: 'no described endpoint shows a confirmation request',
    },
    'approvals.expire': {
      says: 'A pending approval expires after a time to live (default: 24 hours).',
      excluded: 'it takes 24 hours, and no described endpoint shows it',
    },
  }),
}
