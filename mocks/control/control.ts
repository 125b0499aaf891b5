import type { Call, Reply } from '../call.ts'
import { read } from '../pipeline/read.ts'
import type { World } from '../state/world.ts'
import type { Worlds } from '../state/worlds.ts'
import { moveClock, tellTime } from './clock.ts'
import { ControlError } from './control-error.ts'
import { guard } from './guard.ts'

/** What an operation of the control API works with. */
export type ControlVisit = { readonly world: World; readonly body: unknown }

/** Answers one operation of the control API; may throw `ControlError`. */
export type ControlRoute = (visit: ControlVisit) => unknown

const builtIn: Readonly<Record<string, ControlRoute>> = {
  'GET health': () => ({ status: 'ok' }),
  'GET clock': tellTime,
  'POST clock': moveClock,
}

export type ControlOptions = {
  readonly worlds: Worlds
  /** Whether it answers at all: not where strangers can reach it. */
  readonly open: boolean
  /** Further operations, by `METHOD name`, of whoever mounts the fake. */
  readonly further?: Readonly<Record<string, ControlRoute>>
}

/** The control API, beside the platform's own paths: `/__control/…`, also behind `/w/<name>`. */
export function createControl({ worlds, open, further }: ControlOptions) {
  const routes = { ...builtIn, ...further }

  async function answer(call: Call, worldName: string | undefined, name: string): Promise<Reply> {
    const route = routes[`${call.method} ${name}`]
    try {
      if (!open && name !== 'health')
        throw new ControlError(403, 'The control API is off: others can reach this address.')
      if (route === undefined) throw unknown(call, Object.keys(routes))
      guard(call)
      const { value: body } = await read(call)
      return json(200, route({ world: worlds.get(worldName), body }))
    } catch (error) {
      if (error instanceof ControlError) return json(error.status, { error: error.message })
      throw error
    }
  }

  /** Answers a call to the control API; `undefined` for any other call. */
  return (call: Call): Promise<Reply> | undefined => {
    const [, prefix, name] = /^(?:\/w\/([^/]+))?\/__control(?:\/(.*))?$/.exec(call.path) ?? []
    if (name === undefined && !call.path.endsWith('/__control')) return undefined
    const named = call.header('x-understudy-world') ?? (prefix && decodeURIComponent(prefix))
    return answer(call, named, name ?? '')
  }
}

function unknown({ method, path }: Call, known: readonly string[]): ControlError {
  return new ControlError(404, `There is no ${method} ${path}. There are: ${known.join(', ')}.`)
}

const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
