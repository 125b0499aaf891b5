import type { RequestSpec, Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import { type ObserverContext, type Observers, requireInput } from './observer.ts'
import { isLimit, runsPerMinute, workflowReadings } from './workflow-readings.ts'

const plan = 'full'

/** Workflows, their runs, and the limit of runs (4.7, 8). */
export const workflowObservers = {
  'workflows.run-started': {
    plan,
    provoke: run,
    read: workflowReadings['workflows.run-started'],
  },
  'workflows.dialect': { plan, provoke: run, read: workflowReadings['workflows.dialect'] },
  'workflows.event-moments': {
    plan,
    provoke: run,
    read: workflowReadings['workflows.event-moments'],
  },
  'workflows.batch-counts': {
    plan,
    isShownByLimits: true,
    provoke: async (context) => {
      // If a single run is accepted, a refusal is about the size of the batch.
      await run(context)
      return oversizedBatch(context)
    },
    read: workflowReadings['workflows.batch-counts'],
  },
  'errors.limit-codes': {
    plan,
    last: true,
    isShownByLimits: true,
    provoke: async (context) => limitIn(context.session) ?? exhaustLimit(context),
    read: workflowReadings['errors.limit-codes'],
  },
} as const satisfies Observers

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

const limitIn = (session: TestSession): Exchange | undefined => session.exchanges.find(isLimit)
