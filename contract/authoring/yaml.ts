import { isStackOverflow } from '../realm-safe.ts'
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  Document,
  type Node,
  isCollection,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { AuthoringError, type RuleId } from './problem.ts'

export type Path = readonly PropertyKey[]

/** A YAML file as plain data, with the position of each part as `file:line:column`. */
export type YamlDocument = {
  readonly value: unknown
  /** Returns the position of a value or its key; for a missing path, that of the nearest parent. */
  readonly where: (path: Path, part?: 'key' | 'value') => string
}

type KeyAndValue = { readonly key: Node | null; readonly value: Node | null }

/** Parses a YAML document; throws `AuthoringError` if it is invalid. */
export const parseYaml = (text: string, file: string): YamlDocument => {
  const lines = new LineCounter()
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const document = parseDocument(text, { ...yamlOptions, lineCounter: lines })
  const problems = yamlProblems(document, text)
  if (problems.length > 0) {
    throw new AuthoringError(
      problems.map(({ offset, rule, says }) => ({ place: place(offset), rule, says })),
    )
  }
  return {
    value: toPlainValue(document, text.length, place),
    where: (path, part = 'value') => {
      const found = findNode(document, path)
      const node = part === 'key' ? (found.key ?? found.value) : found.value
      return place(node?.range?.[0] ?? 0)
    },
  }
}

// `uniqueKeys` is off, because the parser takes minutes to compare many keys. `yamlProblems` checks
// for duplicate keys instead.
const yamlOptions = { prettyErrors: false, uniqueKeys: false } as const

/** The maximum number of anchors and aliases. The parser compares an alias to all earlier ones. */
const maxAliases = 20_000
/** The maximum length of a file with its aliases written out. A large file may grow tenfold. */
const maxWrittenOut = 16 * 1024 * 1024

function toPlainValue(
  document: Document.Parsed,
  length: number,
  place: (offset: number) => string,
): unknown {
  const anchors = new Set<string>()
  let count = 0
  let last: number | undefined
  const fail = (offset: number, says: string) =>
    new AuthoringError([{ place: place(offset), rule: 'yaml', says }])
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node) && node.anchor === undefined) return
      const offset = node.range?.[0] ?? 0
      if (++count > maxAliases)
        throw fail(offset, `this file has more than ${maxAliases} anchors and aliases; use fewer`)
      if (!isAlias(node)) anchors.add(node.anchor ?? '')
      else if (anchors.has(node.source)) last = offset
      else throw fail(offset, `*${node.source} has no anchor; define &${node.source} before it`)
    },
  })
  const value: unknown = document.toJS({ maxAliasCount: -1 })
  if (last !== undefined && writtenOutLength(value) > Math.max(maxWrittenOut, 10 * length))
    throw fail(last, 'with its aliases written out, this file is too large; use fewer aliases')
  return value
}

/** Counts the characters of a value, with each copy of a repeated object. Infinite for a cycle. */
function writtenOutLength(value: unknown, known = new Map<object, number>()): number {
  if (typeof value !== 'object' || value === null) return String(value).length + 1
  let length = known.get(value)
  if (length !== undefined) return length
  known.set(value, Number.POSITIVE_INFINITY)
  length = 2
  for (const [key, item] of Object.entries(value))
    length += key.length + writtenOutLength(item, known)
  known.set(value, length)
  return length
}

const findNode = (document: Document.Parsed, path: Path): KeyAndValue => {
  let found: KeyAndValue = { key: null, value: document.contents }
  for (const step of path) {
    const next = findChild(document, found.value, step)
    if (!next) break
    found = next
  }
  return found
}

const findChild = (
  document: Document.Parsed,
  parent: Node | null,
  step: PropertyKey,
): KeyAndValue | null => {
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

/** A problem at an offset of a YAML text. */
type YamlProblem = {
  readonly offset: number
  readonly rule: RuleId
  readonly says: string
}

/** Finds unquoted placeholders and the first syntax error, which usually causes later errors. */
function yamlProblems(document: Document.Parsed, text: string): readonly YamlProblem[] {
  const first = firstError([...document.errors, ...duplicateKeys(document)])
  const found = unquotedPlaceholders(document, text).filter(
    ({ offset }) => first === undefined || offset < first.pos[0],
  )
  if (first === undefined) return found
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const isFollowed = found.some(({ offset }) => lineOf(offset) === lineOf(first.pos[0]))
  return isFollowed ? found : [...found, explainMistake(first, text)]
}

type Mistake = Pick<YAMLError, 'code' | 'message' | 'pos'>

function duplicateKeys(document: Document.Parsed): Mistake[] {
  const found: Mistake[] = []
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const [from = 0, to = 0] = key.range ?? []
        if (known.has(key.value))
          found.push({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [from, to] })
        known.add(key.value)
      }
    },
  })
  return found
}

/** Returns the first error about a tab, which causes other errors; or else the first error. */
function firstError(errors: readonly Mistake[]): Mistake | undefined {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  return inOrder.find(({ code }) => code === 'TAB_AS_INDENT') ?? inOrder[0]
}

/** The maximum number of problems that `unquotedPlaceholders` returns. */
const maxProblems = 20

