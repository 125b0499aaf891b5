import { unpublishedFields } from '../../contract/new-records.ts'
import type * as z from 'zod/mini'
import type { publishBody } from '../../contract/operations/fields.ts'
import { ApiError } from '../world/api-error.ts'
import type { Collection, RecordList } from '../world/collection.ts'
import type { Store } from '../world/store.ts'
import type { RequestContext } from './request-context.ts'

/** A record that is personal, shared with an organization, or global. */
export type SharedRecord = {
  readonly user_id: string
  readonly visibility: 'personal' | 'org' | 'global'
  readonly org_id: string | null
}

/** The organization that represents the market. All users see its records. It has no members. */
const marketOrganization = '00000000-0000-0000-0000-000000000001'

/** Whether a user may see a record: it is their own, global, in the market, or of their organization. */
export function isVisible(store: Store, record: SharedRecord, user: string): boolean {
  if (record.user_id === user || record.visibility === 'global') return true
  if (record.visibility === 'org' && record.org_id === marketOrganization) return true
  return record.visibility === 'org' && roleIn(store, record.org_id, user) !== undefined
}

/** A filter of a list. The name identifies the filter in caches. */
type Filter<R> = { readonly name: string; test(record: R): boolean }

/**
 * The records that a list shows to the caller and that pass a filter, newest first: those that the
 * caller may see. With `sharedIds`, only these and own ones.
 */
export function visibleRecords<R extends SharedRecord & { readonly id: string }>(
  { world: { store }, caller: { user }, sharedIds }: RequestContext,
  records: Collection<R, 'newest'>,
  filter?: Filter<R>,
): RecordList<R> {
  const isShown = (record: R) =>
    (sharedIds === undefined || record.user_id === user.id || sharedIds.has(record.id)) &&
    isVisible(store, record, user.id)
  return records.select({
    order: 'newest',
    name: [user.id, filter?.name, ...(sharedIds ? ['shared', ...sharedIds] : [])].join('\n'),
    since: store.organizations.version,
    test: (record) => isShown(record) && filter?.test(record) !== false,
  })
}

/**
 * Why a user may see a record: as its owner, by an organization, or as a global record (`market`).
 */
export function sharingSource(record: SharedRecord, user: string): 'own' | 'org' | 'market' {
  if (record.user_id === user) return 'own'
  return record.visibility === 'org' ? 'org' : 'market'
}

/** The role of a user in an organization; `undefined` for other users. */
export function roleIn(store: Store, organization: string | null, user: string) {
  const members = store.organizations.get(organization ?? '')?.members
  return members?.find(({ user_id }) => user_id === user)?.role
}

/**
 * The publication fields of a record after `publish`. Fields that the body leaves out stay
 * unchanged. To publish for an organization, the caller must be a member. Otherwise this throws.
 */
export function publishedFields(
  { world, caller, behaviour }: RequestContext,
  record: SharedRecord,
  body: z.infer<typeof publishBody>,
) {
  const visibility =
    behaviour.policy.connections.audienceField === 'scope'
      ? requireAudience(body)
      : (body?.visibility ?? record.visibility)
  if (visibility === 'personal') return unpublishedFields
  if (visibility === 'global') return { ...unpublishedFields, visibility, ...approvedFields }
  const organization = body?.org_id ?? record.org_id
  if (organization === null)
    throw new ApiError('request-senseless', 'To publish for an organization, send its `org_id`.')
  if (roleIn(world.store, organization, caller.user.id) === undefined)
    throw new ApiError('not-permitted', 'You are not a member of this organization.')
  return { ...unpublishedFields, visibility, org_id: organization, ...approvedFields }
}

/** The audience in the field `scope`, which some deployments require. */
function requireAudience(body: object | null | undefined): 'org' | 'global' {
  const { scope } = body as { readonly scope: string }
  if (scope === 'org' || scope === 'global') return scope
  throw new ApiError('request-senseless', 'To publish, send the `scope` `org` or `global`.')
}

/** There is no review: every publication is approved at once. */
const approvedFields = { publish_status: 'approved' } as const
