import { pathOf, type RecordedExchange, copyExchange } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import type { Credentials, Login } from './credentials.ts'
import {
  type IdMap,
  isIdByForm,
  isIdLike,
  kindBelow,
  kindOfIdField,
  kindOfPath,
  pathParts,
} from './id-map.ts'

/** The error for a request that can't be sent, such as `no record in /api/agents`. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError'
}

export type RequestParts = {
  readonly baseUrl: string
  readonly ids: IdMap
  readonly credentials: Credentials
  /** The id of the first record in the list at a path of the target. */
  readonly firstRecord: (list: string) => Promise<string | undefined>
}

/** Headers that are not sent again: they describe the connection, browser or compressed body. */
const omittedHeaders =
  /^(:.*|host|cookie|connection|content-(encoding|length)|accept-encoding|origin|referer|user-agent|te|keep-alive|transfer-encoding|via|forwarded|x-real-ip|(upgrade|sec|proxy|x-forwarded)-.*)$/

/**
 * Builds the request for the target from a recorded one, with ids, tokens and keys of the target.
 * Throws `UnsendableError` if the target lacks a record, or if it would delete a record that is
 * only known by its position in a list.
 */
export async function freshRequest(
  exchange: RecordedExchange,
  { baseUrl, ids, credentials, firstRecord }: RequestParts,
): Promise<Request> {
  const { request, status } = exchange
  const secret = (value: string) => credentials.replace(value, status === 401)
  const parts = pathParts(exchange, ids.isNoted)
  const pathKind = kindOfPath(parts)
  const isDelete = request.method === 'DELETE'

  const freshId = async (id: string, list: string | undefined, kind?: string): Promise<string> => {
    const known = ids.get(id, kind)
    if (known !== undefined && !(isDelete && ids.isVague(id, kind))) return known
    // With 404, the recorded client requested a missing record on purpose, or after its deletion.
    const isMissing = list === undefined || status === 404
    // A random id that the replay does not know belongs to no record of the target.
    if (isDelete && !(isMissing && known === undefined && isIdLike(id)))
      throw new UnsendableError(
        `the replay created no record${list === undefined ? '' : ` in ${list}`} that it may delete`,
      )
    if (isMissing) return known ?? id
    const found = await firstRecord(list)
    if (found === undefined) throw new UnsendableError(`the deployment has no record in ${list}`)
    ids.learn(id, found, 'position', kind)
    return found
  }

  /** Converts a text of a query or body: a token, an id, or a text that contains ids. */
  const freshText = async (text: string, kind: string | undefined): Promise<string> => {
    if (credentials.isToken(text)) return secret(text)
    if (kind !== undefined && !isIdLike(text) && (isDelete || ids.isNoted(text, kind)))
      return freshId(text, ids.listOf(text, kind), kind)
    for (const id of ids.idsIn(text)) await freshId(id, ids.listOf(id))
    return ids.replaceIn(text)
  }

  /** Replaces an id that no recorded response has. For `org_id`: by the first id in `/api/orgs`. */
  const guessId = async (parameter: string, id: string) => {
    const kind = parameter.replace(/_id$/, '').replaceAll('_', '-')
    const isKnown = ids.get(id) !== undefined || ids.listOf(id) !== undefined
    const found = isKnown || status >= 400 ? undefined : await firstRecord(`/api/${kind}s`)
    if (found !== undefined) ids.learn(id, found, 'position')
  }

  const freshPath = async () => {
    let path = ''
    for (const { text, kind } of parts) {
      const id = kind === undefined ? text : await freshId(text, path, kind)
      path += `/${encodeURIComponent(id)}`
    }
    return path
  }

  const freshJson = async (
    value: unknown,
    kind: string | undefined,
    field = '',
  ): Promise<unknown> => {
    const idKind = kindOfIdField(field, kind)
    if (typeof value === 'string') return freshText(value, idKind)
    if (typeof value === 'number' && idKind !== undefined) {
      const id = await freshText(String(value), idKind)
      return String(Number(id)) === id ? Number(id) : id
    }
    if (Array.isArray(value)) return Promise.all(value.map((item) => freshJson(item, kind, field)))
    if (!isObject(value)) return value
    const below = field === '' ? kind : kindBelow(field, kind)
    const fields = Object.entries(value).map(
      async ([key, item]) => [key, await freshJson(item, below, key)] as const,
    )
    return Object.fromEntries(await Promise.all(fields))
  }

  const freshBody = async () => {
    const { content, body } = request
    if (content === undefined || content === 'missing') return null
    if (typeof content !== 'string') return new Uint8Array(content)
    return body === undefined
      ? ids.replaceIn(content)
      : JSON.stringify(await freshJson(body, pathKind))
  }

  const freshHeaders = async () => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      const isPreflightOrigin = name === 'origin' && request.method === 'OPTIONS'
      if (omittedHeaders.test(name) && !isPreflightOrigin) continue
      const [, scheme = '', token] = /^(Bearer )?(.+)$/i.exec(value) ?? []
      const isSecret = scheme !== '' || /^x-.*(key|token)$/.test(name)
      const fresh = isSecret && token ? scheme + (await secret(token)) : value
      runOrRefuse(
        () => headers.set(name, fresh),
        `the recorded header \`${name}\` is not valid in HTTP`,
      )
    }
    return headers
  }

  const url = new URL(baseUrl + (await freshPath()))
  for (const [name, value] of request.url.searchParams) {
    if (isIdLike(value)) await guessId(name, value)
    url.searchParams.append(name, await freshText(value, kindOfIdField(name, pathKind)))
  }
  const { method } = request
  const [headers, body] = [await freshHeaders(), await freshBody()]
  return runOrRefuse(
    () => new Request(url, { method, headers, body, redirect: 'manual' }),
    `\`fetch\` can't send ${method} ${body === null ? 'without' : 'with'} a body`,
  )
}

