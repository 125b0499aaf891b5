import { listen } from '../../mocks/adapters/node.ts'
import { createTestFake } from '../test-fake.ts'
import { callControl, type FakeConnection } from '../control-client.ts'

/** The server that tests take their worlds from. */
export type ServerOptions = {
  /**
   * The address of a fake that runs, such as `http://127.0.0.1:4010`; the environment variable
   * `UNDERSTUDY_URL` unless given. Without either, each worker starts one on a free port.
   */
  readonly url?: string
  /** Of its control API, where it asks for one; `UNDERSTUDY_TOKEN` unless given. */
  readonly token?: string
}

/** By a connection of its own: a kept one may be closed by the server just as it is used again. */
function overHttp(request: Request): Promise<Response> {
  request.headers.set('connection', 'close')
  return fetch(request)
}

/** Finds the server that was given, or starts one. Throws an `Error` where none answers. */
export async function connectServer(given: ServerOptions) {
  const { url = process.env['UNDERSTUDY_URL'], token = process.env['UNDERSTUDY_TOKEN'] } = given
  if (url !== undefined && url !== '') {
    const reach: FakeConnection = { url: url.replace(/(?<!\/)\/+$/, ''), token, fetch: overHttp }
    await callControl(reach, undefined, 'GET worlds')
    return { reach, close: async () => {} }
  }
  const { url: own, close } = await listen(createTestFake())
  return { reach: { url: own, fetch: overHttp } satisfies FakeConnection, close }
}
