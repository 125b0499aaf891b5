/** The value at a path, with the decoded parameters of the path. */
export type PathTableMatch<Value> = {
  readonly value: Value
  readonly params: Readonly<Record<string, string>>
}

type Node<Value> = {
  readonly fixed: Map<string, Node<Value>>
  /** The child node for a segment that is a parameter. */
  any?: Node<Value>
  /** The value of the path that ends here, and its parameter names in order. */
  end?: { readonly value: Value; readonly names: readonly string[] }
}

const newNode = <Value>(): Node<Value> => ({ fixed: new Map() })

/**
 * Values by paths such as `/agents/{agent_id}`. A fixed segment takes precedence over a parameter,
 * which never matches an empty segment. A router library would add 6 KB to a page.
 */
export class PathTable<Value> {
  readonly #root: Node<Value> = newNode()
  /** Paths without parameters. Most requests have such a path. */
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

/** Groups values by path and method. If a row repeats a method and path, the last row wins. */
export function methodTable<Value>(
  rows: Iterable<readonly [method: string, path: string, value: Value]>,
): PathTable<Map<string, Value>> {
  const table = new PathTable<Map<string, Value>>()
  for (const [method, path, value] of rows) table.add(path, new Map()).set(method, value)
  return table
}

/** Groups values by path and method, from names such as `DELETE worlds/{name}`. */
export const namedTable = <Value>(rows: readonly (readonly [name: string, value: Value])[]) =>
  methodTable(
    rows.map(([name, value]) => {
      const [method = '', path = ''] = name.split(' ')
      return [method, `/${path}`, value] as const
    }),
  )

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

/** Returns a path from `/api/` on, without a prefix such as `/w/<world>`; other paths unchanged. */
export const apiPath = (path: string): string =>
  path.startsWith('/api/') ? path : path.replace(/^.*?(?:\/w\/[^/]+)?(?=\/api\/)/, '')

/** A path without its query and fragment. */
export const withoutQuery = (path: string): string => path.replace(/[?#].*/s, '')

/** Decodes a segment of a path; one with invalid encoding stays as it is. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
