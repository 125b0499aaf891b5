import type { Rule } from './rule.ts'

/** Rules of the endpoints except chat (4). */
export const endpointRules = {
  'requests.bearer': {
    clause: '4.C1',
    says: 'Every endpoint accepts `Authorization: Bearer` with an access token or an API key.',
  },
  'requests.validation': {
    clause: '4.C2',
    says: 'Input that fails validation is refused with 422 on every endpoint.',
  },
  'lists.page-parameter': {
    clause: '4.C3',
    says: 'Lists accept `page`, an integer of at least 1 (default: 1).',
  },
  'lists.size-parameter': {
    clause: '4.C3',
    says: 'Lists accept `size`, an integer from 1 to 100 (default: 20).',
  },

  'keys.list': {
    clause: '4.1',
    says: 'GET /api/me/api-keys returns a page with the key records of the user.',
  },
  'keys.create': {
    clause: '4.1',
    says: 'POST /api/me/api-keys creates a key and returns its record and its full value.',
  },
  'keys.create-body': {
    clause: '4.1',
    says: 'The fields of a new key are `name` (string, required) and `scopes` (string, optional).',
  },
  'keys.expiration': {
    clause: '4.1',
    says: 'A key may have an expiry date; its body field is not specified.',
  },
  'keys.set-active': {
    clause: '4.1',
    says: 'PATCH /api/me/api-keys/{key_id}/active returns 200 with the changed key record.',
  },
  'keys.set-active-body': {
    clause: '4.1',
    says: 'The body of that PATCH is `is_active`, a boolean, required.',
  },
  'keys.deletion-exists': {
    clause: '4.1',
    says: 'Permanent deletion of a key exists; its method and path are not specified.',
  },

  'conversations.create': {
    clause: '4.3',
    says: 'POST /api/conversations returns 200 with a success envelope.',
  },
  'conversations.create-body': {
    clause: '4.3',
    says: 'The fields of a new conversation are the strings `title`, `mode`, `agent_id` and `model_name`.',
  },
  'conversations.create-defaults': {
    clause: '4.3',
    says: 'The default `title` is empty, and the default `mode` is `auto`.',
  },
  'conversations.list': {
    clause: '4.3',
    says: 'GET /api/conversations returns 200 with a page.',
  },
  'conversations.search': {
    clause: '4.3',
    says: 'The conversation list has another string parameter of 1 to 200 characters.',
  },
  'conversations.update': {
    clause: '4.3',
    says: 'PATCH /api/conversations/{conversation_id} returns 200 with a success envelope.',
  },
  'conversations.update-body': {
    clause: '4.3',
    says: 'A conversation can be updated with `title` (string) and `starred` (boolean).',
  },

  'knowledge-bases.retrieve': {
    clause: '4.4',
    says: 'POST /api/knowledge-bases/{id}/retrieve exists; its shapes are not specified.',
  },

  'agents.read': {
    clause: '4.5',
    says: 'GET /api/agents/{agent_id} returns 200 with a success envelope.',
  },

  'auth.login': {
    clause: '4.6',
    says: 'POST /api/auth/login with an e-mail address and a password returns 200 with the login response.',
  },
  'auth.login-body': {
    clause: '4.6',
    says: 'A login requires `email` and `password`, both strings.',
  },
  'auth.refresh': {
    clause: '4.6',
    says: 'POST /api/auth/refresh returns a new access token without logging in again.',
  },
  'auth.refresh-shape': {
    clause: '4.6',
    says: 'The response of a refresh has the shape of the login response (the specification only implies this).',
  },
  'auth.refresh-body': { clause: '4.6', says: 'A refresh requires `refresh_token`, a string.' },
  'auth.verify': {
    clause: '4.6',
    says: 'GET /api/auth/verify checks whether a token has expired.',
  },

  'operations.named': {
    clause: '4.7',
    says: 'Operations on connectors, channels and workflows, and for administration, are named but not described.',
  },
} as const satisfies Record<string, Rule>
