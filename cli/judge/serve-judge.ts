import type { Call, Reply } from '../../mocks/call.ts'
import type { ControlRoutes } from '../../mocks/control/control-visit.ts'
import type { Desk, Judged } from './desk.ts'

/** The judge that a server carries; its code is loaded when it is first asked for. */
export type ServedJudge = {
  /** Its operations of the control API. */
  readonly routes: ControlRoutes
  /** The page of a report; nothing unless a run told its address. */
  page(call: Call): Promise<Reply | undefined>
  /** Stops a run that is under way. */
  close(): Promise<void>
}

/** Lets the callers of the control API judge the server itself. */
export function serveJudge(judged: Judged): ServedJudge {
  let desk: Promise<Desk> | undefined
  const open = () => (desk ??= import('./desk.ts').then(({ openDesk }) => openDesk(judged)))
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
