import { ownLimits } from '../../contract/limits.ts'
import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { decodeSegment, PathTable, controlPath } from '../server/request/routing.ts'
import { withCors, answerPreflight } from '../server/response-headers.ts'
import { mayHaveBody, noBody, readRequestBody } from '../server/request/incoming-request.ts'
import type { World } from '../world/world.ts'
import { defaultWorld, type Worlds } from '../world/worlds.ts'
import { type AccessRules, allowsOrigin } from './access.ts'
import { choiceRoutes } from './choices.ts'
import { clockRoutes } from './clock.ts'
import { ControlError, toControlError } from './control-error.ts'
import {
  ControlResponse,
  type ControlRoute,
  type ControlRoutes,
  jsonResponse,
} from './control-context.ts'
import { coverageRoutes, journalRoutes } from './journal.ts'
import { directorRoutes } from './director.ts'
import { faultRoutes } from './faults.ts'
import { createAccessCheck, requireJsonType } from './access-check.ts'
import { recordRoutes } from './records.ts'
import { scenarioRoutes } from './scenarios.ts'
import { snapshotRoutes, peekWorld, worldRoutes } from './worlds.ts'
import { presetLoader, type Presets } from './presets.ts'

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
  readonly presets: Presets
  /** Who may call. */
  readonly access: AccessRules
  /** Further operations of whoever mounts the fake. */
  readonly routes: ControlRoutes | undefined
  /** Told of what no route should throw. */
  readonly onCrash: (error: unknown, call: PlainRequest, world: string) => void
}

/** Answers a call to the control API. */
export type ControlApi = (call: PlainRequest) => Promise<PlainResponse>

/** The control API, beside the platform's own paths: `/__control/…`, also behind `/w/<name>`. */
export function createControlApi(options: ControlOptions): ControlApi {
  const { worlds, presets, access, routes: further, onCrash } = options
  const stock = presetLoader(presets)
  const admit = createAccessCheck(access)
  const routes = { ...builtIn, ...further }
  const table = new PathTable<Map<string, ControlRoute>>()
  for (const [name, route] of Object.entries(routes)) {
    const [method = '', path = ''] = name.split(' ')
    table.add(`/${path}`, new Map()).set(method, route)
  }

  async function answer(
    call: PlainRequest,
    worldName: string | undefined,
    path: string,
  ): Promise<PlainResponse> {
    admit(call)
    const early = answerPreflight(call)
    if (early !== undefined) return early
    const { value: byMethod, params = {} } = table.find(path) ?? {}
    const route = byMethod?.get(call.method)
    if (route === undefined) throw unknown(call, ['GET health', ...Object.keys(routes)])
    const body = await readBody(call, path === '/snapshot')
    let world: World | undefined
    const outcome = await route({
      request: call,
      worlds,
      presets: stock,
      get world() {
        return (world ??=
          call.method === 'GET' ? peekWorld(worlds, worldName) : worlds.get(worldName))
      },
      params,
      query: new URLSearchParams(call.query),
      body,
    })
    world?.changes.commit()
    if (outcome instanceof ControlResponse) return outcome
    if (outcome === undefined) return { status: 204, headers: {}, body: undefined }
    return jsonResponse(200, outcome)
  }

  function refuse(error: unknown, call: PlainRequest, world = defaultWorld): PlainResponse {
    if (!(error instanceof ControlError)) {
      onCrash(error, call, world)
      return jsonResponse(500, { error: 'This crashed on our side. The cause is in the log.' })
    }
    const { status, headers, body } = jsonResponse(error.status, {
      error: shortened(error.message),
    })
    return { status, headers: { ...headers, ...error.headers }, body }
  }

  return (call) => {
    const [, prefix, path = '/'] = controlPath.exec(call.path) ?? []
    const named = call.header('x-understudy-world') ?? (prefix && decodeSegment(prefix))
    return answer(call, named, path)
      .catch((error: unknown) => refuse(toControlError(error), call, named))
      .then((reply) => (allowsOrigin(access, call) ? withCors(call, reply) : reply))
  }
}

/** A sentence repeats what was sent, and a refusal must not be as large as that. */
const shortened = (message: string) =>
  message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message

const longestMessage = 8000

async function readBody(call: PlainRequest, isSnapshot: boolean): Promise<unknown> {
  const [limit, values] = isSnapshot
    ? [snapshotBytes, Number.POSITIVE_INFINITY]
    : [controlBytes, bodyValues]
  const body = mayHaveBody(call) ? await readRequestBody(call, limit, values) : noBody
  requireJsonType(call, body)
  if (body.problem === 'too-large')
    throw new ControlError(
      413,
      `A body may have ${limit} bytes at most here${isSnapshot ? '' : `, and ${values} JSON values`}.`,
    )
  if (body.problem === 'unreadable') throw new ControlError(400, 'The body is no JSON.')
  return body.value
}

function unknown({ method, path }: PlainRequest, known: readonly string[]): ControlError {
  return new ControlError(404, `There is no ${method} ${path}. There are: ${known.join(', ')}.`)
}
