import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { member, parseJson } from '../session/json.ts'
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

const plan = 'full'

/** Workflows, their runs, and the limit of those (4.7, 8). */
export const workflowObservers = {
  'workflows.run-started': {
    plan,
    look: async (view) => {
      const exchange = await run(view)
      const starts = exchange.events.filter(({ event }) => event === 'run_started').length
      if (starts === 0) return skip('the stream has no `run_started`')
      return observed(exchange, starts === 1 ? 'once' : 'twice')
    },
  },
  'workflows.event-moments': {
    plan,
    look: async (view) => {
      const exchange = await run(view)
      return exchange.events.flatMap(({ data }) => {
        const moment = member(parseJson(data), 'ts')
        if (moment === undefined) return []
        return [observed(exchange, typeof moment === 'number' ? 'epoch' : 'iso')]
      })
    },
  },
  'workflows.batch-counts': {
    plan,
    look: async (view) => {
      // That a run is let through shows that a refusal is for the size of the batch.
      await run(view)
      const exchange = await oversizedBatch(view)
      if (exchange.status === 429) return observed(exchange, 'each')
      return isAccepted(exchange) ? observed(exchange, 'once') : skip(`status ${exchange.status}`)
    },
  },
  'errors.limit-codes': {
    plan,
    last: true,
    look: async (view) => {
      const exchange = limitIn(view.lab) ?? (await exhaust(view))
      const code = anyErrorCode(exchange) ?? skip('the 429 has no code')
      return observed(exchange, code === 'rate_limit_exceeded' ? code : 'specific')
    },
  },
} as const satisfies Observers

const runsPerMinute = 10

/** A request about the workflow that may be run. */
async function askOf(
  { lab, aids }: ObserverContext,
  verb: string,
  body: object,
): Promise<RequestSpec> {
  const id = encodeURIComponent(requireInput(aids.workflow, '--workflow'))
  const path = `/api/workflows/${id}/${verb}`
  return { method: 'POST', path, bearer: await userCredential(lab), body }
}

/** One run of the workflow, to its end. */
async function run(view: ObserverContext): Promise<Exchange> {
  const ask = await askOf(view, 'run', { inputs: {} })
  return view.lab.once('a run of the workflow', async () => {
    const exchange = await view.lab.stream(ask)
    return isAccepted(exchange) ? exchange : skip(`the run answers ${exchange.status}`)
  })
}

/** A batch of more runs than a minute may have. */
async function oversizedBatch(view: ObserverContext): Promise<Exchange> {
  const inputs = Array.from({ length: runsPerMinute + 1 }, () => ({}))
  return firstAnswer(view.lab, await askOf(view, 'batch-run', { inputs, max_parallel: 10 }))
}

/** Begins runs until one too many is refused. */
async function exhaust(view: ObserverContext): Promise<Exchange> {
  for (let count = 0; count <= runsPerMinute; count += 1) {
    await firstAnswer(view.lab, await askOf(view, 'run', { inputs: {} }))
    const refusal = limitIn(view.lab)
    if (refusal !== undefined) return refusal
  }
  return skip('no limit was met')
}

/** The first answer to a request, busy or not, though the lab asks a busy target again. */
async function firstAnswer(lab: TestSession, ask: RequestSpec): Promise<Exchange> {
  const { length } = lab.exchanges
  let failure: unknown
  await lab
    .stream(ask, () => true)
    .catch((error: unknown) => {
      if (!(error instanceof Blocked)) throw error
      failure = error
    })
  const first = lab.exchanges.slice(length).find((exchange) => exchange.ask === ask)
  if (first !== undefined) return first
  throw failure
}

/** A refusal of one call too many, by the service and not by what stands before it. */
const limitIn = (lab: TestSession): Exchange | undefined =>
  lab.exchanges.find(({ status, json }) => status === 429 && json !== undefined)
