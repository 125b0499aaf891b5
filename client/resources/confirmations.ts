import type * as z from 'zod/mini'
import type { answeredConfirmation, Confirmation } from '../../contract/records/confirmation.ts'
import type { Requester, CallOptions } from '../requester.ts'

/** A confirmation after `approve` or `reject`. */
export interface AnsweredConfirmation extends z.output<typeof answeredConfirmation> {}

const pathOf = (id: string) => `/api/confirmations/${encodeURIComponent(id)}`

/** Methods for approvals of tool calls, which the event `awaiting_confirmation` announces. */
export interface ConfirmationsApi extends ReturnType<typeof createConfirmationsApi> {}

export function createConfirmationsApi({ request }: Requester) {
  const respond = (id: string, body: object, options?: CallOptions) =>
    request<AnsweredConfirmation>('POST', `${pathOf(id)}/respond`, { ...options, body })
  return {
    /** Reads a confirmation and its status. */
    read: (id: string, options?: CallOptions) => request<Confirmation>('GET', pathOf(id), options),
    /**
     * Approves the tool call. Rejects with 409 if it is already decided.
     *
     * @example
     * ```ts
     * if (event.event === 'awaiting_confirmation')
     *   await client.confirmations.approve(event.data.confirmation_id)
     * ```
     */
    approve: (id: string, options?: CallOptions) => respond(id, { decision: 'approve' }, options),
    /** Rejects the tool call; the agent receives the reason. */
    reject: (id: string, reason?: string, options?: CallOptions) =>
      respond(id, { decision: 'reject', ...(reason === undefined ? {} : { reason }) }, options),
  }
}
