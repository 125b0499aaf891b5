import { type PassiveFinding, PassiveJudge } from '../../conformance/passive/passive-judge.ts'
import { createExchange, type TimedFrame } from '../../contract/exchange.ts'

export const began = Date.UTC(2026, 10, 27, 9)
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A call and its response, as traffic shows them. */
export type Call = {
  readonly operation: string
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status?: number
  readonly answer?: unknown
  readonly stream?: string
  readonly ended?: 'cut' | 'closed'
  readonly frames?: readonly TimedFrame[]
  readonly ms?: number
  /** Seconds after the first call. */
  readonly at: number
}

/** Judges calls one after another, and returns the must rules that they break. */
export const brokenBy = async (calls: readonly Call[]): Promise<readonly string[]> =>
  idsOf((await findingsIn(calls)).filter(({ level }) => level === 'must'))

export const idsOf = (findings: readonly PassiveFinding[]) => findings.map(({ rule }) => rule)

export async function findingsIn(calls: readonly Call[]): Promise<readonly PassiveFinding[]> {
  const judge = new PassiveJudge()
  for (const call of calls) {
    const { operation, as, headers, body, status = 200, answer, stream, at } = call
    const credential = as === undefined ? {} : { authorization: `Bearer ${as}` }
    const [method = '', path = ''] = operation.split(' ')
    await judge.judge(
      createExchange({
        startedAt: began + at * 1000,
        ms: call.ms ?? 20,
        method,
        url: new URL(path, 'https://staging.example.com'),
        requestHeaders: Object.entries({ ...credential, ...headers }),
        requestContent: body === undefined ? undefined : JSON.stringify(body),
        status,
        responseHeaders: [
          ['content-type', stream === undefined ? 'application/json' : 'text/event-stream'],
        ],
        content: stream ?? JSON.stringify(answer),
        ...(call.ended !== undefined && { ended: call.ended }),
        ...(call.frames !== undefined && { frames: call.frames }),
      }),
    )
  }
  return judge.findings
}

export const refusal = (status: number, error: string) => ({
  status,
  answer: { success: false, error, message: 'No.' },
})

export const page = (items: readonly unknown[], number = 1, total = items.length) => ({
  items,
  total,
  page: number,
  size: 20,
  pages: Math.ceil(total / 20),
})

export const fullKey = `svc_${'AbCd'.repeat(11)}`

export const record = (changes: object = {}) => ({
  id: id(1),
  name: 'A script',
  key_prefix: fullKey.slice(0, 8),
  scopes: null,
  is_active: true,
  expires_at: null,
  last_used_at: null,
  total_requests: 0,
  created_at: new Date(began).toISOString(),
  ...changes,
})

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const tokenOf = (user: string, use = 'access') =>
  `${inBase64({ alg: 'HS256' })}.${inBase64({ sub: user, use })}.c2lnbmF0dXJl`

export const login = (name: string, at = 0): Call => ({
  operation: 'POST /api/auth/login',
  body: { email: `${name}@example.com`, password: 'x' },
  answer: {
    access_token: tokenOf(name),
    refresh_token: tokenOf(name, 'refresh'),
    token_type: 'bearer',
    expires_in: 7200,
    user: { id: name },
  },
  at,
})

export const creation = (
  changes: { readonly scopes?: string; readonly expires_at?: string } = {},
): Call => ({
  operation: 'POST /api/me/api-keys',
  as: tokenOf('ada'),
  body: { name: 'A script', ...changes },
  status: 201,
  answer: { ...record(changes), key: fullKey },
  at: 1,
})

export const key = '/api/me/api-keys/' + id(1)
