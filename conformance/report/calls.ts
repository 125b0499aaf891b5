import { type RequestSpec, type Exchange, operationOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { Target } from '../session/test-session.ts'
import type { CallSummary } from './report.ts'
import { readTokens } from '../setup/credentials.ts'
import { findFullKey, keyCreations, findKeyRecord } from '../setup/keys.ts'
import { idOf } from '../setup/lists.ts'

/** Summarizes the calls by operation and credential: number, statuses and durations. */
export function summarizeCalls(
  target: Target,
  exchanges: readonly Exchange[],
): readonly CallSummary[] {
  const { holderOf, learn } = createCredentialRegistry(target)
  const called = exchanges.map((exchange) => {
    const principal = holderOf(exchange.request)
    learn(exchange, principal)
    return { principal, operation: operationOf(exchange.request), exchange }
  })
  const groups = Map.groupBy(called, ({ principal, operation }) => `${operation} ${principal}`)
  return [...groups.values()].flatMap((group) => {
    const [{ principal, operation } = { principal: '', operation: '' }] = group
    const times = group.map(({ exchange }) => exchange.ms)
    return {
      principal,
      operation,
      statuses: counted(group.map(({ exchange }) => String(exchange.status))),
      totalMs: Math.round(times.reduce((sum, ms) => sum + ms, 0)),
      slowestMs: Math.round(Math.max(...times)),
    }
  })
}

const counted = (words: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  )

/** Finds the owner of a credential, from the target's credentials and the traffic in order. */
function createCredentialRegistry(target: Target) {
  const holders = new Map<unknown, string>([
    [target.apiKey, 'given key'],
    [target.expiredToken, 'expired token'],
  ])
  const valuesById = new Map<unknown, unknown>()
  const states = new Map<unknown, string>()

  const holderOf = (request: RequestSpec): string => {
    const credential = credentialOf(request)
    if (credential === undefined) return 'no credential'
    return states.get(credential) ?? holders.get(credential) ?? 'unknown credential'
  }

  const learnTokens = (exchange: Exchange) => {
    const { request } = exchange
    const tokens = readTokens(exchange)
    const isOther =
      request.path === '/api/auth/login' && member(request.body, 'email') !== target.email
    holders.set(tokens?.accessToken, isOther ? 'other user' : 'user')
    holders.set(tokens?.refreshToken, 'refresh token')
  }

  const learnKey = ({ request, json }: Exchange, maker: string) => {
    const value = findFullKey(json)?.value
    holders.set(value, maker === 'other user' ? `key of the other user` : kindOfKey(request.body))
    valuesById.set(idOf(findKeyRecord(json)), value)
  }

  const learnState = ({ request }: Exchange) => {
    const [, id, change] = /\/api-keys\/([^/]+)(?:\/(\w+))?$/.exec(request.path) ?? []
    const value = valuesById.get(id)
    if (value === undefined) return
    if (change !== 'active') states.set(value, 'deleted key')
    else if (member(request.body, 'is_active') === true) states.delete(value)
    else states.set(value, 'disabled key')
  }

  return {
    holderOf,
    learn(exchange: Exchange, maker: string): void {
      if (exchange.status >= 300) return
      if (exchange.request.path.startsWith('/api/auth/')) learnTokens(exchange)
      if (keyCreations([exchange]).length > 0) learnKey(exchange, maker)
      if (exchange.request.method !== 'GET') learnState(exchange)
    },
  }
}

function kindOfKey(body: unknown): string {
  const scope = member(body, 'scopes')
  return typeof scope === 'string' && scope !== '' ? `${scope} key` : 'full key'
}

/** The credential of a request, in its header or else in its body. */
function credentialOf({ bearer, headers = {}, body }: RequestSpec): unknown {
  const header = headers['authorization'] ?? headers['Authorization']
  return bearer ?? header?.replace(/^bearer +/i, '') ?? member(body, 'token')
}
