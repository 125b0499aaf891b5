import type * as z from 'zod/mini'
import type { publishBody } from '../../contract/operations/fields.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from './request-context.ts'
import { type SharedRecord, roleIn } from './visibility.ts'

/** What is personal again. */
export const unpublishedFields = {
  visibility: 'personal',
  org_id: null,
  publish_status: null,
  reviewed_by: null,
  reviewed_at: null,
  review_note: null,
} as const

/** For whom a record is from now on; what is an organization's takes a member of it. */
export function publishedFields(
  { world, caller }: RequestContext,
  record: SharedRecord,
  given: z.infer<typeof publishBody>,
) {
  const visibility = given?.visibility ?? record.visibility
  if (visibility === 'personal') return unpublishedFields
  if (visibility === 'global') return { ...unpublishedFields, visibility, ...approvedFields }
  const organization = given?.org_id ?? record.org_id
  if (organization === null)
    throw new ApiError('request-senseless', 'For an organization, send its `org_id`, too.')
  if (roleIn(world.store, organization, caller.user.id) === undefined)
    throw new ApiError('not-permitted', 'You are no member of this organization.')
  return { ...unpublishedFields, visibility, org_id: organization, ...approvedFields }
}

/** Nobody reviews what is published here. */
const approvedFields = { publish_status: 'approved' } as const
