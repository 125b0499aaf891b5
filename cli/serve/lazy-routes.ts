import type { Core } from '../../mocks/core.ts'
import type { ControlMode } from './console.ts'
import type { ControlRoutes } from '../../mocks/control/control-context.ts'
import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import type { ConformanceRuns, ServedPlatform } from './conformance/runs.ts'

/** Puts the page in front of a fake: read when it is first asked for, so that no start waits for it. */
export const withConsole = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  door: ControlMode,
  judge: Pick<ServedConformance, 'page'>,
): Served => ({
  ...fake,
  async handle(call) {
    const own = /^\/(console\/[^/]+)?$/.test(call.path) && /^(GET|HEAD)$/.test(call.method)
    if (!own) return fake.handle(call)
    const { handleConsoleRequest } = await import('./console.ts')
    const answer = (await handleConsoleRequest(call, door)) ?? (await judge.page(call))
    return answer ?? fake.handle(call)
  },
})

/** Reads YAML, which is none of a fake's business. */
export const profileRoutes: ControlRoutes = {
  'POST choices/preview': async (visit) =>
    (await import('./profile-preview.ts')).previewProfile(visit),
}

/** The judge that a server carries; its code is loaded when it is first asked for. */
type ServedConformance = {
  /** Its operations of the control API. */
  readonly routes: ControlRoutes
  /** The page of a report; nothing unless a run told its address. */
  page(call: PlainRequest): Promise<PlainResponse | undefined>
  /** Stops a run that is under way. */
  close(): Promise<void>
}

/** Lets the callers of the control API judge the server itself. */
export function createServedConformance(judged: ServedPlatform): ServedConformance {
  let desk: Promise<ConformanceRuns> | undefined
  const open = () =>
    (desk ??= import('./conformance/runs.ts').then(({ createConformanceRuns: openDesk }) =>
      openDesk(judged),
    ))
  return {
    routes: {
      'GET conformance': async () => (await open()).tell(),
      'POST conformance': async (visit) => (await open()).begin(visit),
      'DELETE conformance': async () => (await open()).stop(),
      'GET conformance/report': async ({ query }) => (await open()).report(query),
    },
    page: async (call) => (await desk)?.page(call),
    close: async () => (await desk)?.close(),
  }
}
