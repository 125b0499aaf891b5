import type { ControlName } from '../../contract/control/operations.ts'
import type { Core } from '../../mocks/core.ts'
import type { ControlMode } from './console.ts'
import type { ControlContext, ControlRoutes } from '../../mocks/control/control-context.ts'
import type { Resources } from '../../mocks/control/metrics.ts'
import { withSandbox } from '../../mocks/server/request/response-headers.ts'
import type { Meter } from '../../mocks/world/meter.ts'
import type { ServedMcp } from '../mcp/http.ts'
import type { PlainRequest } from '../../contract/plain-http.ts'
import type { ConformanceRuns, ServedPlatform } from './conformance/runs.ts'
import { wrapHandle } from './wrap-handle.ts'

/**
 * Serves the console in front of a fake. The code of the console is loaded on first use. The
 * responses of the fake are sandboxed, because they share the origin of the console.
 */
export const withConsole = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  mode: ControlMode,
  conformance: Pick<ServedConformance, 'page'>,
  publicUrl?: string,
): Served =>
  wrapHandle(fake, async (call, handle) => {
    if (isConsoleRequest(call)) {
      const { handleConsoleRequest } = await import('./console.ts')
      const page =
        (await handleConsoleRequest(call, mode, publicUrl)) ?? (await conformance.page(call))
      if (page !== undefined) return page
    }
    return withSandbox(await handle(call))
  })

const isConsoleRequest = ({ method, path }: PlainRequest) =>
  (path === '/' || path.startsWith('/console/') || /^\/w\/[^/]+\/?$/.test(path)) &&
  (method === 'GET' || method === 'HEAD')

// Repeats the names of the routes, because the control API is only loaded on first use.
const moveOperations = [
  'GET moves',
  'PUT moves',
  'DELETE moves',
  'POST moves/{name}',
  'PUT moves/{name}',
  'DELETE moves/{name}',
] satisfies readonly ControlName[]
const loadMoves = async () => (await import('../../mocks/control/moves.ts')).moveRoutes

/** Control API routes by which worlds move between replicas. Their code is loaded on first use. */
export const lazyMoveRoutes: ControlRoutes = Object.fromEntries(
  moveOperations.map((name) => [
    name,
    async (context: ControlContext) => (await loadMoves())[name]?.(context),
  ]),
)

/** The route of the metrics, whose code is loaded on first use. */
export const createMetricsRoutes = (meter: () => Meter, resources: Resources): ControlRoutes => ({
  'GET metrics': async ({ worlds }) =>
    (await import('../../mocks/control/metrics.ts')).readMetrics(worlds, meter(), resources),
})

/** Control API routes for profiles. Their code, which reads YAML, is loaded on first use. */
export const profileRoutes: ControlRoutes = {
  'POST choices/preview': async (context) =>
    (await import('./profile-preview.ts')).previewProfile(context),
}

/** The MCP server at `/__control/mcp`, whose code is loaded on first use. */
export const createMcpRoutes = (served: ServedMcp): ControlRoutes => ({
  'POST mcp': async (context) => (await import('../mcp/http.ts')).answerMcpMessage(served, context),
})

/** Conformance runs against the server itself. Their code is loaded on first use. */
type ServedConformance = ReturnType<typeof createServedConformance>

/** Creates the routes by which the control API runs the suite against the server itself. */
export function createServedConformance(platform: ServedPlatform) {
  let runs: Promise<ConformanceRuns> | undefined
  const open = () =>
    (runs ??= import('./conformance/runs.ts').then(({ createConformanceRuns }) =>
      createConformanceRuns(platform),
    ))
  const routes: ControlRoutes = {
    'GET conformance': async () => (await open()).status(),
    'POST conformance': async (context) => (await open()).begin(context),
    'DELETE conformance': async () => (await open()).stop(),
    'GET conformance/report': async ({ query }) => (await open()).report(query),
  }
  return {
    routes,
    /** The page of a report, at the address of its run. */
    page: async (call: PlainRequest) => (await runs)?.page(call),
    /** Stops the run that is in progress, if there is one. */
    close: async () => (await runs)?.close(),
  }
}
