/** The value at a path, with the decoded parameters of the path. */
export type PathTableMatch<Value> = {
  readonly value: Value
  readonly params: Readonly<Record<string, string>>
}

type Node<Value> = {
  readonly fixedChildren: Map<string, Node<Value>>
  /** The child node for a segment that is a parameter. */
  parameterChild?: Node<Value>
  /** The value of the path that ends here, and its parameter names in order. */
  end?: { readonly value: Value; readonly names: readonly string[] }
}

const newNode = <Value>(): Node<Value> => ({ fixedChildren: new Map() })

/**
 * Values by paths such as `/agents/{agent_id}`. A fixed segment takes precedence over a parameter,
 * which never matches an empty segment. No router library is used: it would add 6 KB to a page.
 */
export class PathTable<Value> {
  readonly #root: Node<Value> = newNode()
  /** Paths without parameters. Most requests have such a path. */
  readonly #fixedPaths = new Map<string, PathTableMatch<Value>>()

  /** Adds a value at a path that has none. Returns the value of the path. */
  add(path: string, value: Value): Value {
    const names: string[] = []
    let node = this.#root
    for (const part of pathSegments(path)) {
      if (part.startsWith('{')) {
        names.push(part.slice(1, -1))
        node = node.parameterChild ??= newNode()
      } else {
        let next = node.fixedChildren.get(part)
        if (next === undefined) node.fixedChildren.set(part, (next = newNode()))
        node = next
      }
    }
    node.end ??= { value, names }
    if (names.length === 0) this.#fixedPaths.set(path, { value: node.end.value, params: {} })
    return node.end.value
  }

  /** Finds the value of a path, with or without a slash at its end. */
  find(path: string): PathTableMatch<Value> | undefined {
    return this.#fixedPaths.get(path) ?? searchNode(this.#root, pathSegments(path), 0, [])
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

function searchNode<Value>(
  node: Node<Value>,
  parts: readonly string[],
  at: number,
  parameterValues: readonly string[],
): PathTableMatch<Value> | undefined {
  const part = parts[at]
  if (part === undefined) return node.end && toMatch(node.end, parameterValues)
  const next = node.fixedChildren.get(part)
  const found = next && searchNode(next, parts, at + 1, parameterValues)
  if (found !== undefined || node.parameterChild === undefined || part === '') return found
  return searchNode(node.parameterChild, parts, at + 1, [...parameterValues, part])
}

function toMatch<Value>(
  { value, names }: NonNullable<Node<Value>['end']>,
  parameterValues: readonly string[],
): PathTableMatch<Value> {
  const params = names.map((name, index) => [name, decodeSegment(parameterValues[index] ?? '')])
  return { value, params: Object.fromEntries(params) }
}

const pathSegments = (path: string) => path.replace(/\/$/, '').split('/').slice(1)

/** Returns a path from `/api/` on, without a prefix such as `/w/<world>`; other paths unchanged. */
export const apiPath = (path: string): string =>
  path.startsWith('/api/') ? path : path.replace(/^.*?(?:\/w\/[^/]+)?(?=\/api\/)/, '')

/** Removes the prefix of a world from a path, such as `/w/red`. */
export const pathInWorld = (path: string): string => path.replace(/^\/w\/[^/]+(?=\/)/, '')

/** Removes the names of parameters from a path: `/agents/{agent_id}` becomes `/agents/{}`. */
export const withoutParameterNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** Removes the query and the fragment from a path. */
export const withoutQuery = (path: string): string => path.replace(/[?#].*/s, '')

/** Decodes a segment of a path. A segment with invalid encoding stays unchanged. */
export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
