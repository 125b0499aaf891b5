import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  requireInput,
  anyErrorCode,
  type Observers,
  observed,
  type ObserverContext,
} from './observer.ts'
import { parseJson } from '../../contract/json.ts'

const plan = 'full'

/** Workflows, their runs, and the limit of those (4.7, 8). */
export const workflowObservers = {
  'workflows.run-started': {
    plan,
    observe: async (context) => {
      const exchange = await run(context)
      const starts = exchange.events.filter(({ event }) => event === 'run_started').length
      if (starts === 0) return skip('the stream has no `run_started`')
      return observed(exchange, starts === 1 ? 'once' : 'twice')
    },
  },
  'workflows.event-moments': {
    plan,
    observe: async (context) => {
      const exchange = await run(context)
      return exchange.events.flatMap(({ data }) => {
        const moment = member(parseJson(data), 'ts')
        if (moment === undefined) return []
        return [observed(exchange, typeof moment === 'number' ? 'epoch' : 'iso')]
      })
    },
  },
  'workflows.batch-counts': {
    plan,
    observe: async (context) => {
      // That a run is let through shows that a refusal is for the size of the batch.
      await run(context)
      const exchange = await oversizedBatch(context)
      if (exchange.status === 429) return observed(exchange, 'each')
      return isAccepted(exchange) ? observed(exchange, 'once') : skip(`status ${exchange.status}`)
    },
  },
  'errors.limit-codes': {
    plan,
    last: true,
    observe: async (context) => {
      const exchange = limitIn(context.session) ?? (await exhaust(context))
      const code = anyErrorCode(exchange) ?? skip('the 429 has no code')
      return observed(exchange, code === 'rate_limit_exceeded' ? code : 'specific')
    },
  },
} as const satisfies Observers

const runsPerMinute = 10

/** A request about the workflow that may be run. */
async function askOf(
  { session, inputs }: ObserverContext,
  verb: string,
  body: object,
): Promise<RequestSpec> {
  const id = encodeURIComponent(requireInput(inputs.workflow, '--workflow'))
  const path = `/api/workflows/${id}/${verb}`
  return { method: 'POST', path, bearer: await userCredential(session), body }
}

/** One run of the workflow, to its end. */
async function run(context: ObserverContext): Promise<Exchange> {
  const request = await askOf(context, 'run', { inputs: {} })
  return context.session.once('a run of the workflow', async () => {
    const exchange = await context.session.stream(request)
    return isAccepted(exchange) ? exchange : skip(`the run answers ${exchange.status}`)
  })
}

/** A batch of more runs than a minute may have. */
async function oversizedBatch(context: ObserverContext): Promise<Exchange> {
  const inputs = Array.from({ length: runsPerMinute + 1 }, () => ({}))
  return firstAnswer(
    context.session,
    await askOf(context, 'batch-run', { inputs, max_parallel: 10 }),
  )
}

/** Begins runs until one too many is refused. */
async function exhaust(context: ObserverContext): Promise<Exchange> {
  for (let count = 0; count <= runsPerMinute; count += 1) {
    await firstAnswer(context.session, await askOf(context, 'run', { inputs: {} }))
    const refusal = limitIn(context.session)
    if (refusal !== undefined) return refusal
  }
  return skip('no limit was met')
}

/** The first answer to a request, busy or not, though the lab asks a busy target again. */
async function firstAnswer(session: TestSession, request: RequestSpec): Promise<Exchange> {
  const { length } = session.exchanges
  let failure: unknown
  await session
    .stream(request, () => true)
    .catch((error: unknown) => {
      if (!(error instanceof Blocked)) throw error
      failure = error
    })
  const first = session.exchanges.slice(length).find((exchange) => exchange.request === request)
  if (first !== undefined) return first
  throw failure
}

/** A refusal of one call too many, by the service and not by what stands before it. */
const limitIn = (session: TestSession): Exchange | undefined =>
  session.exchanges.find(({ status, json }) => status === 429 && json !== undefined)
