import { messageOf } from '../contract/realm-safe.ts'
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
} from 'yaml'
import { AuthoringError } from './problem.ts'
import { yamlProblems } from './yaml-problems.ts'

export type Path = readonly PropertyKey[]

/** A YAML file as plain data, with the position of each part as `file:line:column`. */
export type YamlDocument = {
  readonly value: unknown
  /** The position of a value or its key; of the nearest parent if the path does not exist. */
  readonly where: (path: Path, part?: 'key' | 'value') => string
}

type Found = { readonly key: Node | null; readonly value: Node | null }

/** Parses a YAML document; throws `AuthoringError` if it is invalid. */
export const parseYaml = (text: string, file: string): YamlDocument => {
  const lines = new LineCounter()
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const document = parseDocument(text, { ...options, lineCounter: lines })
  const problems = yamlProblems(document, text)
  if (problems.length > 0) {
    throw new AuthoringError(
      problems.map(({ offset, rule, says }) => ({ place: place(offset), rule, says })),
    )
  }
  return {
    value: toPlain(document, place),
    where: (path, part = 'value') => {
      const found = follow(document, path)
      const node = part === 'key' ? (found.key ?? found.value) : found.value
      return place(node?.range?.[0] ?? 0)
    },
  }
}

// The parser compares each key with all before it, which takes minutes for many keys;
// `yamlProblems` checks for duplicates instead.
const options = { prettyErrors: false, uniqueKeys: false } as const

const toPlain = (document: Document.Parsed, place: (offset: number) => string): unknown => {
  try {
    return document.toJS()
  } catch (cause) {
    // The parser reports an undefined alias or an alias bomb only during this conversion.
    const reason = messageOf(cause)
    const says = `${reason}; define the anchor before its alias`
    throw new AuthoringError([{ place: place(0), rule: 'yaml', says }])
  }
}

const follow = (document: Document.Parsed, path: Path): Found => {
  let found: Found = { key: null, value: document.contents }
  for (const step of path) {
    const next = child(document, found.value, step)
    if (!next) break
    found = next
  }
  return found
}

const child = (document: Document.Parsed, parent: Node | null, step: PropertyKey): Found | null => {
  const node = isAlias(parent) ? (parent.resolve(document) ?? null) : parent
  if (isSeq(node)) {
    const item = node.items[Number(step)]
    return isNode(item) ? { key: null, value: item } : null
  }
  if (!isMap(node)) return null
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
  if (!pair) return null
  const key = isNode(pair.key) ? pair.key : null
  return { key, value: isNode(pair.value) ? pair.value : key }
}

/** Parses a profile file to plain data; `readProfile` validates it. */
export const loadProfileDocument = (text: string, file: string): YamlDocument =>
  parseYaml(text, file)
