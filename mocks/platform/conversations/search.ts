import type { Conversation } from '../../../contract/records/conversation.ts'
import { signOf } from './text-signs.ts'
import type { World } from '../../world/world.ts'

/** So many conversations are looked through in a few milliseconds; signs are made for more. */
const many = 20_000

/** The conversations of an owner whose title or messages hold a text, whatever its case, in an order. */
export function searchConversations(
  { store, signs }: Pick<World, 'store' | 'signs'>,
  owner: string,
  order: Parameters<typeof store.conversations.owned>[1],
  text: string,
): Conversation[] {
  const { conversations, messages } = store
  const wanted = text.toLowerCase()
  const saidIn = (id: string) => messages.owned(id, 'oldest').map(({ content }) => content ?? '')
  const mentions = ({ id, title }: Conversation) =>
    holds(title, wanted) || saidIn(id).some((said) => holds(said, wanted))
  // A text of less than three characters has no sign.
  if (wanted.length < 3 || conversations.count(owner) <= many)
    return conversations.filter(owner, order, mentions)
  const sign = signOf(wanted)
  return conversations.filter(
    owner,
    order,
    (one, place) => signs.allow(sign, place, () => [one.title, ...saidIn(one.id)]) && mentions(one),
  )
}

const holds = (text: string, wanted: string) => text.toLowerCase().includes(wanted)
