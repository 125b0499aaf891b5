import * as z from 'zod/mini'
import type { Fetch } from '../../conformance/http/transport.ts'
import type { Call, Reply } from '../../mocks/call.ts'
import { ControlError } from '../../mocks/control/control-error.ts'
import {
  type ControlReply,
  type ControlVisit,
  jsonReply,
} from '../../mocks/control/control-visit.ts'
import { readAs } from '../../mocks/control/read-as.ts'
import { unknownName } from '../../mocks/control/stock.ts'
import type { Worlds } from '../../mocks/state/worlds.ts'
import { formatNames, toFile, toPage } from './documents.ts'
import { tellPlans } from './plans.ts'
import { beginRun, type Run } from './run.ts'
import { plans } from '../../conformance/session/check.ts'

/** What is judged. */
export type Judged = {
  /** The platform as it is served, whatever is wrong with it on purpose. */
  readonly fetch: Fetch
  /** Where others reach it, if that is another address than that of a call. */
  readonly publicUrl: string | undefined
}

/** Where runs are ordered, one at a time, and asked for. */
export type Desk = ReturnType<typeof openDesk>

const wish = z.strictObject({ plan: z.string() })
const form = `Send {"plan": "core"}; there are ${plans.map((plan) => `\`${plan}\``).join(', ')}.`

/** Ten times as fast all turns still last long enough to be interrupted. */
const speed = 10
/** How long the world of a run is kept for those who want to look into it. */
const ttl = 30 * 60_000

/** Opens the desk of a server. */
export function openDesk({ fetch, publicUrl }: Judged) {
  const offered = tellPlans()
  let last: { readonly run: Run; forget(): void } | undefined
  /** The run before: who reads its report reads on. */
  let previous: Run | undefined

  function begin({ worlds, world, call, body }: ControlVisit): ControlReply {
    const given = readAs(wish, body, form).plan
    const plan = plans.find((one) => one === given)
    if (plan === undefined) throw unknownName('plan', given, plans)
    if (last?.run.isOver === false) throw new ControlError(409, underWay(last.run))
    last?.forget()
    const { fixture } = world.plan
    const { order, profile } = world
    const name = `conformance-${crypto.randomUUID().slice(-12)}`
    // Nobody's app relies on what the judge tries.
    const aside = true
    const own = worlds.create({ ...order, fixture, profile, speed, ttl, aside }, name)
    const outside = publicUrl ?? `http://${call.header('host') ?? '127.0.0.1'}`
    const run = beginRun({
      plan,
      like: world.name,
      world: own,
      baseUrl: `${outside}/w/${name}`,
      // What is before the path of a world is for the proxy that leads here.
      fetch: (request) =>
        fetch(new Request(new URL(request.url.slice(outside.length), 'http://127.0.0.1'), request)),
    })
    previous = last?.run
    last = { run, forget: () => forget(worlds, run) }
    return jsonReply(202, run.tell())
  }

  function finished(): Run {
    if (last === undefined)
      throw new ControlError(404, 'There is no run yet: begin one with POST conformance.')
    if (!last.run.isOver)
      throw new ControlError(409, `The report is not there yet. ${underWay(last.run)}`)
    return last.run
  }

  return {
    begin,
    tell: () => ({ plans: offered, run: last?.run.tell() ?? null }),
    stop() {
      if (last === undefined || last.run.isOver)
        throw new ControlError(409, 'No run is under way: there is nothing to stop.')
      last.run.stop('asked')
      return last.run.tell()
    },
    report(query: URLSearchParams): ControlReply {
      const { report } = finished()
      if (report === undefined) throw new ControlError(404, 'The last run has no report.')
      const format = query.get('format') ?? 'json'
      const file = toFile(report, format)
      if (file === undefined) throw unknownName('format', format, formatNames)
      return file
    },
    /** The page of a report, at the address that only those know who may ask for the run. */
    page({ path, query }: Call): Reply | undefined {
      const asked = [last?.run, previous].find((run) => run && path === `/${run.page}`)
      return asked?.report && toPage(asked.report, new URLSearchParams(query).get('theme'))
    },
    async close() {
      last?.run.stop('asked')
      last?.forget()
      await last?.run.over
    },
  }
}

function underWay({ order: { plan, like }, tell }: Run): string {
  const { done, checks } = tell()
  return (
    `A run of plan \`${plan}\` is under way for the world \`${like}\`, ${done} of ${checks} checks ` +
    'are decided: wait for it, or stop it with DELETE conformance.'
  )
}

function forget(worlds: Worlds, { order }: Run): void {
  const own = worlds.existing(order.world.name)
  if (own !== undefined) worlds.delete(own)
}
