import type { PlainResponse } from '../../../recording/exchange.ts'
import { pageHeaders } from '../page-headers.ts'
import type { WorkerEnv } from './runtime.ts'

/** Whether a request is for the console: its page, or a file of it. */
export const isPageRequest = (method: string, path: string): boolean =>
  (path === '/' || path.startsWith('/console/')) && (method === 'GET' || method === 'HEAD')

/** Responds to a request for the console. `headers` are added to those of the page itself. */
export async function servePage(
  request: Request,
  env: WorkerEnv,
  headers: PlainResponse['headers'] = {},
): Promise<Response> {
  if (env.ASSETS === undefined) return notConfigured(headers)
  const found = await env.ASSETS.fetch(request)
  const all = new Headers(found.headers)
  for (const [name, value] of Object.entries(pageHeaders)) all.set(name, value)
  if (new URL(request.url).pathname !== '/' || found.status !== 200)
    return new Response(found.body, { status: found.status, headers: all })
  const html = await found.text()
  // The page depends on the configuration, which the tag of the file does not cover.
  all.delete('etag')
  all.delete('content-length')
  all.set('cache-control', 'no-cache')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  const page = html.replace('<html ', `<html data-control="${controlMode(env)}" `)
  return new Response(request.method === 'HEAD' ? null : page, { headers: all })
}

const controlMode = ({ DEMO, CONTROL_TOKEN }: WorkerEnv) =>
  DEMO ? 'visitor' : CONTROL_TOKEN ? 'needs-token' : 'off'

const notConfigured = (headers: PlainResponse['headers']) =>
  new Response(
    'This Worker has no console: bind the files of agent-understudy/dist/console as ASSETS. ' +
      'The platform itself is at /api.\n',
    { status: 404, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } },
  )
