import type { EndpointId } from '../../contract/endpoints.ts'
import type { Call } from '../call.ts'
import type { Body } from './read.ts'

/** The credentials that a call carries, by place. */
export type Credentials = {
  /** Scheme and value of the `Authorization` header. */
  readonly header: { readonly scheme: string; readonly value: string } | undefined
  readonly body: string | undefined
}

/** Where a body may hold a credential; whether it counts there is judged later. */
const bodyFields: Partial<Record<EndpointId, string>> = {
  'chat.react': 'token',
  'chat.dag': 'token',
  'chat.auto': 'token',
  'chat.resume': 'token',
  'auth.refresh': 'refresh_token',
}

/** Reads credentials without judging them. */
export function credentialsOf(call: Call, id: EndpointId | undefined, body: Body): Credentials {
  const given = call.header('authorization')
  const field = id && bodyFields[id]
  const token = field && (body.value as Record<string, unknown> | null | undefined)?.[field]
  return {
    header: given === undefined ? undefined : headerOf(given),
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}

/** Headers that were read: clients send few different ones, and each of them often. */
const readHeaders = new Map<string, Credentials['header']>()
const mostRead = 500
const longestRead = 1000

function headerOf(given: string): Credentials['header'] {
  let header = readHeaders.get(given)
  if (header !== undefined) return header
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(given) ?? []
  header = scheme === undefined || value === undefined ? undefined : { scheme, value }
  if (readHeaders.size >= mostRead) readHeaders.clear()
  if (given.length <= longestRead) readHeaders.set(given, header)
  return header
}
