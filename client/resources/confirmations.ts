import type * as z from 'zod/mini'
import type { answeredConfirmation, Confirmation } from '../../contract/records/confirmation.ts'
import type { Requester, CallOptions } from '../requester.ts'

export type AnsweredConfirmation = z.infer<typeof answeredConfirmation>

const pathOf = (id: string) => `/api/confirmations/${encodeURIComponent(id)}`

/** Approvals of tool calls, as `awaiting_confirmation` announces them. */
export function createConfirmationsApi({ request }: Requester) {
  const respond = (id: string, body: object, options?: CallOptions) =>
    request<AnsweredConfirmation>('POST', `${pathOf(id)}/respond`, { ...options, body })
  return {
    read: (id: string, options?: CallOptions) => request<Confirmation>('GET', pathOf(id), options),
    /** Lets the tool be called; 409 where somebody decided before. */
    approve: (id: string, options?: CallOptions) => respond(id, { decision: 'approve' }, options),
    /** Keeps the tool from being called; the agent is told the reason. */
    reject: (id: string, reason?: string, options?: CallOptions) =>
      respond(id, { decision: 'reject', ...(reason === undefined ? {} : { reason }) }, options),
  }
}
