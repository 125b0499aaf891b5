import { ownLimits } from '../../contract/limits.ts'
import type { Call, Reply } from '../call.ts'
import { decodePart } from '../decode-part.ts'
import { PathTable } from '../path-table.ts'
import { admitted, preflight } from '../pipeline/admit.ts'
import { carriesBody, noBody, read } from '../pipeline/read.ts'
import { controlPath } from '../pipeline/steer.ts'
import type { World } from '../state/world.ts'
import { defaultWorld, type Worlds } from '../state/worlds.ts'
import { type Access, grants } from './access.ts'
import { choiceRoutes } from './choices.ts'
import { clockRoutes } from './clock.ts'
import { ControlError, toControlError } from './control-error.ts'
import { ControlReply, type ControlRoute, type ControlRoutes, jsonReply } from './control-visit.ts'
import { coverageRoutes } from './coverage.ts'
import { directorRoutes } from './director.ts'
import { faultRoutes } from './faults.ts'
import { createGuard, refuseForms } from './guard.ts'
import { journalRoutes } from './journal.ts'
import { recordRoutes } from './records.ts'
import { scenarioRoutes } from './scenarios.ts'
import { snapshotRoutes } from './snapshot.ts'
import { stockOf, type StockOptions } from './stock.ts'
import { lookAt, worldRoutes } from './worlds.ts'

const { bodyValues, controlBytes, snapshotBytes } = ownLimits

const builtIn: ControlRoutes = {
  ...worldRoutes,
  ...snapshotRoutes,
  ...clockRoutes,
  ...choiceRoutes,
  ...scenarioRoutes,
  ...recordRoutes,
  ...directorRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...coverageRoutes,
}

export type ControlOptions = {
  readonly worlds: Worlds
  /** What further worlds can be ordered with. */
  readonly stocked: StockOptions
  /** Who may call. */
  readonly access: Access
  /** Further operations of whoever mounts the fake. */
  readonly further: ControlRoutes | undefined
  /** Told of what no route should throw. */
  readonly onCrash: (error: unknown, call: Call, world: string) => void
}

/** Answers a call to the control API. */
export type ControlApi = (call: Call) => Promise<Reply>

/** The control API, beside the platform's own paths: `/__control/…`, also behind `/w/<name>`. */
export function createControl(options: ControlOptions): ControlApi {
  const { worlds, stocked, access, further, onCrash } = options
  const stock = stockOf(stocked)
  const admit = createGuard(access)
  const routes = { ...builtIn, ...further }
  const table = new PathTable<Map<string, ControlRoute>>()
  for (const [name, route] of Object.entries(routes)) {
    const [method = '', path = ''] = name.split(' ')
    table.add(`/${path}`, new Map()).set(method, route)
  }

  async function answer(call: Call, worldName: string | undefined, path: string): Promise<Reply> {
    admit(call)
    const early = preflight(call)
    if (early !== undefined) return early
    const { value: byMethod, params = {} } = table.find(path) ?? {}
    const route = byMethod?.get(call.method)
    if (route === undefined) throw unknown(call, ['GET health', ...Object.keys(routes)])
    const body = await readBody(call, path === '/snapshot')
    let world: World | undefined
    const outcome = await route({
      call,
      worlds,
      stock,
      get world() {
        return (world ??= call.method === 'GET' ? lookAt(worlds, worldName) : worlds.get(worldName))
      },
      params,
      query: new URLSearchParams(call.query),
      body,
    })
    world?.changes.commit()
    if (outcome instanceof ControlReply) return outcome
    if (outcome === undefined) return { status: 204, headers: {}, body: undefined }
    return jsonReply(200, outcome)
  }

  function refuse(error: unknown, call: Call, world = defaultWorld): Reply {
    if (!(error instanceof ControlError)) {
      onCrash(error, call, world)
      return jsonReply(500, { error: 'This crashed on our side. The cause is in the log.' })
    }
    const { status, headers, body } = jsonReply(error.status, { error: shortened(error.message) })
    return { status, headers: { ...headers, ...error.headers }, body }
  }

  return (call) => {
    const [, prefix, path = '/'] = controlPath.exec(call.path) ?? []
    const named = call.header('x-understudy-world') ?? (prefix && decodePart(prefix))
    return answer(call, named, path)
      .catch((error: unknown) => refuse(toControlError(error), call, named))
      .then((reply) => (grants(access, call) ? admitted(call, reply) : reply))
  }
}

/** A sentence repeats what was sent, and a refusal must not be as large as that. */
const shortened = (message: string) =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message

const longestMessage = 8000

async function readBody(call: Call, isSnapshot: boolean): Promise<unknown> {
  const [limit, values] = isSnapshot
    ? [snapshotBytes, Number.POSITIVE_INFINITY]
    : [controlBytes, bodyValues]
  const body = carriesBody(call) ? await read(call, limit, values) : noBody
  refuseForms(call, body)
  if (body.problem === 'too-large')
    throw new ControlError(
      413,
      `A body may have ${limit} bytes at most here${isSnapshot ? '' : `, and ${values} JSON values`}.`,
    )
  if (body.problem === 'unreadable') throw new ControlError(400, 'The body is no JSON.')
  return body.value
}

function unknown({ method, path }: Call, known: readonly string[]): ControlError {
  return new ControlError(404, `There is no ${method} ${path}. There are: ${known.join(', ')}.`)
}
