import { describe, expect, it } from 'vitest'
import { errorResponse } from '../../conformance/mutants/wrap.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { operationIds, operations } from '../../contract/operations.ts'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { drawn } from '../support/proving.ts'
import { target, usualReport, virtualFake } from '../support/virtual-fake.ts'

/** The operations that the suite calls with success. */
async function calledOperations() {
  const { calls } = await usualReport('destructive')
  return operationIds.filter((id) =>
    calls.some(({ operation, statuses }) => {
      const { method, path } = operations[id]
      const isCalled = operation === `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`
      return isCalled && Object.keys(statuses).some((status) => status.startsWith('2'))
    }),
  )
}

type Send = (request: Request) => Promise<Response>

async function runSuite(wrap: (fetch: Send) => Send) {
  const { fake, systemClock } = virtualFake()
  const { now, sleep } = systemClock
  return runConformance({
    target,
    plan: 'destructive',
    fetch: wrap(fake.fetch),
    now,
    sleep,
    tag: 'test',
  })
}

/** Statuses of a target that is too busy block a check by design: they do not concern its rule. */
const busy = [429, 503]
const refusals = [400, 401, 403, 404, 500, ...busy]
const keyLike = /^(Bearer )?svc_/

const called = await calledOperations()

/** Defects of a server: an operation refuses everybody, or only callers with an API key. */
const defects = [...called, 'any'].flatMap((id) =>
  refusals.flatMap((status) =>
    (['everybody', 'keys'] as const).map((whom) => ({ id, status, whom })),
  ),
)

describe('a refusal that blocks checks', () => {
  it.each(drawn(defects, 3))(
    'if $id refuses $whom with $status, a check fails, or each blocked check says that the target is busy',
    async ({ id, status, whom }) => {
      const isMeant = ({ method, url, headers }: Request) =>
        (whom === 'everybody' || keyLike.test(headers.get('authorization') ?? '')) &&
        (id === 'any' || findOperation(method, new URL(url).pathname) === id)
      const { results } = await runSuite((fetch) => async (request) => {
        const isRefused = isMeant(request)
        const response = await fetch(request)
        return isRefused && response.ok ? errorResponse(status, 'refused') : response
      })
      const isReported = results.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      const unexplained = results.filter(
        ({ verdict, message }) =>
          verdict === 'blocked' &&
          !(busy.includes(status) && message.endsWith(`: ${status} from the target`)),
      )
      expect(isReported ? [] : unexplained.map(({ id: name }) => name)).toEqual([])
      const isLimitOfKeys = status === 429 && whom === 'keys' && ['any', 'keys.list'].includes(id)
      expect(isReported || !isLimitOfKeys).toBe(true)
    },
  )
})
