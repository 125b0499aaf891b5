import { computeOnce } from '../../contract/memoize.ts'
import { unpublishedFields } from '../../contract/new-records.ts'
import type * as z from 'zod/mini'
import type { RecordOf } from '../../contract/fixture.ts'
import type { publishBody } from '../../contract/operations/fields.ts'
import { ApiError } from '../world/api-error.ts'
import type { Collection, RecordList } from '../world/collection.ts'
import { collectionOf, type Store } from '../world/store.ts'
import type { World } from '../world/world.ts'
import type { RequestContext } from './request-context.ts'

/** A record that is personal, shared with an organization, or global. */
export type SharedRecord = {
  readonly user_id: string
  readonly visibility: 'personal' | 'org' | 'global'
  readonly org_id: string | null
}

/** The organization that represents the market. All users see its records. It has no members. */
const marketOrganization = '00000000-0000-0000-0000-000000000001'

/**
 * Whether a record is a user's own, or is published to them: globally, in the market, or in an
 * organization.
 */
export function isPublishedTo(store: Store, record: SharedRecord, user: string): boolean {
  if (record.user_id === user || record.visibility === 'global') return true
  if (record.visibility === 'org' && record.org_id === marketOrganization) return true
  return record.visibility === 'org' && roleIn(store, record.org_id, user) !== undefined
}

/** A filter of a list. The name identifies the filter in caches. */
type Filter<R> = { readonly name: string; test(record: R): boolean }

/** The list of each kind of records that can be shared. */
const lists = {
  agents: 'agents.list',
  connectors: 'connectors.list',
  knowledge_bases: 'knowledge-bases.list',
  mcp_servers: 'mcp-servers.list',
  workflows: 'workflows.list',
} as const
export type SharedKind = keyof typeof lists

/** The ids of the only records of others that a user can see, if the profile has such a rule. */
const sharedIds = (world: World, kind: SharedKind, user: string) =>
  world.behaviour(lists[kind]).answer?.shares?.(world.createUserScope(user))

/** Returns a function that checks whether a user may see a record of a kind. */
export function visibilityFor(
  world: World,
  kind: SharedKind,
  user: string,
  ids = computeOnce(() => sharedIds(world, kind, user)),
) {
  return (record: SharedRecord & { readonly id: string }): boolean =>
    record.user_id === user ||
    (isPublishedTo(world.store, record, user) && ids()?.has(record.id) !== false)
}

/** The records that the caller may see and that pass a filter, newest first. */
export function visibleRecords<Kind extends SharedKind>(
  { world, caller: { user } }: RequestContext,
  kind: Kind,
  filter?: Filter<RecordOf<Kind>>,
): RecordList<RecordOf<Kind>> {
  const records = collectionOf(world.store, kind) as unknown as Collection<RecordOf<Kind>, 'newest'>
  const ids = sharedIds(world, kind, user.id)
  const isVisible = visibilityFor(world, kind, user.id, () => ids)
  return records.select({
    order: 'newest',
    name: [user.id, filter?.name, ...(ids ? ['shared', ...ids] : [])].join('\n'),
    since: world.store.organizations.version,
    test: (record) => isVisible(record) && filter?.test(record) !== false,
  })
}

/**
 * Why a user may see a record: as its owner, by an organization, or as a global record (`market`).
 */
export function sharingSource(record: SharedRecord, user: string): 'own' | 'org' | 'market' {
  if (record.user_id === user) return 'own'
  return record.visibility === 'org' ? 'org' : 'market'
}

/** The refusals of users who are not in an organization, and of members who do not administer it. */
export const organizationRefusals = {
  stranger: 'Not a member of this organization',
  member: 'Organization admin access required',
}

/** The role of a user in an organization; `undefined` for other users. */
export function roleIn(store: Store, organization: string | null, user: string) {
  const members = store.organizations.get(organization ?? '')?.members
  return members?.find(({ user_id }) => user_id === user)?.role
}

/**
 * Returns the publication fields of a record after `publish`. Fields that the body leaves out stay
 * unchanged. Throws if the caller is not a member of the organization to publish for.
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