/** Finds maps and lists that are used as keys. YAML parses `{{placeholder}}` as such a map. */
function unquotedPlaceholders(document: Document.Parsed, text: string): YamlProblem[] {
  const problems: YamlProblem[] = []
  visit(document, {
    Map(_key, map, parents) {
      if (problems.length >= maxProblems) return visit.BREAK
      const offset = map.range?.[0] ?? 0
      const key = map.items.find((pair) => isCollection(pair.key))?.key as Node | undefined
      if (key === undefined) return undefined
      if (!map.flow || !/^\{\{[^{}\n]*\}\}/.test(text.slice(offset))) {
        const says = 'a map or a list can’t be a key; use text'
        // If the key is itself an unquoted placeholder, that placeholder is reported instead.
        if (!isMap(key) || !isCollection(key.items[0]?.key))
          problems.push({ offset: key.range?.[0] ?? offset, rule: 'yaml', says })
        return undefined
      }
      const inFlow = parents.some((one) => isCollection(one) && (one as YAMLMap).flow)
      problems.push({ offset, rule: 'place', says: quotingAdvice(text, offset, inFlow) })
      return visit.SKIP
    },
  })
  return problems
}

function quotingAdvice(text: string, offset: number, inFlow: boolean): string {
  const [place = ''] = /^\{\{[^{}\n]*\}\}/.exec(text.slice(offset)) ?? []
  const isInside = /[^\s:,[{-] *$/.test(lineUpTo(text, offset))
  if (isInside) return `${place} is a placeholder; quote the whole text around it`
  const behind = text.slice(offset + place.length)
  const [rest = ''] = (inFlow ? /^[^,\]}\n]*/ : /^.*?(?= #|\n|$)/).exec(behind) ?? []
  return `${place} is a placeholder; quote it: ${quoteText(place + rest)}`
}

const lineUpTo = (text: string, offset: number) =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)

const quoteText = (text: string) =>
  /["\\]/.test(text) ? `'${text.trimEnd().replaceAll("'", "''")}'` : `"${text.trimEnd()}"`

const indentationAdvice =
  'the indentation of this line matches no line above it; align it with the other lines of its map or list'

function explainMistake({ code, message, pos: [offset] }: Mistake, text: string): YamlProblem {
  const rest = text.slice(offset).split('\n', 1)[0] ?? ''
  if (rest.startsWith('{{'))
    return { offset, rule: 'place', says: quotingAdvice(text, offset, true) }
  // The YAML parser recurses for each level, and reports a stack overflow as a syntax error.
  if (isStackOverflow(message))
    return { offset, rule: 'yaml', says: 'this is nested too deeply; use fewer levels' }
  const known = adviceByCode[code]?.(message, rest, text.slice(0, offset).trimEnd().at(-1) ?? '')
  const says =
    known ?? `this is not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  if (says !== indentationAdvice) return { offset, rule: 'yaml', says }
  // A message `Nested …` points to the end of a line, but the next line has the wrong indentation.
  const isNextLine = message.startsWith('Nested')
  return {
    offset: lineIndentEnd(text, isNextLine ? offset + rest.length + 1 : offset),
    rule: 'yaml',
    says,
  }
}

const noPairAdvice = 'this is not a key with a value; write a colon and a space after the key'

/** Functions that return advice for a parser error, by the code of the error. */
const adviceByCode: Readonly<
  Record<string, (message: string, rest: string, before: string) => string | undefined>
> = {
  DUPLICATE_KEY: () => 'this key is used twice in one map; remove one of the two',
  TAB_AS_INDENT: () => 'this line is indented by a tab; indent with spaces',
  MULTIPLE_DOCS: () => 'a second document begins here; move it to its own file',
  BAD_SCALAR_START: (_, rest) =>
    `text can’t begin with ${rest.charAt(0)}; quote it: ${quoteText(rest)}`,
  BAD_DQ_ESCAPE: () =>
    'a backslash in double quotes begins an escape; double it, or use single quotes',
  BAD_INDENT: (message) =>
    message.startsWith('Flow')
      ? `the ${message.includes('map') ? '{' : '['} is not closed; ${unclosedAdvice(message)}`
      : indentationAdvice,
  BLOCK_AS_IMPLICIT_KEY: (message, rest) =>
    message.startsWith('Nested') && /:(?:\s|$)/.test(rest)
      ? `text with a colon and a space needs quotes: ${quoteText(rest)}`
      : indentationAdvice,
  MULTILINE_IMPLICIT_KEY: () => noPairAdvice,
  MISSING_CHAR: (message) =>
    message.startsWith('Missing closing')
      ? `a quote is not closed; ${unclosedAdvice(message)}`
      : message.startsWith('Implicit')
        ? noPairAdvice
        : undefined,
  UNEXPECTED_TOKEN: (message, _, before) => {
    if (!message.endsWith('at node end')) return undefined
    return before === ']' || before === '}'
      ? `the value ends with the ${before} before this; remove the rest`
      : 'the value ends before this; quote all of it'
  },
}

/** Returns the offset of the first character of a line that is not a space. */
const lineIndentEnd = (text: string, offset: number) =>
  offset + (/^ */.exec(text.slice(offset))?.[0].length ?? 0)

/** Converts messages such as `… end with a }` to advice. */
const unclosedAdvice = (message: string) =>
  `write the ${/["'\]}]/.exec(message)?.[0] ?? 'end'} that closes it`

/**
 * Writes plain data as YAML, with a comment for each line of `about` before it. A list of numbers,
 * such as the times of deltas, is written in one line.
 */
export const toYaml = (value: unknown, about = ''): string => {
  const comment = about === '' ? '' : `${about.replaceAll(/^/gm, '# ')}\n`
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Seq(_, list) {
      if (list.items.length > 0 && list.items.every(isNumber)) list.flow = true
    },
  })
  return comment + document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

const isNumber = (item: unknown) => isScalar(item) && typeof item.value === 'number'
