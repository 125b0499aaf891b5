import type { Call, Reply } from '../call.ts'

/** Where the control API lives, beside the platform's own paths. */
export const controlPath = '/__control'

/** Answers one operation of the control API. */
export type ControlRoute = (call: Call) => unknown

const builtIn: Readonly<Record<string, ControlRoute>> = {
  'GET /__control/health': () => ({ status: 'ok' }),
}

/** The control API as a table of `METHOD path`; whoever mounts a fake may add operations. */
export function createControl(further: Readonly<Record<string, ControlRoute>> = {}) {
  const routes = { ...builtIn, ...further }
  /** Answers a call to the control API; `undefined` for any other call. */
  return (call: Call): Reply | undefined => {
    if (call.path !== controlPath && !call.path.startsWith(`${controlPath}/`)) return undefined
    const route = routes[`${call.method} ${call.path}`]
    if (route === undefined) return refusal(call, Object.keys(routes))
    return json(200, route(call))
  }
}

function refusal({ method, path }: Call, known: readonly string[]): Reply {
  const message = `There is no ${method} ${path}. There are: ${known.join(', ')}.`
  return json(404, { error: 'not_found', message })
}

const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
