import type { Exchange } from './exchange.ts'
import type { Lab } from './lab.ts'
import { isAccepted } from './must.ts'
import { bearer } from './setup/credentials.ts'
import { conversationId } from './setup/conversations.ts'
import { deleteKey } from './setup/deletion.ts'
import { keysMade, listedKey, recordIn, setActive } from './setup/keys.ts'
import { lists } from './setup/lists.ts'
import { member } from './json.ts'

/**
 * Removes what a run made, as far as the target lets it, and says what stays behind. What was made
 * is read from the exchanges, so nothing is missed that a check created by surprise.
 */
export async function cleanUp(lab: Lab): Promise<readonly string[]> {
  const made = [...lab.exchanges]
  const leftovers: string[] = []
  for (const exchange of keysMade(made)) {
    leftovers.push(...(await attempt('a key', () => removeKey(lab, exchange))))
  }
  for (const id of new Set(made.flatMap(conversationsMade))) {
    leftovers.push(...(await attempt(`conversation ${id}`, () => removeConversation(lab, id))))
  }
  return counted(leftovers)
}

const counted = (leftovers: readonly string[]): readonly string[] =>
  [...Map.groupBy(leftovers, (left) => left)].map(([left, same]) =>
    same.length > 1 ? `${same.length} × ${left}` : left,
  )

async function removeKey(lab: Lab, creation: Exchange): Promise<string | undefined> {
  const id = recordIn(creation.json)?.['id'] ?? (await listedId(lab, creation))
  if (typeof id !== 'string') return 'a key whose id was not found'
  const deletion = await deleteKey(lab, id)
  // A key that a check has deleted before answers 404: it is gone all the same.
  if (deletion && [200, 202, 204, 404].includes(deletion.exchange.status)) return undefined
  const disabled = await setActive(lab, id, false)
  return `key ${id} (${isAccepted(disabled) ? 'disabled' : 'still active'})`
}

async function listedId(lab: Lab, creation: Exchange): Promise<unknown> {
  const name = member(creation.ask.body, 'name')
  return typeof name === 'string' ? (await listedKey(lab, { name })).item?.['id'] : undefined
}

async function removeConversation(lab: Lab, id: string): Promise<string | undefined> {
  const path = `${lists.conversations}/${id}`
  const exchange = await lab.send({ method: 'DELETE', path, bearer: await bearer(lab) })
  return isAccepted(exchange) ? undefined : `conversation ${id}`
}

const conversationsMade = ({ ask, status, json }: Exchange): readonly string[] => {
  const made = ask.method === 'POST' && ask.path === lists.conversations && status < 300
  const id = made ? conversationId(json) : undefined
  return id === undefined ? [] : [id]
}

async function attempt(
  what: string,
  remove: () => Promise<string | undefined>,
): Promise<readonly string[]> {
  try {
    const left = await remove()
    return left === undefined ? [] : [left]
  } catch (error) {
    // Whatever it was, the report of the run must not be lost for it.
    return [`${what} (${error instanceof Error ? error.message : String(error)})`]
  }
}
