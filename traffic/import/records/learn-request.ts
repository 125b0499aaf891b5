import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject } from '../../../contract/json.ts'
import { isIdLike } from '../../replay/id-map.ts'
import { userIn } from './find-records.ts'
import { references } from '../../../contract/kinds.ts'
import { isImportedKind } from './kinds.ts'
import type { Knowledge } from './knowledge.ts'
import { placeOf } from './place.ts'

/** The body of a request as JSON, and who sent it. */
export type Request = { readonly sent: unknown; readonly caller: string }

const mostReferences = 20_000

/** Notes the records that a successful request names: in its path, and for a turn in its body. */
export function noteReferences(
  { referred }: Knowledge,
  exchange: RecordedExchange,
  { sent, caller }: Request,
): void {
  const { index, request } = exchange
  if (request.method === 'DELETE' || referred.size >= mostReferences) return
  const because = `entry ${index}`
  const place = placeOf(request.method, pathOf(exchange))
  const isId = isIdLike(place?.id ?? '') || /^\d+$/.test(place?.id ?? '')
  if (place?.id !== undefined && isId && isImportedKind(place.kind))
    referred.set(`${place.kind} ${place.id}`, { kind: place.kind, id: place.id, because, caller })
  if (!isObject(sent)) return
  for (const field of ['conversation_id', 'agent_id'] as const) {
    const [id, kind] = [sent[field], references[field]]
    if (typeof id === 'string' && id !== '' && kind !== undefined)
      referred.set(`${kind} ${id}`, { kind, id, because, caller })
  }
}

/** Learns who the caller is, and which tokens a sign-in gave. */
export function learnSession(
  { callers, store }: Knowledge,
  content: unknown,
  path: string,
  { sent, caller }: Request,
): void {
  if (!isObject(content)) return
  const [user] = userIn(content['user'])
  if (typeof content['access_token'] === 'string') {
    const claimed = callers.userOf(`with ${content['access_token']}`, () => true)
    const id = user?.id ?? claimed
    if (id === undefined) return
    callers.signedIn(id, content)
    const email = isObject(sent) ? sent['email'] : undefined
    if (user === undefined && typeof email === 'string')
      store.observe('users', id, { fields: { id, email }, kept: {} }, { isWhole: false })
    return
  }
  const [me] = /\/(me|profile)$/.test(path) ? userIn(content) : []
  if (me !== undefined) callers.learn(caller, me.id)
  const key = content['key'] ?? content['api_key']
  const owner = callers.userOf(caller, () => true)
  if (typeof key === 'string' && owner !== undefined) callers.learn(`with ${key}`, owner)
}
