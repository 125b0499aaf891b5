import { isObject } from '../../../contract/json.ts'

/** The path of a value in JSON documents of one kind; `*` stands for each item of an array. */
export type Path = readonly string[]

/** Replaces a value; `undefined` removes it. */
export type Edit = (value: unknown) => unknown

const edits: Readonly<Record<string, Edit>> = {
  dropped: () => undefined,
  nulled: () => null,
  retyped: (value) => {
    if (typeof value === 'string') return 17
    if (typeof value === 'number' || typeof value === 'boolean') return 'text'
    return Array.isArray(value) ? {} : []
  },
}

/** Returns the paths of all values in a document; arrays by the union of their items. */
export function pathsIn(value: unknown): readonly Path[] {
  const steps = Array.isArray(value)
    ? value.map((item) => ['*', item] as const)
    : isObject(value)
      ? Object.entries(value)
      : []
  const paths = steps.flatMap(([step, inner]) => [
    [step],
    ...pathsIn(inner).map((rest) => [step, ...rest]),
  ])
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/**
 * Returns the document with every value at a path edited, or the same document if no value matches.
 */
export function editAt(value: unknown, [step, ...rest]: Path, edit: Edit): unknown {
  const inner = (old: unknown) => (rest.length === 0 ? edit(old) : editAt(old, rest, edit))
  if (step === '*' && Array.isArray(value)) {
    const items = value.map(inner)
    if (items.every((item, index) => item === value[index])) return value
    return items.filter((item) => item !== undefined)
  }
  if (step === undefined || !isObject(value) || !(step in value)) return value
  const changed = inner(value[step])
  if (changed === value[step]) return value
  const { [step]: _, ...others } = value
  return changed === undefined ? others : { ...value, [step]: changed }
}

/** Returns the edits, by name, that change any of these documents at a path. */
export const editsThatShow = (
  documents: readonly unknown[],
  path: Path,
): readonly (readonly [string, Edit])[] =>
  Object.entries(edits).filter(([, edit]) =>
    documents.some((document) => editAt(document, path, edit) !== document),
  )
