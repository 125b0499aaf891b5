import { clause } from './rule.ts'

/** Rules of the endpoints except chat (4). */
export const endpointRules = {
  ...clause('4.C1', {
    'requests.bearer':
      'Every endpoint accepts `Authorization: Bearer` with an access token or an API key.',
  }),
  ...clause('4.C2', {
    'requests.validation': 'Input that fails validation is refused with 422 on every endpoint.',
  }),
  ...clause('4.C3', {
    'lists.page-parameter': 'Lists accept `page`, an integer of at least 1 (default: 1).',
    'lists.size-parameter': 'Lists accept `size`, an integer from 1 to 100 (default: 20).',
  }),
  ...clause('4.1', {
    'keys.list': 'GET /api/me/api-keys returns a page with the key records of the user.',
    'keys.create': 'POST /api/me/api-keys creates a key and returns its record and its full value.',
    'keys.create-body':
      'The fields of a new key are `name` (string, required) and `scopes` (string, optional).',
    'keys.expiration': 'A key may have an expiry date; its body field is not specified.',
    'keys.set-active':
      'PATCH /api/me/api-keys/{key_id}/active returns 200 with the changed key record.',
    'keys.set-active-body': 'The body of that PATCH is `is_active`, a boolean, required.',
    'keys.deletion-exists':
      'Permanent deletion of a key exists; its method and path are not specified.',
  }),
  ...clause('4.3', {
    'conversations.create': 'POST /api/conversations returns 200 with a success envelope.',
    'conversations.create-body':
      'The fields of a new conversation are the strings `title`, `mode`, `agent_id` and `model_name`.',
    'conversations.create-defaults':
      'The default `title` is empty, and the default `mode` is `auto`.',
    'conversations.list': 'GET /api/conversations returns 200 with a page.',
    'conversations.search':
      'The conversation list has another string parameter of 1 to 200 characters.',
    'conversations.update':
      'PATCH /api/conversations/{conversation_id} returns 200 with a success envelope.',
    'conversations.update-body':
      'A conversation can be updated with `title` (string) and `starred` (boolean).',
  }),
  ...clause('4.4', {
    'knowledge-bases.retrieve':
      'POST /api/knowledge-bases/{id}/retrieve exists; its shapes are not specified.',
  }),
  ...clause('4.5', {
    'agents.read': 'GET /api/agents/{agent_id} returns 200 with a success envelope.',
  }),
  ...clause('4.6', {
    'auth.login':
      'POST /api/auth/login with an e-mail address and a password returns 200 with the login response.',
    'auth.login-body': 'A login requires `email` and `password`, both strings.',
    'auth.refresh': 'POST /api/auth/refresh returns a new access token without logging in again.',
    'auth.refresh-shape':
      'The response of a refresh has the shape of the login response (the specification only implies this).',
    'auth.refresh-body': 'A refresh requires `refresh_token`, a string.',
    'auth.verify': 'GET /api/auth/verify checks whether a token has expired.',
  }),
  ...clause('4.7', {
    'operations.named':
      'Operations on connectors, channels and workflows, and for administration, are named but not described.',
  }),
}
