import { isObject, parseJson } from '../../contract/json.ts'
import type { RecordedExchange } from '../har/read-entry.ts'
import type { Credentials } from './credentials.ts'
import { type IdMap, isIdLike } from './id-map.ts'

/** A recorded id for which the target has no record. */
export class NoRecordError extends Error {
  override readonly name = 'NoRecordError'
}

export type RequestParts = {
  readonly baseUrl: string
  readonly ids: IdMap
  readonly credentials: Credentials
  /** Finds any record of the list at a path of the target; its id. */
  readonly standIn: (path: string) => Promise<string | undefined>
}

/** Headers that describe the connection or the browser of the recording, not the request. */
const omitted =
  /^(host|cookie|connection|content-length|accept-encoding|origin|referer|user-agent|te|upgrade.*|sec-.*|x-forwarded-.*|forwarded|via|proxy-.*|keep-alive|transfer-encoding|:.*|x-real-ip)$/

/**
 * Builds the request that repeats a recorded one on the target: with ids, tokens and keys of the
 * target. Throws `NoRecordError` if it names a record that the target lacks.
 */
export async function freshRequest(
  { request, response: { status } }: RecordedExchange,
  parts: RequestParts,
): Promise<Request> {
  const isRefused = status === 401
  const secret = (value: string) => parts.credentials.replace(value, isRefused)
  const path = await freshPath(request.url.pathname, status, parts)
  const url = new URL(parts.baseUrl.replace(/\/+$/, '') + path)
  for (const [name, value] of request.url.searchParams)
    url.searchParams.append(
      name,
      parts.credentials.isToken(value) ? await secret(value) : parts.ids.replaceIn(value),
    )
  const headers = new Headers()
  const isPreflight = request.method === 'OPTIONS'
  for (const [name, value] of request.headers) {
    if (omitted.test(name) && !(isPreflight && name === 'origin')) continue
    const [, scheme, token] = /^(Bearer )(.+)$/i.exec(value) ?? []
    if (token !== undefined) headers.set(name, scheme + (await secret(token)))
    else headers.set(name, /^x-.*(key|token)$/.test(name) ? await secret(value) : value)
  }
  const body = await freshBody(request.body, parts, secret)
  return new Request(url, {
    method: request.method,
    headers,
    body: body ?? null,
    redirect: 'manual',
  })
}

async function freshPath(path: string, status: number, { ids, standIn }: RequestParts) {
  let fresh = ''
  for (const segment of path.split('/').slice(1)) {
    const text = decodeURIComponent(segment)
    let id = ids.get(text) ?? text
    // The recording asked for a missing record on purpose, or after its deletion.
    const isNeeded = isIdLike(text) && ids.get(text) === undefined && status !== 404
    if (isNeeded) {
      const found = await standIn(fresh)
      if (found === undefined) throw new NoRecordError(`no record for ${fresh}/{id}`)
      id = found
      ids.learn(text, found, 'position')
    }
    fresh += `/${encodeURIComponent(id)}`
  }
  return fresh
}

async function freshBody(
  body: RecordedExchange['request']['body'],
  { ids, credentials }: RequestParts,
  secret: (value: string) => Promise<string>,
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  if (body === undefined || body === 'missing') return undefined
  if (typeof body !== 'string') return new Uint8Array(body)
  const json = parseJson(body)
  if (json === undefined) return ids.replaceIn(body)
  const replace = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string')
      return credentials.isToken(value) ? secret(value) : ids.replaceIn(value)
    if (Array.isArray(value)) return Promise.all(value.map(replace))
    if (!isObject(value)) return value
    const fields = Object.entries(value).map(
      async ([key, item]) => [key, await replace(item)] as const,
    )
    return Object.fromEntries(await Promise.all(fields))
  }
  return JSON.stringify(await replace(json))
}
