import type { Operation } from '../../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { PlainRequest } from '../../../recording/exchange.ts'

/** What a path leads to, with the parts of it that stand in braces, decoded. */
export type PathTableMatch<Value> = {
  readonly value: Value
  readonly params: Readonly<Record<string, string>>
}

type Node<Value> = {
  readonly fixed: Map<string, Node<Value>>
  /** What follows any other part. */
  any?: Node<Value>
  /** What ends here, and the names of its parameters in their order. */
  end?: { readonly value: Value; readonly names: readonly string[] }
}

const newNode = <Value>(): Node<Value> => ({ fixed: new Map() })

/** Values by paths such as `/agents/{agent_id}`; a part that is written out goes before a parameter. */
export class PathTable<Value> {
  readonly #root: Node<Value> = newNode()
  /** What most paths lead to at once: those without parameters. */
  readonly #whole = new Map<string, PathTableMatch<Value>>()

  /** Puts a value at a path; one that stands there already stays, and is given back. */
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

  /** Where a path leads; a slash at its end makes no difference. */
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
  const params = names.map((name, index) => [name, decodePart(given[index] ?? '')])
  return { value, params: Object.fromEntries(params) }
}

const partsOf = (path: string) => path.replace(/\/$/, '').split('/').slice(1)

/** A part of a path as it was meant; one that is not well encoded stays as it came. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a path leads to: the operations on it by method, and its parameters. */
export type PathMatch = {
  /** The world that the path names by its prefix `/w/<name>`. */
  readonly worldName: string | undefined
  /** The path without that prefix. */
  readonly path: string
  readonly operations: ReadonlyMap<string, OperationId>
  readonly params: Readonly<Record<string, string>>
}

const nothing: ReadonlyMap<string, OperationId> = new Map()
let table: PathTable<Map<string, OperationId>> | undefined

function tableOfEndpoints() {
  const made: typeof table = new PathTable()
  for (const id of operationIds) {
    const { method, path }: Operation = operations[id]
    made.add(path, new Map()).set(method, id)
  }
  return made
}

const worldPath = /^\/w\/([^/]+)(\/.*)$/

/** The name of the world that a path begins with, and what follows; none where it begins otherwise. */
export function worldFromPath(
  path: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] = (path.startsWith('/w/') && worldPath.exec(path)) || []
  return name === undefined || rest === undefined ? undefined : { name: decodePart(name), rest }
}

/** Finds the operations of a path; none is no error yet, since its answer depends on the world. */
export function matchPath(call: PlainRequest): PathMatch {
  const { name: worldName, rest: path = call.path } = worldFromPath(call.path) ?? {}
  // Made with the first call: it takes a millisecond of a start.
  table ??= tableOfEndpoints()
  const { value = nothing, params = {} } = table.find(path) ?? {}
  return { worldName, path, operations: value, params }
}
