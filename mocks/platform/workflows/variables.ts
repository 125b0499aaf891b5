import {
  isObject,
  jsonLength,
  type JsonObject,
  mapFields,
  ownField,
  parseJson,
} from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Defect } from './defects.ts'
import { ExpressionFailure, type ExpressionValues } from './python-values.ts'
import { type OutputBudget, spendBudget, valueWithin } from './template.ts'

/** The settings on which the variables of a run depend. */
type VariableOptions = {
  /** Whether references behave as in `deployed-0.8`, which resolves only some forms. */
  readonly hasDefects: boolean
  /** The secrets of the workflow. Expressions and templates cannot read them (F-024). */
  readonly env: Readonly<Record<string, string>>
  readonly budget: OutputBudget
  readonly random: () => number
  readonly spend: (steps: number) => void
  readonly note: (fact: Defect) => void
}

const maxInputTextLength = 4000
const maxReadCharacters = ownLimits.nodeOutput
const charactersPerStep = 64

/** Matches a placeholder of the profile `deployed-0.8`, which must not contain `-` (F-021). */
const strictPlaceholder = /\{\{\s*([\w.]+)\s*\}\}/g
const anyPlaceholder = /\{\{([^{}]+)\}\}/g
const onlyPlaceholder = /^\s*\{\{([^{}]+)\}\}\s*$/

/** The variables of a run: one flat store of dotted keys, in the order in which they were stored (F-020). */
export class Variables {
  readonly options: VariableOptions
  readonly #values = new Map<string, unknown>()
  /** Maps alternative names of variables to their keys. The profile `deployed-0.8` ignores such names. */
  readonly #aliases = new Map<string, string>()
  /** Indexes of keys by last part, last of two parts, and flat name (with `_` for each `.`). */
  readonly #keysByLastPart = new Map<string, string>()
  readonly #keysByLastOfTwoParts = new Map<string, string>()
  readonly #keysByFlatName = new Map<string, string>()
  #nested: JsonObject | undefined
  /** The declared defaults of the inputs. Only answers in the data of a node can use them. */
  defaults: JsonObject = {}

  constructor(options: VariableOptions) {
    this.options = options
  }

