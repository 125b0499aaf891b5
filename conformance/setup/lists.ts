import type { Exchange } from '../session/exchange.ts'
import { valueAt, isObject, member, type JsonObject } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'

/** The four lists that the specification describes. */
export const lists = {
  keys: '/api/me/api-keys',
  conversations: '/api/conversations',
  'knowledge bases': '/api/knowledge-bases',
  agents: '/api/agents',
} as const

export type ListName = keyof typeof lists

/** Reads a list with a query such as `?size=1`, as the user unless told otherwise. */
export async function readList(
  lab: TestSession,
  path: string,
  query = '',
  credential?: string,
): Promise<Exchange> {
  return lab.send({
    method: 'GET',
    path: path + query,
    bearer: credential ?? (await userCredential(lab)),
  })
}

/** The reply to the plain list, whatever it is. */
export const plainList = (lab: TestSession, name: ListName): Promise<Exchange> =>
  lab.once(`the list of ${name}`, () => readList(lab, lists[name]))

/** The plain list, once it is known to list: the positive control of what is asked of lists. */
export async function requireList(lab: TestSession, name: ListName): Promise<Exchange> {
  const exchange = await plainList(lab, name)
  if (isAccepted(exchange) && itemsOf(exchange) !== undefined) return exchange
  throw new Blocked(`${lists[name]} lists no items (${exchange.status})`)
}

/** The items of a list, however it is wrapped: what judges the envelope reads it itself. */
export function itemsOf({ json }: Exchange): readonly JsonObject[] | undefined {
  const places = [
    member(json, 'items'),
    valueAt(json, ['data', 'items']),
    json,
    member(json, 'data'),
  ]
  return places.find(Array.isArray)?.filter(isObject)
}

/** Walks a list in pages of 100, at most `most` of them, until an item is the wanted one. */
export async function findItem(
  lab: TestSession,
  path: string,
  wanted: (item: JsonObject) => boolean,
  credential?: string,
  most = 20,
): Promise<{ readonly item: JsonObject | undefined; readonly exchange: Exchange }> {
  for (let page = 1; ; page += 1) {
    const exchange = await readList(lab, path, `?page=${page}&size=100`, credential)
    const items = itemsOf(exchange)
    if (items === undefined) throw new Blocked(`${path} lists no items`)
    const item = items.find(wanted)
    const { json } = exchange
    const pages = Number(member(json, 'pages') ?? valueAt(json, ['data', 'pages']) ?? 1)
    if (item || items.length === 0 || page >= Math.min(pages, most)) return { item, exchange }
  }
}

/** The plain list, once it has proved to be a page, with nothing around it. */
export async function firstPage(lab: TestSession, name: ListName): Promise<Exchange> {
  const exchange = await requireList(lab, name)
  if (Array.isArray(member(exchange.json, 'items'))) return exchange
  throw new Blocked(`${lists[name]} answers no bare page`)
}

/** A page of a list with this query, once the plain list has proved to be one. */
export async function readPage(lab: TestSession, name: ListName, query: string): Promise<Exchange> {
  await firstPage(lab, name)
  return requireUser(await readList(lab, lists[name], query))
}

/** The reply, unless it is refused for the credential: one that was good before may have ended. */
export function requireUser(exchange: Exchange): Exchange {
  if (exchange.status !== 401) return exchange
  throw new Blocked('the credential of the user counts no longer')
}

/** A number of a page; where it is none, the rule of that field tells. */
export const pageNumber = (
  exchange: Exchange,
  key: 'total' | 'page' | 'size' | 'pages',
): number => {
  const value = member(exchange.json, key)
  if (typeof value !== 'number') throw new Blocked(`${key} is no number`)
  return value
}

/** The id of an agent that the user sees, or undefined where there is none. */
export const agentId = (lab: TestSession): Promise<string | undefined> =>
  lab.once('the id of an agent', async () => {
    const item = itemsOf(await requireList(lab, 'agents'))?.[0] ?? {}
    const named = item['id'] ?? item['agent_id']
    if (typeof named === 'string') return named
    // The fields of an agent are not shown, so its id may have any name.
    const texts = Object.values(item).filter((value) => typeof value === 'string')
    for (const text of texts.slice(0, 5)) {
      const path = `/api/agents/${encodeURIComponent(text.toWellFormed())}`
      if (isAccepted(await lab.send({ method: 'GET', path, bearer: await userCredential(lab) })))
        return text
    }
    return undefined
  })

/** The id of a knowledge base that the user sees, or undefined where there is none. */
export const knowledgeBaseId = (lab: TestSession): Promise<string | undefined> =>
  lab.once('the id of a knowledge base', async () => {
    const id = itemsOf(await requireList(lab, 'knowledge bases'))?.[0]?.['id']
    return typeof id === 'string' ? id : undefined
  })
