import { jsonLength, type JsonObject, ownField, parseJson } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { ExpressionFailure, type ExpressionValues } from './python-values.ts'
import type { RunState } from './run-state.ts'
import {
  anyPlaceholder,
  fillText,
  fillValue,
  type Placeholders,
  spendBudget,
  valueWithin,
  wholeValue,
} from './template.ts'

const maxInputTextLength = 4000
const maxReadCharacters = ownLimits.nodeOutput
const charactersPerStep = 64

/** Matches a placeholder of the profile `deployed-0.8`, which must not contain `-` (F-021). */
const strictPlaceholder = /\{\{\s*([\w.]+)\s*\}\}/g
const onlyPlaceholder = /^\s*\{\{([^{}]+)\}\}\s*$/

/**
 * The variables of a run: one flat store of dotted keys, in the order in which they were stored
 * (F-020).
 */
export class Variables {
  readonly state: RunState
  /** The secrets of the workflow. Expressions and templates cannot read them (F-024). */
  readonly env: Readonly<Record<string, string>>
  readonly #values = new Map<string, unknown>()
  /**
   * Maps alternative names of variables to their keys. The profile `deployed-0.8` ignores such names.
   */
  readonly #aliases = new Map<string, string>()
  /**
   * The first key for each short name. The map's key is the kind of the name with the name: `last
   * q`.
   */
  readonly #keysByShortName = new Map<string, string>()
  #nested: JsonObject | undefined
  /** The declared defaults of the inputs. Only lookups that are not strict use them. */
  defaults: JsonObject = {}

  constructor(state: RunState, env: Readonly<Record<string, string>>) {
    this.state = state
    this.env = env
  }

  set(key: string, value: unknown): void {
    this.#nested = undefined
    if (!this.#values.has(key)) {
      const parts = key.split('.')
      const names = [`last ${parts.at(-1)}`, `flat ${parts.join('_')}`]
      if (parts.length === 2) names.push(`last-of-two ${parts[1]}`)
      for (const name of names)
        if (!this.#keysByShortName.has(name)) this.#keysByShortName.set(name, key)
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
    const secrets = Object.entries(this.env).map(([key, value]) => [`env.${key}`, value])
    return Object.fromEntries([...this.#values, ...secrets])
  }

  /** The value of a key; `undefined` if there is none. */
  get(key: string, isStrict = this.state.settings.hasDefects): unknown {
    return isStrict ? this.#values.get(key) : this.#getLeniently(key)
  }

  /**
   * The value of a placeholder. Its name is a key, or the last part of a two-part key (F-021). If
   * the lookup is not strict, it can also be a reference of the editor's picker, or a field inside
   * of a value.
   */
  lookup(name: string, isStrict = this.state.settings.hasDefects): unknown {
    if (name.startsWith('env.')) return ownField(this.env, name.slice(4))
    const found = this.get(name, isStrict)
    if (found !== undefined) return found
    if (this.#aliases.has(name)) this.state.note('F-020')
    return name.includes('.')
      ? undefined
      : this.#values.get(this.#keysByShortName.get(`last-of-two ${name}`) ?? '')
  }

  /** Fills the placeholders of a text. A placeholder whose value is unknown or null stays (F-021). */
  interpolate(text: string): string {
    return fillText(text, this.#placeholders())
  }

  /** The value of a field that accepts a variable: a text with placeholders, or a key (F-022). */
  resolveField(value: unknown): unknown {
    if (typeof value !== 'string') return value ?? null
    if (!value.includes('{{')) return this.read(value)
    const placeholders = this.#placeholders()
    const whole = wholeValue(value, placeholders)
    if (whole !== undefined) return whole
    const text = fillText(value, placeholders)
    return text.startsWith('[') ? parseJson(text, text) : text
  }

  /** The value of a key, or null. The length of the value is subtracted from the budget. */
  read(key: string): unknown {
    const value = (this.state.settings.hasDefects ? this.get(key) : this.lookup(key)) ?? null
    spendBudget(this.state.nodeBudget, jsonLength(value, this.state.nodeBudget.left))
    return value
  }

  /**
   * Fills the placeholders in all texts of a value. If `isStrict` is false, as for an `output` in
   * the data of a node, a text that is one placeholder becomes the value of the placeholder.
   */
  fill(value: unknown, isStrict = this.state.settings.hasDefects): unknown {
    return fillValue(value, this.#placeholders(isStrict))
  }

  /** Fills a value of a mapping. A text without placeholders is a key (F-022). */
  fillMapping(value: unknown): unknown {
    const { hasDefects } = this.state.settings
    if (typeof value !== 'string') return hasDefects ? value : this.fill(value)
    if (value.includes('{{')) return this.fill(value)
    const found = this.get(value)
    return found === undefined && !hasDefects ? value : (found ?? null)
  }

  /** The values for expressions: names without a dot, and no secrets (F-024, F-025). */
  expressionValues(own: JsonObject = {}): ExpressionValues {
    const { random, spend } = this.state
    return {
      random,
      spend,
      hasExtensions: !this.state.settings.hasDefects,
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
    this.#nested ??= Object.fromEntries(
      [...Map.groupBy(this.#values, ([key]) => key.split('.', 1).join())].map(([root, group]) => {
        const fields = group.filter(([key]) => key !== root)
        const named = fields.map(([key, value]) => [key.slice(root.length + 1), value])
        return [root, named.length === 0 ? this.#values.get(root) : Object.fromEntries(named)]
      }),
    )
    return this.#nested
  }

  #placeholders(isStrict = this.state.settings.hasDefects): Placeholders {
    return {
      pattern: isStrict ? strictPlaceholder : anyPlaceholder,
      ...(!isStrict && { wholePattern: onlyPlaceholder }),
      valueOf: (name) => this.lookup(name, isStrict),
      keepsUnknown: true,
      budget: this.state.nodeBudget,
    }
  }

  #getLeniently(key: string): unknown {
    const exact = this.#values.get(key)
    if (exact !== undefined) return exact
    const alias = this.#aliases.get(key)
    if (alias !== undefined && this.#values.has(alias)) return this.#values.get(alias)
    if (key === 'inputs' || key.startsWith('inputs.')) return this.#inputValue(key)
    return this.#fieldInsideValue(key)
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
    // A field of a node can be a field of its output: `lookup.total` is `lookup.output.total`.
    const [id = '', ...rest] = parts
    const output = this.#values.get(`${id}.output`)
    return output === undefined ? undefined : valueWithin(output, rest)
  }

  /**
   * The value of a name in an expression. The name is the last part of a key, or a key with `_` for
   * `.`.
   */
  #valueOfShortName(name: string): unknown {
    const keys = this.#keysByShortName
    const key = keys.get(`last ${name}`) ?? keys.get(`flat ${name}`)
    if (key !== undefined) return this.#values.get(key)
    return this.state.settings.hasDefects ? undefined : ownField(this.nested(), name)
  }
}
