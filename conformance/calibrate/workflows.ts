import { excerpt } from '../report/evidence.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { Blocked } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { encodeId } from '../setup/lists.ts'
import { isStream } from '../stream/stream.ts'
import { subjectOrCredential, fieldsOf, isCall } from '../session/request.ts'
import type { HistoryIndex } from '../history/history.ts'
import { type ObserverContext, type Observers, requireInput } from './observer.ts'
import { anyErrorCode, isDateText } from '../history/response.ts'

const plan = 'full'

/** The maximum number of workflow runs per minute in the specification. */
const runsPerMinute = 10

/** One observer for each choice about workflows, workflow runs and the run limit (4.7, 8). */
export const workflowObservers = {
  'workflows.run-started': {
    plan,
    provoke: runWorkflow,
    read: (exchange) => {
      if (!isRunStream(exchange)) return undefined
      const types = exchange.events.map(({ event }) => event)
      const starts = types.filter((type) => type === 'run_started').length
      if (starts === 2) return 'twice'
      if (starts > 2) return { came: `${starts} times \`run_started\`` }
      // If one of these events arrived, no second `run_started` can follow.
      const isOver = types.some((type) => type?.startsWith('node_') || type === 'run_completed')
      return starts === 1 && isOver ? 'once' : []
    },
  },
  'workflows.dialect': {
    plan,
    provoke: runWorkflow,
    read: (exchange) => {
      if (!isRunStream(exchange)) return undefined
      const completed = exchange.events.find(({ event }) => event === 'node_completed')
      if (completed === undefined) return []
      const { json } = completed
      if (member(json, 'output') !== undefined) return 'short'
      return member(json, 'output_preview') === undefined
        ? { came: '`node_completed` without an output' }
        : 'editor'
    },
  },
  'workflows.defects': {
    plan,
    needsProvoking: 'the check of a workflow with node types of the editor',
    // The target validates this blueprint, which has a node type of the editor, and stores nothing.
    provoke: async ({ session }) => {
      const bearer = await userCredential(session)
      const path = '/api/workflows/validate'
      return session.once('a check of a drawn blueprint', () =>
        session.send({ method: 'POST', path, bearer, body: { blueprint: httpRequestBlueprint } }),
      )
    },
    read: (exchange) => {
      if (!isCall(exchange, 'POST', '/api/workflows/validate')) return undefined
      const { blueprint } = fieldsOf(exchange)
      if (!isAccepted(exchange) || !isHttpRequestBlueprint(blueprint)) return undefined
      const valid = member(member(exchange.json, 'data') ?? exchange.json, 'valid')
      return valid === true ? 'kind' : valid === false ? 'true' : undefined
    },
  },
  'workflows.event-moments': {
    plan,
    provoke: runWorkflow,
    read: (exchange) => {
      if (!isRunStream(exchange)) return undefined
      return exchange.events
        .map(({ json }) => member(json, 'ts'))
        .filter((moment) => moment !== undefined)
        .map((moment) => {
          if (typeof moment === 'number') return 'epoch'
          return isDateText(moment)
            ? 'iso'
            : { came: `\`ts\` is ${excerpt(formatValue(moment), 40)}` }
        })
    },
  },
  'workflows.batch-counts': {
    plan,
    isShownByLimits: true,
    provoke: async (context) => {
      // Starts a single run first. If that is accepted, a later refusal is about the batch size.
      await runWorkflow(context)
      return oversizedBatch(context)
    },
    read: (exchange, before) => {
      const size = batchSize(exchange)
      if (size === undefined || size <= runsPerMinute) return undefined
      if (isAccepted(exchange)) return 'once'
      const runs = before.get(pastRuns)
      // True if the earlier runs did not reach the limit, so that the batch itself exceeded it.
      const isFirst =
        runs?.isLastAccepted &&
        runs.count < runsPerMinute &&
        runs.caller === subjectOrCredential(exchange)
      return isLimit(exchange) && isFirst ? 'each' : undefined
    },
  },
  'errors.limit-codes': {
    plan,
    last: true,
    isShownByLimits: true,
    provoke: async (context) => limitIn(context.session) ?? exhaustLimit(context),
    read: (exchange) => {
      if (!isLimit(exchange)) return undefined
      const code = anyErrorCode(exchange)
      if (code === 'rate_limit_exceeded') return code
      // Any other code with `quota` or `limit` is a specific code.
      return code !== undefined && /quota|limit/.test(code)
        ? 'specific'
        : { came: `a 429 with code ${code ?? 'none'}` }
    },
  },
} as const satisfies Observers

/** A blueprint with `httpRequest`, a node type that some deployments validate wrongly. */
const httpRequestBlueprint = {
  nodes: ['start', 'httpRequest', 'end'].map((type) => ({
    id: type,
    type,
    position: { x: 0, y: 0 },
    data: type === 'httpRequest' ? { url: 'https://example.com' } : {},
  })),
  edges: [
    { source: 'start', target: 'httpRequest' },
    { source: 'httpRequest', target: 'end' },
  ],
}

const isHttpRequestBlueprint = (blueprint: unknown): boolean =>
  JSON.stringify(blueprint) === JSON.stringify(httpRequestBlueprint)

/** Creates a request to run the workflow from `--workflow`; `verb` is the end of the path. */
async function requestFor(
  { session, inputs }: ObserverContext,
  verb: string,
  body: object,
): Promise<RequestSpec> {
  const id = encodeId(requireInput(inputs.workflow, '--workflow'))
  const path = `/api/workflows/${id}/${verb}`
  return { method: 'POST', path, bearer: await userCredential(session), body }
}

/** Runs the workflow to its end. */
async function runWorkflow(context: ObserverContext): Promise<Exchange> {
  const request = await requestFor(context, 'run', { inputs: {} })
  return context.session.once('a run of the workflow', async () => {
    const exchange = await context.session.stream(request)
    return isAccepted(exchange) ? exchange : skip(`the workflow run has status ${exchange.status}`)
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
 * Returns the first response to a request, even if it is a 429, after which the session retries.
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

/** Whether a response is a 429 of the service. A 429 of a gateway has no JSON body. */
const isLimit = ({ status, json }: Exchange): boolean => status === 429 && json !== undefined

const limitIn = (session: TestSession): Exchange | undefined => session.exchanges.find(isLimit)

const isRun = (exchange: Exchange): boolean =>
  isCall(exchange, 'POST', /^\/api\/workflows\/[^/]+\/run$/)

const isRunStream = (exchange: Exchange): boolean => isRun(exchange) && isStream(exchange)

/** Returns the number of runs in a batch; `undefined` for any other request. */
function batchSize(exchange: Exchange): number | undefined {
  const { inputs } = fieldsOf(exchange)
  const isBatch = isCall(exchange, 'POST', /^\/api\/workflows\/[^/]+\/batch-run$/)
  return isBatch && Array.isArray(inputs) ? inputs.length : undefined
}

type Runs = {
  readonly count: number
  /** The caller of the last run. */
  readonly caller: string | undefined
  readonly isLastAccepted: boolean
}

/** The number of runs of all workflows, and details of the last run. */
const pastRuns: HistoryIndex<Runs> = {
  changes: (exchange, before) => {
    const size = isRun(exchange) ? 1 : batchSize(exchange)
    const { count = 0 } = before.get(pastRuns) ?? {}
    const caller = subjectOrCredential(exchange)
    return size === undefined
      ? []
      : [['', { count: count + size, caller, isLastAccepted: isAccepted(exchange) }]]
  },
}

export const workflowIndices = [pastRuns]
