import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { excerpt } from '../report/evidence.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import { anyErrorCode, byStatus, noOption, observed } from './look.ts'
import { requireInput, type Observers, type ObserverContext } from './observer.ts'
import { parseJson } from '../../contract/json.ts'

const plan = 'full'

/** Workflows, their runs, and the limit of runs (4.7, 8). */
export const workflowObservers = {
  'workflows.run-started': {
    plan,
    observe: async (context) => {
      const exchange = await run(context)
      const starts = exchange.events.filter(({ event }) => event === 'run_started').length
      if (starts === 0) return skip('the stream has no `run_started`')
      if (starts === 1) return observed(exchange, 'once')
      return starts === 2
        ? observed(exchange, 'twice')
        : noOption(exchange, `${starts} times \`run_started\``)
    },
  },
  'workflows.dialect': {
    plan,
    observe: async (context) => {
      const exchange = await run(context)
      const completed = exchange.events.find(({ event }) => event === 'node_completed')
      if (completed === undefined) return skip('the run completes no node')
      const data = parseJson(completed.data)
      if (member(data, 'output') !== undefined) return observed(exchange, 'short')
      return member(data, 'output_preview') === undefined
        ? noOption(exchange, '`node_completed` without an output')
        : observed(exchange, 'editor')
    },
  },
  'workflows.event-moments': {
    plan,
    observe: async (context) => {
      const exchange = await run(context)
      const moments = exchange.events.map(({ data }) => member(parseJson(data), 'ts'))
      return moments
        .filter((moment) => moment !== undefined)
        .map((moment) => {
          if (typeof moment === 'number') return observed(exchange, 'epoch')
          return typeof moment === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+/.test(moment)
            ? observed(exchange, 'iso')
            : noOption(exchange, `\`ts\` is ${excerpt(formatValue(moment), 40)}`)
        })
    },
  },
  'workflows.batch-counts': {
    plan,
    observe: async (context) => {
      // If a single run is accepted, a refusal is about the size of the batch.
      await run(context)
      const exchange = await oversizedBatch(context)
      if (isAccepted(exchange)) return observed(exchange, 'once')
      return byStatus(exchange, { 429: 'each' })
    },
  },
  'errors.limit-codes': {
    plan,
    last: true,
    observe: async (context) => {
      const exchange = limitIn(context.session) ?? (await exhaustLimit(context))
      const code = anyErrorCode(exchange)
      if (code === 'rate_limit_exceeded') return observed(exchange, code)
      // A specific code names what is limited.
      return code !== undefined && /quota|limit/.test(code)
        ? observed(exchange, 'specific')
        : noOption(exchange, `a 429 with code ${code ?? 'none'}`)
    },
  },
} as const satisfies Observers

const runsPerMinute = 10

/** A request about the workflow that may run. */
async function requestFor(
  { session, inputs }: ObserverContext,
  verb: string,
  body: object,
): Promise<RequestSpec> {
  const id = encodeURIComponent(requireInput(inputs.workflow, '--workflow'))
  const path = `/api/workflows/${id}/${verb}`
  return { method: 'POST', path, bearer: await userCredential(session), body }
}

/** Runs the workflow to its end. */
async function run(context: ObserverContext): Promise<Exchange> {
  const request = await requestFor(context, 'run', { inputs: {} })
  return context.session.once('a run of the workflow', async () => {
    const exchange = await context.session.stream(request)
    return isAccepted(exchange) ? exchange : skip(`the run responds with ${exchange.status}`)
  })
}

/** Sends a batch of more runs than are allowed per minute. */
async function oversizedBatch(context: ObserverContext): Promise<Exchange> {
  const inputs = Array.from({ length: runsPerMinute + 1 }, () => ({}))
  return firstResponse(
    context.session,
    await requestFor(context, 'batch-run', { inputs, max_parallel: 10 }),
  )
}

/** Starts runs until one is refused. */
async function exhaustLimit(context: ObserverContext): Promise<Exchange> {
  for (let count = 0; count <= runsPerMinute; count += 1) {
    await firstResponse(context.session, await requestFor(context, 'run', { inputs: {} }))
    const refusal = limitIn(context.session)
    if (refusal !== undefined) return refusal
  }
  return skip('no limit was reached')
}

/**
 * Returns the first response to a request, even if the target was busy and the session retried it.
 */
async function firstResponse(session: TestSession, request: RequestSpec): Promise<Exchange> {
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

/** The 429 of the service itself, not of a gateway. */
const limitIn = (session: TestSession): Exchange | undefined =>
  session.exchanges.find(({ status, json }) => status === 429 && json !== undefined)
