import * as z from 'zod/mini'
import type {
  ConformanceRun,
  ConformanceStatus,
  PlanDetails,
} from '../../../contract/control/conformance.ts'
import { ownField } from '../../../contract/json.ts'
import type { Fetch } from '../../../conformance/http/transport.ts'
import type { PlainRequest, PlainResponse } from '../../../contract/plain-http.ts'
import { ControlError, parseInput, unknownNameError } from '../../../mocks/control/control-error.ts'
import { type ControlContext, ControlResponse } from '../../../mocks/control/control-context.ts'
import { type Run, startRun } from './run.ts'
import { type Plan, plans } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import { planCosts } from '../../../conformance/runner/plan-costs.ts'
import { selectChecks } from '../../../conformance/runner/runner.ts'
import type { Report } from '../../../conformance/report/report.ts'
import { reportPolicy, toHtml, toMarkdown } from '../../../conformance/reporters/documents.ts'
import { toJson } from '../../../conformance/reporters/json.ts'
import { toJunit } from '../../../conformance/reporters/junit.ts'

export type ServedPlatform = {
  /** The platform as it is served, including a deliberate bug of `--mutant`. */
  readonly fetch: Fetch
  /** The public address, if it differs from the address of the requests. */
  readonly publicUrl: string | undefined
}

/** Starts and shows runs of the suite against the server itself, one at a time. */
export type ConformanceRuns = ReturnType<typeof createConformanceRuns>

const startSchema = z.strictObject({
  plan: z.string(),
  only: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20))),
})
const startForm =
  `Send {"plan": "core"}; there are ${plans.map((plan) => `\`${plan}\``).join(', ')}. ` +
  'For some checks only, add {"only": ["keys.*"]} with their ids.'

/** The speed factor of streams during a run. Turns still last long enough to be interrupted. */
const streamSpeed = 10
/** Milliseconds that the world of a run stays open for inspection after its last request. */
const runWorldTtlMs = 30 * 60_000

export function createConformanceRuns({ fetch, publicUrl }: ServedPlatform) {
  const offeredPlans = describePlans()
  let last: { readonly run: Run; deleteWorld(): void } | undefined
  /** The run before the last one. Its report can still be read. */
  let previous: Run | undefined

  function begin({ worlds, world, request: call, body }: ControlContext): ConformanceRun {
    const { plan: given, only = [] } = parseInput(startSchema, body, startForm)
    const plan = plans.find((one) => one === given)
    if (plan === undefined) throw unknownNameError('plan', given, plans)
    if (selectChecks(allChecks, plan, only).length === 0)
      throw new ControlError(
        422,
        `No check of plan \`${plan}\` matches ${only.join(', ')}: give ids, such as lists.*`,
      )
    if (last?.run.isOver === false) throw new ControlError(409, runningText(last.run))
    last?.deleteWorld()
    const { fixture } = world.config
    const { options: order, profile } = world
    const name = `conformance-${crypto.randomUUID().slice(-12)}`
    // Excludes the suite's requests from the coverage of all worlds.
    const aside = true
    const ownWorld = worlds.create(
      { ...order, fixture, profile, speed: streamSpeed, ttl: runWorldTtlMs, aside },
      name,
    )
    const outside = publicUrl ?? `http://${call.header('host') ?? '127.0.0.1'}`
    const run = startRun({
      plan,
      only,
      like: world.name,
      world: ownWorld,
      baseUrl: `${outside}/w/${name}`,
      // Removes the path before `/w/`, which belongs to a proxy in front of this server.
      fetch: (request) =>
        fetch(new Request(new URL(request.url.slice(outside.length), 'http://127.0.0.1'), request)),
    })
    previous = last?.run
    const deleteWorld = () => {
      const existing = worlds.existing(name)
      if (existing !== undefined) worlds.delete(existing)
    }
    last = { run, deleteWorld }
    return run.status()
  }

  return {
    begin,
    status: (): ConformanceStatus => ({ plans: offeredPlans, run: last?.run.status() ?? null }),
    stop() {
      if (last === undefined || last.run.isOver)
        throw new ControlError(409, 'No run is in progress, so there is none to stop.')
      last.run.stop('asked')
      return last.run.status()
    },
    /** The report as a download. */
    report(query: URLSearchParams): ControlResponse {
      if (last === undefined)
        throw new ControlError(404, 'There is no run yet: start one with POST conformance.')
      if (!last.run.isOver)
        throw new ControlError(409, `The report is not ready. ${runningText(last.run)}`)
      const { report } = last.run
      if (report === undefined)
        throw new ControlError(404, 'The last run failed without a report: start another one.')
      const name = query.get('format') ?? 'json'
      const format = ownField(formats, name)
      if (format === undefined) throw unknownNameError('format', name, Object.keys(formats))
      const headers = {
        ...commonHeaders,
        'content-type': format.type,
        'content-disposition': `attachment; filename="conformance-${report.plan}.${format.suffix}"`,
      }
      return new ControlResponse(200, headers, format.write(report))
    },
    /** The page of a report. Only the status of the run contains its address. */
    page({ path }: PlainRequest): PlainResponse | undefined {
      const match = [last?.run, previous].find((run) => run && path === `/${run.page}`)
      return match?.report && reportPage(match.report)
    },
    async close() {
      last?.run.stop('asked')
      last?.deleteWorld()
      await last?.run.finished
    },
  }
}

function runningText({ config: { plan, like }, status }: Run): string {
  const { done, checks } = status()
  return (
    `A run of plan \`${plan}\` is in progress for the world \`${like}\`, ${done} of ${checks} checks ` +
    'are decided: wait for it, or stop it with DELETE conformance.'
  )
}

const planDescriptions: Readonly<Record<Plan, string>> = {
  smoke: 'Only reads: signs in, requests lists, and sends requests that must be refused.',
  core: 'All checks that need no agent turn: creates keys and conversations, and deletes them.',
  turn: 'Also runs turns, reads their streams, and resumes them.',
  full: 'Also cuts the streams of turns, and starts conversations in less common ways.',
  destructive:
    'Also tries limits: two turns at once in a conversation, many requests at a time, large bodies.',
}

/** The plans, cheapest first, each with its additions to the previous plan and its maximum cost. */
export const describePlans = (): readonly PlanDetails[] =>
  plans.map((name) => ({
    name,
    says: planDescriptions[name],
    checks: selectChecks(allChecks, name).length,
    ...planCosts[name],
  }))

type Format = {
  readonly type: string
  readonly suffix: string
  write(report: Report): string
}

const formats: Readonly<Record<string, Format>> = {
  html: { type: 'text/html; charset=utf-8', suffix: 'html', write: (report) => toHtml(report) },
  json: { type: 'application/json', suffix: 'json', write: toJson },
  junit: { type: 'application/xml; charset=utf-8', suffix: 'xml', write: toJunit },
  markdown: {
    type: 'text/markdown; charset=utf-8',
    suffix: 'md',
    write: (report) => toMarkdown(report),
  },
}

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/**
 * The report as a page. It is sandboxed without an origin, so that it can neither read from the
 * server nor send requests.
 */
const reportPage = (report: Report) =>
  new ControlResponse(
    200,
    {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${reportPolicy}; frame-ancestors 'none'; sandbox allow-scripts allow-forms`,
    },
    toHtml(report),
  )
