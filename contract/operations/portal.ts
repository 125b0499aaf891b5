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
import { listOperation, type Operation } from './operation.ts'

const publicRecord = {
  method: 'GET',
  access: 'public',
  answer: 'record',
} as const satisfies Partial<Operation>

/** The operations that web clients call before sign-in and for their first page. */
export const portalOperations = {
  'auth.setup-status': { ...publicRecord, path: '/api/auth/setup-status', record: setupStatus },
  'auth.registration-status': {
    ...publicRecord,
    path: '/api/auth/registration-status',
    record: registrationStatus,
  },
  'auth.announcement': { ...publicRecord, path: '/api/auth/announcement', record: announcement },
  'auth.oauth-providers': {
    ...publicRecord,
    path: '/api/auth/oauth/providers',
    record: oauthProviders,
  },
  version: { ...publicRecord, path: '/api/version', clause: '9', record: version },
  'tools.catalog': {
    ...publicRecord,
    path: '/api/tools/catalog',
    answer: 'envelope',
    record: toolCatalog,
  },
  'dashboard.stats': {
    method: 'GET',
    path: '/api/dashboard/stats',
    answer: 'record',
    record: dashboard,
  },
  'models.list': {
    ...listOperation,
    path: '/api/models',
    query: pageQuery,
    record: model,
  },
  'models.active': {
    method: 'GET',
    path: '/api/active-models',
    answer: 'envelope',
    record: activeModels,
  },
} as const satisfies Record<string, Operation>
