import { addRoute, createRouter, findRoute } from 'rou3'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { type EndpointId, endpointIds, endpoints } from '../../contract/endpoints.ts'
import type { Call } from '../call.ts'
import { decodePart } from '../decode-part.ts'

/** What a path leads to: the operations on it by method, and its parameters. */
export type Matched = {
  /** The world that the path names by its prefix `/w/<name>`. */
  readonly worldName: string | undefined
  /** The path without that prefix. */
  readonly path: string
  readonly operations: ReadonlyMap<string, EndpointId>
  readonly params: Readonly<Record<string, string>>
}

const nothing: ReadonlyMap<string, EndpointId> = new Map()
const router = createRouter<Map<string, EndpointId>>()
const fixedPaths = new Map<string, Map<string, EndpointId>>()

for (const id of endpointIds) {
  const { method, path }: Endpoint = endpoints[id]
  let operations = fixedPaths.get(path)
  if (operations === undefined) {
    operations = new Map()
    fixedPaths.set(path, operations)
    addRoute(router, '', path.replaceAll(/\{(\w+)\}/g, ':$1'), operations)
  }
  operations.set(method, id)
}

/** Finds the operations of a path; none is no error yet, since its answer depends on the world. */
export function match(call: Call): Matched {
  const [, world, rest] = /^\/w\/([^/]+)(\/.*)$/.exec(call.path) ?? []
  const worldName = world === undefined ? undefined : decodePart(world)
  const path = rest ?? call.path
  const fixed = path.includes('{') ? undefined : fixedPaths.get(path)
  if (fixed !== undefined) return { worldName, path, operations: fixed, params: {} }
  const found = findRoute(router, '', path)
  const params = Object.entries(found?.params ?? {}).map(([name, value]) => [
    name,
    decodePart(value),
  ])
  return {
    worldName,
    path,
    operations: found?.data ?? nothing,
    params: Object.fromEntries(params),
  }
}