  set(key: string, value: unknown): void {
    this.#nested = undefined
    if (!this.#values.has(key)) {
      const [, last, more] = key.split('.')
      const shortest = key.slice(key.lastIndexOf('.') + 1)
      if (!this.#keysByLastPart.has(shortest)) this.#keysByLastPart.set(shortest, key)
      if (last !== undefined && more === undefined && !this.#keysByLastOfTwoParts.has(last))
        this.#keysByLastOfTwoParts.set(last, key)
      const flat = key.replaceAll('.', '_')
      if (!this.#keysByFlatName.has(flat)) this.#keysByFlatName.set(flat, key)
    }
    this.#values.set(key, value ?? null)
  }

  alias(name: string, key: string): void {
    this.#aliases.set(name, key)
  }

  /** The inputs of the run. */
  inputs(): JsonObject {
    const inputs = [...this.#values].filter(([key]) => key.startsWith('input.'))
    return Object.fromEntries(inputs.map(([key, value]) => [key.slice('input.'.length), value]))
  }

  /** All inputs as one text for a model. */
  inputText(): string {
    const texts = Object.values(this.inputs()).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    )
    return texts.join(' ').slice(0, maxInputTextLength)
  }

  /** All variables except the inputs. An end node without a mapping returns these (F-023). */
  exported(): JsonObject {
    const own = [...this.#values].filter(([key]) => !key.startsWith('input.'))
    return Object.fromEntries(own)
  }

  /** All variables, and the secrets as `env.KEY`. */
  all(): JsonObject {
    const secrets = Object.entries(this.options.env).map(([key, value]) => [`env.${key}`, value])
    return Object.fromEntries([...this.#values, ...secrets])
  }

  /** The value of a key; `undefined` if there is none. */
  get(key: string): unknown {
    return this.options.hasDefects ? this.#values.get(key) : this.#getLeniently(key)
  }

  /** The value of a placeholder. Its name is a key, or the last part of a two-part key (F-021). */
  lookup(name: string): unknown {
    const value = this.options.hasDefects
      ? this.#lookup(name, this.get(name))
      : this.lookupLeniently(name)
    if (value === undefined && this.#aliases.has(name)) this.options.note('F-020')
    return value
  }

  /** Like `lookup`, but also accepts references of the editor's picker and fields inside values. */
  lookupLeniently(name: string): unknown {
    return this.#lookup(name, this.#getLeniently(name))
  }

  /** Fills the placeholders of a text. A placeholder whose value is unknown or null stays (F-021). */
  interpolate(text: string, hasDefects = this.options.hasDefects): string {
    const { budget } = this.options
    let filled = ''
    let position = 0
    for (const match of text.matchAll(hasDefects ? strictPlaceholder : anyPlaceholder)) {
      const [written, name = ''] = match
      const known = hasDefects ? this.lookup(name.trim()) : this.lookupLeniently(name.trim())
      const value = known ?? null
      filled += text.slice(position, match.index)
      position = match.index + written.length
      if (typeof value === 'string') spendBudget(budget, value.length)
      else if (value !== null) spendBudget(budget, jsonLength(value, budget.left))
      filled += value === null ? written : typeof value === 'string' ? value : JSON.stringify(value)
    }
    spendBudget(budget, text.length - position)
    return filled + text.slice(position)
  }

  /** The value of a field that accepts a variable: a text with placeholders, or a key (F-022). */
  resolveField(value: unknown): unknown {
    if (typeof value !== 'string') return value ?? null
    if (!value.includes('{{')) return this.read(value)
    const whole = this.#singlePlaceholderValue(value)
    if (whole !== undefined) return whole
    const text = this.interpolate(value)
    return text.startsWith('[') ? parseJson(text, text) : text
  }

  /** The value of a key, or null. The length of the value is subtracted from the budget. */
  read(key: string): unknown {
    const value = (this.options.hasDefects ? this.get(key) : this.lookup(key)) ?? null
    spendBudget(this.options.budget, jsonLength(value, this.options.budget.left))
    return value
  }

  /** Fills the placeholders in all texts of a value. A text that is one placeholder becomes its value. */
  fill(value: unknown): unknown {
    return this.options.hasDefects ? this.#fillValue(value, true) : this.fillLeniently(value)
  }

  /** Fills the placeholders of an answer in the data of a node. All forms of references work in answers. */
  fillLeniently(value: unknown): unknown {
    return this.#fillValue(value, false)
  }

  /** Fills a mapping of the outputs. A text that is not a placeholder is a key (F-022). */
  fillMapping(value: unknown): unknown {
    if (typeof value !== 'string') return this.options.hasDefects ? value : this.fill(value)
    if (value.includes('{{'))
      return this.options.hasDefects ? this.interpolate(value) : this.fill(value)
    const found = this.get(value)
    return found === undefined && !this.options.hasDefects ? value : (found ?? null)
  }

  /** The values for expressions: names without a dot, and no secrets (F-024, F-025). */
  expressionValues(own: JsonObject = {}): ExpressionValues {
    const { hasDefects, random, spend } = this.options
    return {
      random,
      spend,
      hasExtensions: !hasDefects,
      name: (name) => {
        const value = Object.hasOwn(own, name) ? (own[name] ?? null) : this.#valueOfShortName(name)
        if (value === undefined) throw new ExpressionFailure(`'${name}' is not defined`)
        // The expression may compare or write the whole value, so its size is counted.
        spend(
          Math.ceil(
            Math.min(jsonLength(value, maxReadCharacters), maxReadCharacters) / charactersPerStep,
          ),
        )
        return value
      },
    }
  }

  /** The values for templates, grouped by the first part of their keys. */
  nested(): JsonObject {
    if (this.#nested !== undefined) return this.#nested
    const roots: Record<string, unknown> = {}
    const groups = new Map<string, [string, unknown][]>()
    const groupOf = (root: string) => {
      const group = groups.get(root) ?? []
      groups.set(root, group)
      return group
    }
    for (const [key, value] of this.#values) {
      const [root = '', ...rest] = key.split('.')
      if (rest.length === 0) roots[root] = value
      else groupOf(root).push([rest.join('.'), value])
    }
    for (const [root, fields] of groups) roots[root] = Object.fromEntries(fields)
    return (this.#nested = roots)
  }

  #lookup(name: string, value: unknown): unknown {
    if (name.startsWith('env.')) return ownField(this.options.env, name.slice(4))
    if (value !== undefined || name.includes('.')) return value
    return this.#values.get(this.#keysByLastOfTwoParts.get(name) ?? '')
  }

  #getLeniently(key: string): unknown {
    const exact = this.#values.get(key)
    if (exact !== undefined) return exact
    const alias = this.#aliases.get(key)
    if (alias !== undefined && this.#values.has(alias)) return this.#values.get(alias)
    if (key === 'inputs' || key.startsWith('inputs.')) return this.#inputValue(key)
    return this.#fieldInsideValue(key)
  }

  #fillValue(value: unknown, hasDefects: boolean): unknown {
    if (typeof value === 'string')
      return this.#singlePlaceholderValue(value, hasDefects) ?? this.interpolate(value, hasDefects)
    spendBudget(this.options.budget, 1)
    if (Array.isArray(value)) return value.map((item) => this.#fillValue(item, hasDefects))
    return isObject(value) ? mapFields(value, (item) => this.#fillValue(item, hasDefects)) : value
  }

  #singlePlaceholderValue(text: string, hasDefects = this.options.hasDefects): unknown {
    if (hasDefects) return undefined
    const [, only] = onlyPlaceholder.exec(text) ?? []
    const value = only === undefined ? undefined : this.lookupLeniently(only.trim())
    if (value === undefined || value === null) return undefined
    spendBudget(this.options.budget, jsonLength(value, this.options.budget.left))
    return value
  }

  #inputValue(key: string): unknown {
    const name = key.slice('inputs.'.length)
    if (name === '') return this.inputs()
    return this.#getLeniently(`input.${name}`) ?? ownField(this.defaults, name)
  }

  /** A field inside of a stored value, such as `lookup.order.total`. */
  #fieldInsideValue(key: string): unknown {
    const parts = key.split('.')
    for (let count = parts.length - 1; count > 0; count--) {
      const prefix = parts.slice(0, count).join('.')
      const value = this.#values.get(this.#aliases.get(prefix) ?? prefix)
      if (value !== undefined) return valueWithin(value, parts.slice(count))
    }
    // The fields of an output are those of its node: `lookup.total` is `lookup.output.total`.
    const [id = '', ...rest] = parts
    const output = this.#values.get(`${id}.output`)
    return output === undefined ? undefined : valueWithin(output, rest)
  }

  /** The value of a name in an expression. The name is the last part of a key, or a key with `_` for `.`. */
  #valueOfShortName(name: string): unknown {
    const key = this.#keysByLastPart.get(name) ?? this.#keysByFlatName.get(name)
    if (key !== undefined) return this.#values.get(key)
    return this.options.hasDefects ? undefined : ownField(this.nested(), name)
  }
}
