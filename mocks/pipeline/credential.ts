import type { EndpointId } from '../../contract/endpoints.ts'
import type { Call } from '../call.ts'
import type { Body } from './read.ts'

/** The credentials that a call carries, by place. */
export type Credentials = {
  /** Scheme and value of the `Authorization` header. */
  readonly header: { readonly scheme: string; readonly value: string } | undefined
  readonly body: string | undefined
}

const takesBodyToken = new Set<EndpointId>(['chat.react', 'chat.dag', 'chat.auto', 'chat.resume'])

/** Reads credentials without judging them. */
export function credentialsOf(call: Call, id: EndpointId | undefined, body: Body): Credentials {
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(call.header('authorization') ?? '') ?? []
  const token =
    id !== undefined && takesBodyToken.has(id)
      ? (body.value as { token?: unknown } | null | undefined)?.token
      : undefined
  return {
    header: scheme === undefined || value === undefined ? undefined : { scheme, value },
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}
