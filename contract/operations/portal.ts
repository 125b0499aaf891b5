import { type Endpoint, list, type Inputs } from './operation.ts'
import { pageQuery } from './fields.ts'

const open = { method: 'GET', section: '-', access: 'public', reply: 'record' } as const
const shown = { method: 'GET', section: '-', access: 'bearer', scope: 'unlisted' } as const

/** What web clients ask before anybody signs in, and for their first page. */
export const portalOperations = {
  'auth.setup-status': {
    ...open,
    path: '/api/auth/setup-status',
    record: 'setupStatus',
  },
  'auth.registration-status': {
    ...open,
    path: '/api/auth/registration-status',
    record: 'registrationStatus',
  },
  'auth.announcement': {
    ...open,
    path: '/api/auth/announcement',
    record: 'announcement',
  },
  'auth.oauth-providers': {
    ...open,
    path: '/api/auth/oauth/providers',
    record: 'oauthProviders',
  },
  version: { ...open, path: '/api/version', section: '9', record: 'version' },
  'tools.catalog': {
    ...open,
    path: '/api/tools/catalog',
    reply: 'envelope',
    record: 'toolCatalog',
  },
  'dashboard.stats': {
    ...shown,
    path: '/api/dashboard/stats',
    reply: 'record',
    record: 'dashboard',
  },
  'models.list': { ...shown, ...list, path: '/api/models', record: 'model' },
  'models.active': {
    ...shown,
    path: '/api/active-models',
    reply: 'envelope',
    record: 'activeModels',
  },
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/portal.ts` take. */
export const portalInputs = {
  'models.list': { query: pageQuery },
} as const satisfies Inputs
