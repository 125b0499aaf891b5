import { demo } from './transports.ts'
import type { Reader, SeenEvent } from './stream-reader.ts'
import { newConversation, type Visitor } from './visitor.ts'

/** The agent that needs approvals for large refunds. */
export const agent_id = demo.agents.find(({ name }) => name === 'Support Desk')?.id ?? ''
export const q = 'Pay back the two crushed gateways of order FH-20388'

export type Confirmation = { readonly status: string } & Record<string, unknown>
type Asked = { readonly reader: Reader; readonly id: string; readonly conversation_id: string }

/** Starts a turn whose refund needs an approval, and reads until the approval is requested. */
export async function askForRefund(visitor: Visitor): Promise<Asked> {
  const conversation_id = await newConversation(visitor, { agent_id })
  const reader = await visitor.read('POST /api/react', { body: { q, conversation_id } })
  const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
  return { reader, id: String(confirmation_id), conversation_id }
}

export const respond = (visitor: Visitor, id: string, body: object) =>
  visitor.call<Confirmation>(`POST /api/confirmations/${id}/respond`, { body })
export const statusOf = async (visitor: Visitor, id: string) =>
  (await visitor.call<Confirmation>(`GET /api/confirmations/${id}`)).json.status

/** The events of the calls of a tool. */
export const callsIn = (events: readonly SeenEvent[], tool: string) =>
  events.filter(({ data }) => data['tool'] === tool).map(({ data }) => data)
