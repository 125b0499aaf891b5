import { isCollection, isMap, isScalar, visit } from 'yaml'
import type { Document, Node, YAMLError, YAMLMap } from 'yaml'
import type { RuleId } from './problem.ts'

/** A problem at an offset of a YAML text. */
export type YamlProblem = {
  readonly offset: number
  readonly rule: RuleId
  readonly says: string
}

/** Finds placeholders without quotes, and the first syntax error: later errors follow from it. */
export function yamlProblems(document: Document.Parsed, text: string): readonly YamlProblem[] {
  const first = firstOf([...document.errors, ...duplicateKeys(document)])
  const found = barePlaces(document, text).filter(
    ({ offset }) => first === undefined || offset < first.pos[0],
  )
  if (first === undefined) return found
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const isFollowed = found.some(({ offset }) => lineOf(offset) === lineOf(first.pos[0]))
  return isFollowed ? found : [...found, explained(first, text)]
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

/** The first error. A tab comes before all other errors, because it causes them. */
function firstOf(errors: readonly Mistake[]): Mistake | undefined {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  return inOrder.find(({ code }) => code === 'TAB_AS_INDENT') ?? inOrder[0]
}

/** The maximum number of reported problems of this kind. */
const mostProblems = 20

/** Finds maps and lists that are used as keys. YAML parses an unquoted placeholder as one. */
function barePlaces(document: Document.Parsed, text: string): YamlProblem[] {
  const problems: YamlProblem[] = []
  visit(document, {
    Map(_key, map, parents) {
      if (problems.length >= mostProblems) return visit.BREAK
      const offset = map.range?.[0] ?? 0
      const key = map.items.find((pair) => isCollection(pair.key))?.key as Node | undefined
      if (key === undefined) return undefined
      if (!map.flow || !/^\{\{[^{}\n]*\}\}/.test(text.slice(offset))) {
        const says = 'a map or a list can’t be a key; use text'
        // If the key is an unquoted placeholder, that is the problem to report.
        if (!isMap(key) || !isCollection(key.items[0]?.key))
          problems.push({ offset: key.range?.[0] ?? offset, rule: 'yaml', says })
        return undefined
      }
      const inFlow = parents.some((one) => isCollection(one) && (one as YAMLMap).flow)
      problems.push({ offset, rule: 'place', says: aboutPlace(text, offset, inFlow) })
      return visit.SKIP
    },
  })
  return problems
}

function aboutPlace(text: string, offset: number, inFlow: boolean): string {
  const [place = ''] = /^\{\{[^{}\n]*\}\}/.exec(text.slice(offset)) ?? []
  const isInside = /[^\s:,[{-] *$/.test(lineUpTo(text, offset))
  if (isInside) return `${place} is a placeholder; quote the whole text around it`
  const behind = text.slice(offset + place.length)
  const [rest = ''] = (inFlow ? /^[^,\]}\n]*/ : /^.*?(?= #|\n|$)/).exec(behind) ?? []
  return `${place} is a placeholder; quote it: ${quoted(place + rest)}`
}

const lineUpTo = (text: string, offset: number) =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)

const quoted = (text: string) =>
  /["\\]/.test(text) ? `'${text.trimEnd().replaceAll("'", "''")}'` : `"${text.trimEnd()}"`

const indentation =
  'the indentation of this line matches no line above it; align it with the other lines of its map or list'

function explained({ code, message, pos: [offset] }: Mistake, text: string): YamlProblem {
  const rest = text.slice(offset).split('\n', 1)[0] ?? ''
  if (rest.startsWith('{{')) return { offset, rule: 'place', says: aboutPlace(text, offset, true) }
  // The YAML parser recurses for each level, and reports a stack overflow as a syntax error.
  if (/call stack|stack overflow/i.test(message))
    return { offset, rule: 'yaml', says: 'this is nested too deeply; use fewer levels' }
  const known = advice[code]?.(message, rest, text.slice(0, offset).trimEnd().at(-1) ?? '')
  const says =
    known ?? `this is not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
  if (says !== indentation) return { offset, rule: 'yaml', says }
  // If a line continues although it should have ended, the next one is indented too far.
  const isNextLine = message.startsWith('Nested')
  return {
    offset: firstOfLine(text, isNextLine ? offset + rest.length + 1 : offset),
    rule: 'yaml',
    says,
  }
}

const noPair = 'this is not a key with a value; write a colon and a space after the key'

/** The advice for an error of the parser, from its message, the rest of the line and the character before. */
const advice: Readonly<
  Record<string, (message: string, rest: string, before: string) => string | undefined>
> = {
  DUPLICATE_KEY: () => 'this key is used twice in one map; remove one of the two',
  TAB_AS_INDENT: () => 'this line is indented by a tab; indent with spaces',
  MULTIPLE_DOCS: () => 'a second document begins here; move it to its own file',
  BAD_SCALAR_START: (_, rest) =>
    `text can’t begin with ${rest.charAt(0)}; quote it: ${quoted(rest)}`,
  BAD_DQ_ESCAPE: () =>
    'a backslash in double quotes begins an escape; double it, or use single quotes',
  BAD_INDENT: (message) =>
    message.startsWith('Flow')
      ? `the ${message.includes('map') ? '{' : '['} is not closed; ${closing(message)}`
      : indentation,
  BLOCK_AS_IMPLICIT_KEY: (message, rest) =>
    message.startsWith('Nested') && /:(?:\s|$)/.test(rest)
      ? `text with a colon and a space needs quotes: ${quoted(rest)}`
      : indentation,
  MULTILINE_IMPLICIT_KEY: () => noPair,
  MISSING_CHAR: (message) =>
    message.startsWith('Missing closing')
      ? `a quote is not closed; ${closing(message)}`
      : message.startsWith('Implicit')
        ? noPair
        : undefined,
  UNEXPECTED_TOKEN: (message, _, before) => {
    if (!message.endsWith('at node end')) return undefined
    return before === ']' || before === '}'
      ? `the value ends with the ${before} before this; remove the rest`
      : 'the value ends before this; quote all of it'
  },
}

/** The offset of the first character of a line that is not a space. */
const firstOfLine = (text: string, offset: number) =>
  offset + (/^ */.exec(text.slice(offset))?.[0].length ?? 0)

/** Turns messages such as `… end with a }` into advice. */
const closing = (message: string) =>
  `write the ${/["'\]}]/.exec(message)?.[0] ?? 'end'} that closes it`
