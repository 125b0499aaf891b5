import * as z from 'zod/mini'
import {
  channelsQuery,
  newChannelBody,
  channelsInputs,
} from '../../../contract/operations/channels.ts'
import type { Inputs } from '../../../contract/operations/operation.ts'
import type { Policy } from '../../server/behaviour/compile-policy.ts'

const organization = { org_id: z.string() }

/** What operations on channels take: some deployments want an organization with each. */
export function channelsInputsOf({ connections }: Policy): Inputs {
  if (!connections.channelsNeedOrganization) return channelsInputs
  return {
    ...channelsInputs,
    'channels.list': { query: z.extend(channelsQuery, organization) },
    'channels.create': { body: z.extend(newChannelBody, organization) },
  }
}
