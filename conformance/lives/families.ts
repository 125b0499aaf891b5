import type { JsonSchema } from '../../contract/sample.ts'
import { withoutParameterNames } from '../../contract/operations/path-table.ts'

/** An operation as an OpenAPI document declares it. */
export type DeclaredOperation = {
  readonly method: string
  /** The path with its parameters, such as `/api/skills/{skill_id}`. */
  readonly path: string
  /** The schema of the JSON body, or `form` for an upload. */
  readonly body?: JsonSchema | 'form'
  /** The field of a created record whose value is used in paths; `id` by default. */
  readonly key?: string
}

/** A family: the operations on one kind of record that a client can create and delete. */
export type LifecycleFamily = {
  /** The path of the list of these records. */
  readonly path: string
  readonly hasList: boolean
  /**
   * The names that path parameters and body fields use for the id of a record, such as `skill_id`.
   */
  readonly idNames: ReadonlySet<string>
  readonly create: DeclaredOperation
  /** The path of one record. */
  readonly item: string
  /** The operations that change a record, the update of the whole record first. */
  readonly calls: readonly DeclaredOperation[]
  /** The paths of `GET` operations that return a record or details of it. */
  readonly reads: readonly string[]
  /** Families whose records belong to a record of this family. */
  readonly parts: readonly LifecycleFamily[]
}

const parametersIn = (path: string): readonly string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)

/** Matches paths that call a model. The suite skips them: they cost money, and answers vary. */
const asksModel = /\/ai\/|\/optimize|\/chat\b/

const basePath = ({ path }: DeclaredOperation) =>
  withoutParameterNames(path).replace(/\/(create|upload)$/, '')

/** Finds the families of a deployment. A nested family is in the `parts` of its outer family. */
export function familiesOf(operations: readonly DeclaredOperation[]): readonly LifecycleFamily[] {
  const byPath = Map.groupBy(operations, ({ path }) => withoutParameterNames(path))
  const at = (path: string, method: string) =>
    byPath.get(path)?.find((operation) => operation.method === method)
  const creations = operations
    .filter((one) => one.method === 'POST' && at(`${basePath(one)}/{}`, 'DELETE') !== undefined)
    // A JSON body is preferred to an upload.
    .toSorted((one, other) => Number(one.body === 'form') - Number(other.body === 'form'))
  const byBase = Map.groupBy(creations, basePath)
  const build = (base: string): readonly LifecycleFamily[] => {
    const [create] = byBase.get(base) ?? []
    if (create === undefined) return []
    const item = `${base}/{}`
    const below = operations.filter(({ path }) =>
      withoutParameterNames(path).startsWith(`${item}/`),
    )
    const direct = below.filter(
      ({ path }) => !withoutParameterNames(path).slice(item.length).includes('{}'),
    )
    const inner = [...byBase.keys()].filter(
      (path) => path.startsWith(`${item}/`) && !path.slice(item.length).includes('{}'),
    )
    const partCreations = new Set(inner.flatMap((path) => byBase.get(path)?.[0] ?? []))
    const updates = ['PUT', 'PATCH'].flatMap((method) => at(item, method) ?? [])
    const calls = direct.filter(
      (one) => one.method !== 'GET' && !partCreations.has(one) && !asksModel.test(one.path),
    )
    return [
      {
        path: base,
        hasList: at(base, 'GET') !== undefined,
        idNames: new Set(
          (byPath.get(item) ?? []).flatMap(({ path }) => parametersIn(path).at(-1) ?? []),
        ),
        create,
        item,
        calls: [...updates, ...calls],
        reads: [
          ...(at(item, 'GET') === undefined ? [] : [item]),
          ...direct
            .filter(({ method }) => method === 'GET')
            .map(({ path }) => withoutParameterNames(path)),
        ],
        parts: inner.flatMap(build),
      },
    ]
  }
  return [...byBase.keys()].filter((base) => !base.includes('{}')).flatMap(build)
}

/** Fills the parameters of a path with ids. */
export function pathWith(path: string, ids: readonly string[]): string {
  const left = [...ids]
  return path.replaceAll(/\{\w*\}/g, () => encodeURIComponent(left.shift() ?? ''))
}
