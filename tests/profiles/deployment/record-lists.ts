import type { Visitor } from '../../support/visitor.ts'
import { organization } from './prepare.ts'

/** The source of the id for a parameter: a list or a value, and the field with the id. */
type RecordList = {
  readonly list?: (visitor: Visitor, before: string) => string | Promise<string>
  readonly value?: string
  readonly field?: string
}

/** Lists of records by the path up to a parameter, if the list is not the path before the parameter. */
export const recordLists: Readonly<Record<string, RecordList>> = {
  '/api/admin/market/resources/{resource_type}': { value: 'agent' },
  '/api/admin/market/resources/{resource_type}/{resource_id}': {
    list: () => '/api/admin/market/resources?resource_type=agent',
  },
  '/api/admin/storage/user/{user_id}': { list: () => '/api/admin/storage', field: 'user_id' },
  '/api/admin/storage/user/{user_id}/files/{file_id}': { field: 'file_id' },
  '/api/admin/workflow-templates/{template_id}': { list: () => '/api/workflow-templates' },
  '/api/auth/oauth-bindings/{provider}': { value: 'github' },
  '/api/auth/oauth/{provider_name}': { value: 'github' },
  '/api/channels/{channel_id}': {
    list: async (visitor) => `/api/channels?org_id=${await organization(visitor)}`,
  },
  '/api/admin/schedules/{workflow_id}': { field: 'workflow_id' },
  '/api/workflows/approvals/{approval_id}': { list: () => '/api/workflows/approvals/pending' },
  '/api/orgs/{org_id}/members/{user_id}': { field: 'user_id' },
}
