import { escapePattern } from '../../../contract/escape.ts'
import { isObject } from '../../../contract/json.ts'
import { foldCase, patternOf, type Query } from '../../../contract/scripts/queries.ts'

/** The maximum number of characters of a question that becomes a regular expression. */
const maxPatternLength = 200

const isExact = (query: unknown): boolean =>
  typeof query === 'string' && patternOf(query) !== undefined

/** The question of a condition that an import wrote; undefined for other conditions. */
export function questionOf(query: unknown): string | undefined {
  const all = isObject(query) && Array.isArray(query['all']) ? query['all'] : []
  const text: unknown = all.length === 1 ? all[0] : query
  if (typeof text !== 'string') return undefined
  if (!isExact(query)) return text
  const question = text.slice(2, -2).replaceAll(/\\(.)/gs, '$1')
  return exactly(question) === text ? question : undefined
}

/** The condition that matches a question by its text, and also questions that contain the text. */
export const textCondition = (question: string): Query =>
  isExact(question) ? { all: [question] } : question

const exactly = (question: string) => `/^${escapePattern(question)}$/`

/**
 * Distinguishes the questions of scripts, because the text of one also matches longer questions.
 */
export class RecordedQuestions {
  readonly #all: readonly string[]
  readonly #names = new Map<string, string[]>()

  constructor(questions: readonly string[]) {
    this.#all = [...new Set(questions.map(foldCase))]
  }

  /** The usual condition for a question, or an exact expression if another question contains it. */
  conditionOf<Usual>(question: string, usual: Usual): Usual | string {
    const isContained = this.#around(question).length > 0
    return isContained && question.length <= maxPatternLength ? exactly(question) : usual
  }

  /** Sorts scripts so that `nameOf` knows the names of those that come first. */
  sort<Script>(
    scripts: readonly Script[],
    question: (script: Script) => string | undefined,
  ): readonly Script[] {
    const ranked = scripts.map((script) => {
      const text = question(script) ?? ''
      const isContained = this.#longAround(text).length > 0
      return { script, rank: isContained ? text.length : Number.MAX_SAFE_INTEGER }
    })
    return ranked.toSorted((a, b) => b.rank - a.rank).map(({ script }) => script)
  }

  /**
   * Finds a free name for a script and its file. A question that is too long for an expression
   * comes after those that contain it, because scripts are tried in the order of their files.
   */
  nameOf(question: string, wanted: string, takenNames: Set<unknown>): string {
    const earlier = this.#longAround(question).flatMap((other) => this.#names.get(other) ?? [])
    const isLast = (name: string) => earlier.every((other) => `${other}.yaml` < `${name}.yaml`)
    let base = wanted
    for (let prefix = 'z'; !isLast(base); prefix += 'z') base = `${prefix}-${wanted}`
    let name = base
    for (let count = 2; takenNames.has(name); count++) name = `${base}-${count}`
    takenNames.add(name)
    const folded = foldCase(question)
    this.#names.set(folded, [...(this.#names.get(folded) ?? []), name])
    return name
  }

  #longAround(question: string): readonly string[] {
    return question.length > maxPatternLength ? this.#around(question) : []
  }

  /** The other questions that contain a question. */
  #around(question: string): readonly string[] {
    const folded = foldCase(question)
    return this.#all.filter((other) => other !== folded && other.includes(folded))
  }
}
