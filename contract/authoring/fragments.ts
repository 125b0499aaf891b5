import { dirname, join } from 'node:path'
import { isObject, type JsonObject, mapFields } from '../json.ts'
import { unknownWordAdvice } from '../nearest.ts'
import { useLine } from './script-file.ts'
import type { Problem, RuleId } from './problem.ts'
import { fillPlaceholders, placeholdersIn, textsWithPlaceholders } from '../scripts/placeholders.ts'
import type { Path, YamlDocument } from './yaml.ts'

/** Files by path; `undefined` for a file that is not valid YAML. */
export type DocumentsByPath = ReadonlyMap<string, YamlDocument | undefined>

/** A file, and the fragments that its `use` lines can name. */
type FragmentScope = { readonly document: YamlDocument; readonly fragments: Map<string, Fragment> }
type Fragment = { readonly home: FragmentScope; readonly path: Path; readonly lines: unknown }
type Origin = { readonly document: YamlDocument; readonly path: Path }

/** These lines replace a wrong `use` line, so that the other lines are still checked. */
const substituteLines = [{ pause: 0 }]

/** Returns the paths of the files that a file includes. */
export const includesOf = (file: string, { value }: YamlDocument): readonly string[] => {
  const { include } = toMap(value)
  return Array.isArray(include) ? include.map((name) => join(dirname(file), String(name))) : []
}

/** Replaces `use` lines by the lines of their fragments. */
export class FragmentExpander {
  readonly problems: Problem[] = []
  readonly #documents: DocumentsByPath
  /** The file and path of each line, because lines of fragments come from other files. */
  readonly #origins = new WeakMap<object, Origin>()

  constructor(library: DocumentsByPath) {
    this.#documents = library
  }

  /** Expands all fragments of a file; each line keeps its original position. */
  expand(file: string, document: YamlDocument): YamlDocument {
    const home = this.#scopeOf(file, document, [file])
    const expandScripts = (value: unknown, path: Path) =>
      mapValues(value, (lines, key) =>
        key === 'script' || key === 'on_inject'
          ? this.#expandLines(lines, [...path, key], home)
          : lines,
      )
    const value = mapValues(expandScripts(document.value, []), (part, key) => {
      if (key === 'fragments')
        return mapValues(part, (lines, name) => this.#expandLines(lines, ['fragments', name], home))
      if (key !== 'turns' || !Array.isArray(part)) return part
      return part.map((turn, index) => expandScripts(turn, ['turns', index]))
    })
    return { value, where: (path, part) => this.#locate(document, value, path, part) }
  }

  #expandLines(
    lines: unknown,
    path: Path,
    home: FragmentScope,
    within: readonly Fragment[] = [],
    values?: JsonObject,
  ): unknown {
    if (!Array.isArray(lines)) return lines
    return lines.flatMap((written: unknown, index): readonly unknown[] => {
      const here = [...path, index]
      const line = values === undefined ? written : fillPlaceholders(written, values)
      if (!isObject(line)) return [line]
      if ('use' in line) return [this.#expandUse(line, here, home, within)].flat()
      const copy = mapFields(line, (part, key) =>
        key === 'approval'
          ? mapValues(part, (branch, name) =>
              this.#expandLines(branch, [...here, key, name], home, within),
            )
          : part,
      )
      this.#origins.set(copy, { document: home.document, path: here })
      return [copy]
    })
  }

  #expandUse(line: object, path: Path, home: FragmentScope, within: readonly Fragment[]): unknown {
    const complain = (says: string, at: Path, rule: RuleId = 'fragment') => {
      this.problems.push({ place: home.document.where([...path, ...at]), rule, says })
      return substituteLines
    }
    const given = useLine.safeParse(line)
    if (!given.success)
      return complain(
        '"use" must be the name of a fragment, or { fragment, with: { name: value } }',
        [],
      )
    const { use } = given.data
    const name = typeof use === 'string' ? use : use.fragment
    const at = typeof use === 'string' ? ['use'] : ['use', 'fragment']
    const fragment = home.fragments.get(name)
    if (fragment === undefined)
      return complain(`there is no fragment "${name}"; ${fragmentAdvice(home, name)}`, at)
    if (within.includes(fragment))
      return complain(`the fragment "${name}" uses itself; remove this line`, at)
    const values = typeof use === 'string' ? {} : (use.with ?? {})
    const places = new Set(
      [...textsWithPlaceholders(fragment.lines)].flatMap(([text]) => placeholdersIn(text)),
    )
    for (const key of Object.keys(values).filter((one) => !places.has(one)))
      complain(`"${name}" has no placeholder {{${key}}}; ${unknownWordAdvice(key, [...places])}`, [
        'use',
        'with',
        key,
      ])
    const inside = [...within, fragment]
    return this.#expandLines(fragment.lines, fragment.path, fragment.home, inside, values)
  }

  /** Returns a file with its usable fragments: from the file itself and from included files. */
  #scopeOf(file: string, document: YamlDocument, trail: readonly string[]): FragmentScope {
    const home: FragmentScope = { document, fragments: new Map() }
    for (const [index, path] of includesOf(file, document).entries()) {
      const complain = (says: string) =>
        this.problems.push({ place: document.where(['include', index]), rule: 'include', says })
      const included = this.#documents.get(path)
      if (!this.#documents.has(path))
        complain(`there is no file "${path}"; paths are relative to the folder of this file`)
      else if (trail.includes(path)) complain(`"${path}" includes itself; remove it`)
      else if (included !== undefined) {
        if (toMap(included.value)['fragments'] === undefined)
          complain(`"${path}" has no fragments; put shared lines under "fragments:"`)
        const theirs = this.#scopeOf(path, included, [...trail, path])
        for (const [name, fragment] of theirs.fragments) home.fragments.set(name, fragment)
      }
    }
    for (const [name, lines] of Object.entries(toMap(toMap(document.value)['fragments'])))
      home.fragments.set(name, { home, path: ['fragments', name], lines })
    return home
  }

  #locate(document: YamlDocument, root: unknown, path: Path, part?: 'key' | 'value'): string {
    let origin: Origin = { document, path: [] }
    let rest = path
    let value = root
    for (const [index, step] of path.entries()) {
      value = toMap(value)[String(step)]
      const found = typeof value === 'object' && value !== null && this.#origins.get(value)
      if (found) [origin, rest] = [found, path.slice(index + 1)]
    }
    return origin.document.where([...origin.path, ...rest], part)
  }
}

const fragmentAdvice = ({ fragments }: FragmentScope, name: string) =>
  fragments.size === 0
    ? 'include the file that defines it'
    : unknownWordAdvice(name, [...fragments.keys()])

const toMap = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {}

/** Changes each value of a map. Anything but a map stays unchanged: the schema refuses it later. */
const mapValues = (map: unknown, change: (value: unknown, key: string) => unknown): unknown =>
  isObject(map) ? mapFields(map, change) : map
