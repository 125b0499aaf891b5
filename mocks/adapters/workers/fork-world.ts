import { newFork } from '../../../contract/control/worlds.ts'
import { parseBody } from '../../control/control-error.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { worldTag } from '../../world/api-keys.ts'
import type { Service } from './runtime.ts'
import { randomToken } from './worker-options.ts'

/**
 * Forks a world into the object of its new name: creates a world there, and restores a snapshot in
 * it. The objects check the token of the request. A failure is the response of the object. Throws
 * `ControlError` for a body that is not valid.
 */
export async function forkWorld(
  request: Request,
  source: string,
  objectOf: (tag: string) => Service,
): Promise<Response> {
  const asked: unknown = await request.json().catch(() => ({}))
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  for (const other of ['content-length', 'x-understudy-world']) headers.delete(other)
  const { origin } = new URL(request.url)
  const call = (world: string, method: string, path: string, body?: string) =>
    objectOf(worldTag(world)).fetch(
      new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }),
    )

  const from = decodeSegment(source)
  const found = await call(from, 'GET', `/__control/worlds/${source}`)
  if (!found.ok) return found
  const { name = randomToken() } = parseBody(newFork, asked)
  const snapshot = await call(from, 'GET', `/w/${source}/__control/snapshot`)
  if (!snapshot.ok) return snapshot
  const created = await call(name, 'POST', '/__control/worlds', JSON.stringify({ name }))
  if (!created.ok) return created
  const target = encodeURIComponent(name)
  const text = await snapshot.text()
  const restored = await call(name, 'PUT', `/w/${target}/__control/snapshot`, text)
  if (!restored.ok) {
    await call(name, 'DELETE', `/__control/worlds/${target}`)
    return restored
  }
  const details = await call(name, 'GET', `/__control/worlds/${target}`)
  return new Response(details.body, {
    status: details.ok ? 201 : details.status,
    headers: details.headers,
  })
}