/** Runs a function. Converts a `TypeError` for input that HTTP refuses to an `UnsendableError`. */
function runOrRefuse<Result>(run: () => Result, problem: string): Result {
  try {
    return run()
  } catch {
    throw new UnsendableError(problem)
  }
}

/** The reason why an entry is not sent; undefined if it is sent. */
export function reasonNotToSend(
  { request, status }: RecordedExchange,
  writes: boolean,
): string | undefined {
  if (!request.path.startsWith('/api/')) return 'not a call of the API'
  if (status === 0) return 'the client left before the response'
  if (!writes && !/^(GET|HEAD|OPTIONS)$/.test(request.method)) return 'a write (needs --writes)'
  return request.content === 'missing' ? 'the recording lacks the body of the request' : undefined
}

/** The user of a recorded sign-in; undefined for any other request. */
export function loginIn(exchange: RecordedExchange): Login | undefined {
  const { method, body } = exchange.request
  if (method !== 'POST' || !pathOf(exchange).endsWith('/login') || !isObject(body)) return undefined
  const { email, password } = body
  if (typeof email !== 'string' || typeof password !== 'string') return undefined
  return { email, password }
}

/** Replaces the user of a recorded sign-in by the target's user. A wrong password stays wrong. */
export function withLogin(
  exchange: RecordedExchange,
  recorded: Login,
  { email, password }: Login,
): RecordedExchange {
  const login = exchange.status < 400 ? password : recorded.password
  return copyExchange(exchange, { requestContent: JSON.stringify({ email, password: login }) })
}

/**
 * Method and path of a request, with `{id}` for ids. A word instead of an id may be an operation
 * that the contract lacks.
 */
export function operationOf(exchange: RecordedExchange, isNoted: IdMap['isNoted']): string {
  const path = pathParts(exchange, isNoted).map(({ segment, text, kind }) =>
    kind !== undefined || isIdByForm(text) ? '{id}' : segment,
  )
  return `${exchange.request.method} /${path.join('/')}`
}
