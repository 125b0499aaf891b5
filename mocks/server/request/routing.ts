import type { Profile } from '../../../contract/picks.ts'
import type { Families } from '../../../contract/profile/own-operations.ts'
import type { PlainRequest, PlainResponse } from '../../../recording/exchange.ts'
import { withCors } from './response-headers.ts'

/** The value at a path, with the parameters of the path, decoded. */
export type PathTableMatch<Value> = {
  readonly value: Value
  readonly params: Readonly<Record<string, string>>
}

type Node<Value> = {
  readonly fixed: Map<string, Node<Value>>
  /** The branch for a parameter. */
  any?: Node<Value>
  /** The value of the path that ends here, and the names of its parameters in order. */
  end?: { readonly value: Value; readonly names: readonly string[] }
}

const newNode = <Value>(): Node<Value> => ({ fixed: new Map() })

/** Values by paths such as `/agents/{agent_id}`. A router library would add 6 KB to a page. */
export class PathTable<Value> {
  readonly #root: Node<Value> = newNode()
  /** The paths without parameters, which most requests have. */
  readonly #whole = new Map<string, PathTableMatch<Value>>()

  /** Adds a value at a path, or returns the existing value. */
  add(path: string, value: Value): Value {
    const names: string[] = []
    let node = this.#root
    for (const part of partsOf(path)) {
      if (part.startsWith('{')) {
        names.push(part.slice(1, -1))
        node = node.any ??= newNode()
      } else {
        let next = node.fixed.get(part)
        if (next === undefined) node.fixed.set(part, (next = newNode()))
        node = next
      }
    }
    node.end ??= { value, names }
    if (names.length === 0) this.#whole.set(path, { value: node.end.value, params: {} })
    return node.end.value
  }

  /** Finds the value of a path, with or without a slash at its end. */
  find(path: string): PathTableMatch<Value> | undefined {
    return this.#whole.get(path) ?? search(this.#root, partsOf(path), 0, [])
  }
}

function search<Value>(
  node: Node<Value>,
  parts: readonly string[],
  at: number,
  given: readonly string[],
): PathTableMatch<Value> | undefined {
  const part = parts[at]
  if (part === undefined) return node.end && foundAt(node.end, given)
  const next = node.fixed.get(part)
  const found = next && search(next, parts, at + 1, given)
  if (found !== undefined || node.any === undefined || part === '') return found
  return search(node.any, parts, at + 1, [...given, part])
}

function foundAt<Value>(
  { value, names }: NonNullable<Node<Value>['end']>,
  given: readonly string[],
): PathTableMatch<Value> {
  const params = names.map((name, index) => [name, decodeSegment(given[index] ?? '')])
  return { value, params: Object.fromEntries(params) }
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/').slice(1)

/** Decodes a segment of a path; one with invalid encoding stays as it is. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const worldPath = /^\/w\/([^/]+)(\/.*)$/

/** The world in the prefix `/w/<name>` of a path, and the rest; `undefined` without the prefix. */
export function worldFromPath(
  path: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] = (path.startsWith('/w/') && worldPath.exec(path)) || []
  return name === undefined || rest === undefined ? undefined : { name: decodeSegment(name), rest }
}

/** Matches the paths of the control API; captures the world and the path below `/__control`. */
export const controlPath = /^(?:\/w\/([^/]+))?\/__control(\/.*)?$/

export const isControlRequest = ({ path }: PlainRequest): boolean =>
  path.includes('/__control') && controlPath.test(path)

/** The probe of a request to the control API: whether the process is alive, or ready for requests. */
export function probeOf({ method, path }: PlainRequest): 'health' | 'ready' | undefined {
  const [, , below] = (method === 'GET' && controlPath.exec(path)) || []
  return below === '/health' ? 'health' : below === '/ready' ? 'ready' : undefined
}

/** The response to a probe. Open to everyone, because it reveals nothing about the worlds. */
export const probeResponse = (probe: 'health' | 'ready', isReady: boolean): PlainResponse => ({
  status: probe === 'ready' && !isReady ? 503 : 200,
  headers: { 'content-type': 'application/json' },
  body: `{"status":"${probe === 'health' ? 'ok' : isReady ? 'ready' : 'draining'}"}`,
})

/** Whether a request is for the OpenAPI document, which belongs to no world. */
export const isOpenApiRequest = ({ method, path }: PlainRequest): boolean =>
  method === 'GET' && (worldFromPath(path)?.rest ?? path) === '/openapi.json'

/**
 * The contract as an OpenAPI document, created with the first request for it. Below `/w/<name>` it
 * has the operations of the profile of that world as well.
 */
export async function openApiResponse(
  request: PlainRequest,
  profileOf: (world: string) => Profile | undefined = () => undefined,
): Promise<PlainResponse> {
  const { openApi } = await import('../../../contract/openapi/document.ts')
  const { name: world } = worldFromPath(request.path) ?? {}
  const families = world === undefined ? undefined : profileOf(world)?.operations
  return withCors(request, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body:
      families === undefined
        ? (openApiText ??= JSON.stringify(openApi()))
        : JSON.stringify(openApi(await loadOwnOperations(families))),
  })
}

async function loadOwnOperations(families: Families) {
  const { ownOperations } = await import('../../platform/custom/own-operations.ts')
  return ownOperations(families, () => true)
}

let openApiText: string | undefined
