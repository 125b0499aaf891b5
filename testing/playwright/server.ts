import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { callOf } from '../../contract/control/call.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { loadConfiguredFake } from '../configured.ts'
import { createTestFake } from '../test-fake.ts'
import { callControl, type FakeConnection } from '../control-client.ts'

/** The server that hosts the worlds of the tests. */
export type ServerOptions = {
  /**
   * The URL of a running fake, such as `http://127.0.0.1:4010`. Default: the environment variable
   * `UNDERSTUDY_URL`. Without either, each worker starts a fake on a free port.
   */
  readonly url?: string
  /** The token of the server's control API, if required. Default: `UNDERSTUDY_TOKEN`. */
  readonly token?: string
  /**
   * `false` ignores the config file, which otherwise sets the data of a fake that a worker starts.
   */
  readonly config?: false
}

/** Always uses a new connection, because the server may close an idle one at the same moment. */
function fetchWithoutKeepAlive(request: Request): Promise<Response> {
  request.headers.set('connection', 'close')
  return abortableFetch(request)
}

/**
 * Connects to the given server, or starts one with the data of the config file that is in a folder or
 * above it. Throws an `Error` if the server does not respond, and for a wrong config file.
 */
export async function connectServer(options: ServerOptions, folder = process.cwd()) {
  const { url = process.env['UNDERSTUDY_URL'], token = process.env['UNDERSTUDY_TOKEN'] } = options
  if (url !== undefined && url !== '') {
    const connection: FakeConnection = {
      url: url.replace(/(?<!\/)\/+$/, ''),
      token,
      fetch: fetchWithoutKeepAlive,
    }
    await callControl(connection, undefined, callOf('GET worlds'))
    return { connection, close: async () => {} }
  }
  const configured = options.config === false ? {} : await loadConfiguredFake(folder)
  const { url: own, close } = await listen(createTestFake({}, configured))
  return { connection: { url: own, fetch: fetchWithoutKeepAlive } satisfies FakeConnection, close }
}
