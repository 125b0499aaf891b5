import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** The four lists that the specification describes. */
export const lists = {
  keys: '/api/me/api-keys',
  conversations: '/api/conversations',
  'knowledge bases': '/api/knowledge-bases',
  agents: '/api/agents',
} as const

export type ListName = keyof typeof lists

/** Reads a list with a query such as `?size=1`, by default as the user. */
export async function readList(
  session: TestSession,
  path: string,
  query = '',
  credential?: string,
): Promise<Exchange> {
  return session.send({
    method: 'GET',
    path: path + query,
    bearer: credential ?? (await userCredential(session)),
  })
}

/** Returns the response to the list without a query, whatever its status. */
export const plainList = (session: TestSession, name: ListName): Promise<Exchange> =>
  session.once(`the list of ${name}`, () => readList(session, lists[name]))

/** Returns the list and requires items: the positive control of list checks. Throws `Blocked`. */
export async function requireList(session: TestSession, name: ListName): Promise<Exchange> {
  const exchange = await plainList(session, name)
  if (isAccepted(exchange) && itemsOf(exchange) !== undefined) return exchange
  throw new Blocked(`${lists[name]} lists no items (${exchange.status})`)
}

/** Finds the items of a list, in any envelope. The checks of the envelope do not use this. */
export function itemsOf({ json }: Exchange): readonly JsonObject[] | undefined {
  const places = [
    member(json, 'items'),
    valueAt(json, ['data', 'items']),
    json,
    member(json, 'data'),
  ]
  return places.find(Array.isArray)?.filter(isObject)
}

/** Reads a list in pages of 100, at most `maxPages` of them, until `wanted` accepts an item. */
export async function findItem(
  session: TestSession,
  path: string,
  wanted: (item: JsonObject) => boolean,
  credential?: string,
  maxPages = 20,
): Promise<{ readonly item: JsonObject | undefined; readonly exchange: Exchange }> {
  for (let page = 1; ; page += 1) {
    const exchange = await readList(session, path, `?page=${page}&size=100`, credential)
    const items = itemsOf(exchange)
    if (items === undefined) throw new Blocked(`${path} lists no items`)
    const item = items.find(wanted)
    const { json } = exchange
    const pages = Number(member(json, 'pages') ?? valueAt(json, ['data', 'pages']) ?? 1)
    if (item || items.length === 0 || page >= Math.min(pages, maxPages)) return { item, exchange }
  }
}

/** Returns the list and requires a page without an envelope. Throws `Blocked`. */
export async function firstPage(session: TestSession, name: ListName): Promise<Exchange> {
  const exchange = await requireList(session, name)
  if (Array.isArray(member(exchange.json, 'items'))) return exchange
  throw new Blocked(`${lists[name]} does not respond with a page without an envelope`)
}

/** Reads a page with this query, after checking that the list without a query is a page. */
export async function readPage(
  session: TestSession,
  name: ListName,
  query: string,
): Promise<Exchange> {
  await firstPage(session, name)
  return requireUser(await readList(session, lists[name], query))
}

/** Requires that the credential has not expired during the run. Throws `Blocked`. */
export function requireUser(exchange: Exchange): Exchange {
  if (exchange.status !== 401) return exchange
  throw new Blocked('the credential of the user is no longer accepted')
}

/** Reads a number of a page. Throws `Blocked` for other values, which another check reports. */
export const pageNumber = (
  exchange: Exchange,
  key: 'total' | 'page' | 'size' | 'pages',
): number => {
  const value = member(exchange.json, key)
  if (typeof value !== 'number') throw new Blocked(`${key} is not a number`)
  return value
}

/** Returns the id of an agent that the user can see, or undefined. */
export const agentId = (session: TestSession): Promise<string | undefined> =>
  session.once('the id of an agent', async () => {
    const item = itemsOf(await requireList(session, 'agents'))?.[0] ?? {}
    const named = item['id'] ?? item['agent_id']
    if (typeof named === 'string') return named
    // The specification does not show the fields of an agent, so its id may have any name.
    const texts = Object.values(item).filter((value) => typeof value === 'string')
    for (const text of texts.slice(0, 5)) {
      const path = `/api/agents/${encodeURIComponent(text.toWellFormed())}`
      if (
        isAccepted(
          await session.send({ method: 'GET', path, bearer: await userCredential(session) }),
        )
      )
        return text
    }
    return undefined
  })

/** Returns the id of a knowledge base that the user can see, or undefined. */
export const knowledgeBaseId = (session: TestSession): Promise<string | undefined> =>
  session.once('the id of a knowledge base', async () => {
    const id = itemsOf(await requireList(session, 'knowledge bases'))?.[0]?.['id']
    return typeof id === 'string' ? id : undefined
  })
