import type { OperationId } from '../../contract/operations.ts'
import type { Call } from '../call.ts'
import { memoize } from '../memoize.ts'
import type { Body } from './read.ts'

/** The credentials that a call carries, by place. */
export type Credentials = {
  /** Scheme and value of the `Authorization` header. */
  readonly header: { readonly scheme: string; readonly value: string } | undefined
  readonly body: string | undefined
}

/** Where a body may hold a credential; whether it counts there is judged later. */
const bodyFields: Partial<Record<OperationId, string>> = {
  'chat.react': 'token',
  'chat.dag': 'token',
  'chat.auto': 'token',
  'chat.resume': 'token',
  'auth.refresh': 'refresh_token',
}

/** Reads credentials without judging them. */
export function credentialsOf(call: Call, id: OperationId | undefined, body: Body): Credentials {
  const given = call.header('authorization')
  const field = id && bodyFields[id]
  const token = field && (body.value as Record<string, unknown> | null | undefined)?.[field]
  return {
    header: given === undefined ? undefined : headerOf(given).read,
    body: typeof token === 'string' && token !== '' ? token : undefined,
  }
}

const headerOf = memoize((given): { readonly read: Credentials['header'] } => {
  const [, scheme, value] = /^\s*(\S+)\s+(\S+)\s*$/.exec(given) ?? []
  return { read: scheme === undefined || value === undefined ? undefined : { scheme, value } }
})
