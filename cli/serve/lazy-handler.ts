import type { CreateHandler, RequestHandler } from '../../mocks/request-handler.ts'

/**
 * Loads what handles requests with the first one: a server listens in half of the time, because the
 * schemas of all operations are created with this code.
 */
export const createLazyHandler: CreateHandler = (parts) => {
  let handler: RequestHandler | undefined
  async function load(): Promise<RequestHandler> {
    const { createRequestHandler } = await import('../../mocks/request-handler.ts')
    if (handler !== undefined) return handler
    handler = createRequestHandler(parts)
    for (const world of parts.worlds.list()) handler.continueWork(world)
    return handler
  }
  return {
    handle: async (request) => (handler ?? (await load())).handle(request),
    // A world that is opened before the handler is loaded goes on with the first request.
    continueWork: (world) => handler?.continueWork(world),
    readFixture: async (document) => (handler ?? (await load())).readFixture(document),
  }
}
