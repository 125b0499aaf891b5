import type { Lab } from '../lab.ts'
import { skip } from '../must.ts'
import { conversationId, postConversation } from '../setup/conversations.ts'

/** The id of a new conversation without a title, for one turn that no other observer relies on. */
export async function untitledConversation(lab: Lab): Promise<string> {
  const exchange = await postConversation(lab, {})
  return conversationId(exchange.json) ?? skip('a new conversation tells no id')
}
