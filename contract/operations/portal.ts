import { activeModels, model, toolCatalog } from '../records/catalog.ts'
import {
  announcement,
  dashboard,
  oauthProviders,
  registrationStatus,
  setupStatus,
  version,
} from '../records/portal.ts'
import { pageQuery } from './fields.ts'
import { list, type Operation } from './operation.ts'

const open = {
  method: 'GET',
  access: 'public',
  answer: 'record',
} as const satisfies Partial<Operation>
const shown = { method: 'GET' } as const satisfies Partial<Operation>

/** The operations that web clients call before sign-in and for their first page. */
export const portalOperations = {
  'auth.setup-status': { ...open, path: '/api/auth/setup-status', record: setupStatus },
  'auth.registration-status': {
    ...open,
    path: '/api/auth/registration-status',
    record: registrationStatus,
  },
  'auth.announcement': { ...open, path: '/api/auth/announcement', record: announcement },
  'auth.oauth-providers': { ...open, path: '/api/auth/oauth/providers', record: oauthProviders },
  version: { ...open, path: '/api/version', clause: '9', record: version },
  'tools.catalog': { ...open, path: '/api/tools/catalog', answer: 'envelope', record: toolCatalog },
  'dashboard.stats': {
    ...shown,
    path: '/api/dashboard/stats',
    answer: 'record',
    record: dashboard,
  },
  'models.list': { ...shown, ...list, path: '/api/models', query: pageQuery, record: model },
  'models.active': {
    ...shown,
    path: '/api/active-models',
    answer: 'envelope',
    record: activeModels,
  },
} as const satisfies Record<string, Operation>
