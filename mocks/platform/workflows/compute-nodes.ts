import { decodeBase64 } from '../../../contract/base64.ts'
import {
  isObject,
  jsonLength,
  type JsonObject,
  objectIn,
  objectsIn,
  ownField,
  parseJson,
} from '../../../contract/json.ts'
import {
  type ComputeNode,
  type ComputedNode,
  toText,
  namedOutput,
  NodeFailure,
  type NodeContext,
  outputWithPlainName,
  requireEntry,
  textIn,
} from './node-context.ts'
import { ExpressionFailure, isTruthy, compareOrdered, pythonText } from './python-values.ts'
import { renderTemplate } from './render-template.ts'
import {
  type Comparison,
  comparisons,
  evaluateSafely,
  parseSafeExpression,
} from './safe-expression.ts'
import { spendBudget } from './template.ts'
import { transformValue } from './transform-value.ts'
import type { Variables } from './variables.ts'

/** The nodes that compute their output from variables alone. */
export const computingNodeTypes = {
  /**
   * Outputs the inputs of the run. The profile `deployed-0.8` ignores the defaults of inputs
   * (F-016).
   */
  START({ data, vars }) {
    const { settings, note } = vars.state
    const { variables } = objectIn(data['input_schema'])
    const declared = [...objectsIn(data['variables']), ...objectsIn(variables)]
    const named = declared.flatMap((one): [string, unknown][] => {
      const value = one['default_value'] ?? one['default'] ?? null
      return value === null ? [] : [[textIn(one, 'name'), typedValue(value, one['type'])]]
    })
    const defaults = { ...objectIn(data['inputs']), ...Object.fromEntries(named) }
    const given = vars.inputs()
    vars.defaults = defaults
    if (settings.hasDefects) {
      if (Object.keys(defaults).some((name) => !Object.hasOwn(given, name))) note('F-016')
      return { fields: { ...given, output: given } }
    }
    const all = { ...defaults, ...given }
    for (const [name, value] of Object.entries(all)) vars.set(`input.${name}`, value)
    return { fields: { ...all, output: all } }
  },

  END({ data, vars }) {
    const entries = [
      ...Object.entries(objectIn(data['output_mapping'])),
      ...objectsIn(objectIn(data['output_schema'])['variables']).map((one): [string, unknown] => [
        textIn(one, 'name'),
        one['value'],
      ]),
    ]
    // Without a mapping, all variables are the output (F-023).
    if (entries.length === 0) return { fields: { output: vars.exported() } }
    return {
      fields: {
        output: Object.fromEntries(entries.map(([key, one]) => [key, vars.fillMapping(one)])),
      },
    }
  },

  CONDITION_BRANCH({ data, vars }) {
    const found = objectsIn(data['conditions']).find((condition) => isConditionMet(condition, vars))
    const handle =
      found === undefined
        ? textIn(data, 'default_handle') || 'source-default'
        : textIn(found, 'handle') || `condition-${toText(found['id']).replaceAll('"', '')}`
    return branchResult(handle)
  },

  VARIABLE_ASSIGN({ data, vars }) {
    const assigned = objectsIn(data['assignments']).map((one): [string, unknown] => [
      textIn(one, 'variable'),
      assignedValue(one, vars),
    ])
    const output = Object.fromEntries(assigned.filter(([name]) => name !== ''))
    return { fields: { ...output, output }, plainVariables: output }
  },

  TEMPLATE_TRANSFORM({ data, vars }) {
    const template = textIn(data, 'template')
    if (template.trim() === '') throw new NodeFailure('No template is configured')
    const names = vars.nested()
    const values = {
      ...vars.expressionValues(),
      hasExtensions: true,
      // An unknown name is rendered as an empty text.
      name: (name: string) => ownField(names, name) ?? null,
    }
    const text = rethrowAsNodeFailure('Template error', () => renderTemplate(template, values))
    return { fields: { output: text } }
  },

  VARIABLE_AGGREGATOR({ data, vars }) {
    const names = Array.isArray(data['variables']) ? data['variables'] : []
    if (names.length === 0) throw new NodeFailure('No variables are configured')
    const values = names.map((name) => vars.resolveField(isObject(name) ? name['variable'] : name))
    const mode = textIn(data, 'mode') || 'list'
    const aggregate = requireEntry(aggregateFunctions, 'aggregation mode', mode)
    return { fields: { output: aggregate(values, textIn(data, 'separator') || '\n') } }
  },

  LIST_OPERATION(context) {
    const { data, vars } = context
    const operation = textIn(data, 'operation')
    if (textIn(data, 'input_variable') === '' || operation === '')
      throw new NodeFailure('An input variable and an operation are required')
    const given = vars.resolveField(data['input_variable'])
    const list = given === null || given === '' ? [] : given
    if (!Array.isArray(list)) throw new NodeFailure('The input is not a list')
    const operate = requireEntry(listOperations, 'list operation', operation)
    return {
      fields: namedOutput(
        data,
        rethrowAsNodeFailure('Expression error', () => operate(list, context)),
      ),
    }
  },

  TRANSFORM({ data, vars }) {
    const operations = objectsIn(data['operations'])
    if (textIn(data, 'input_variable') === '' || operations.length === 0)
      throw new NodeFailure('An input variable and operations are required')
    const output = operations.reduce(
      (value, operation) => transformValue(value, operation),
      vars.resolveField(data['input_variable']),
    )
    return { fields: namedOutput(data, output) }
  },

  DOCUMENT_EXTRACTOR({ data, vars }) {
    const type = textIn(data, 'input_type') || 'text'
    if (type === 'url') throw new NodeFailure('URL input is not supported')
    const given = toText(vars.resolveField(data['input_variable']) ?? '')
    const text = type === 'base64' ? textOfBase64(given) : given
    const mode = textIn(data, 'extract_mode') || 'full_text'
    const extract = requireEntry(extractModes, 'extract mode', mode)
    return { fields: namedOutput(data, extract(text, data)) }
  },

  ENV({ data, vars }) {
    const keys = Array.isArray(data['env_keys']) ? data['env_keys'].map(String) : []
    if (keys.length === 0) throw new NodeFailure('No environment variables are selected')
    const values = keys.map((key) => [key, ownField(vars.env, key) ?? null])
    const output: unknown = Object.fromEntries(values)
    return { ...outputWithPlainName(data, output), fields: namedOutput(data, output) }
  },

  FAIL({ data, vars }) {
    throw new NodeFailure(vars.interpolate(textIn(data, 'message') || 'The node failed.'))
  },
} satisfies Readonly<Record<string, ComputeNode>>

/** Parses a default value that is stored as a text, unless its type is `string`. */
const typedValue = (value: unknown, type: unknown): unknown =>
  typeof value !== 'string' || type === 'string' ? value : parseJson(value, value)

/** The result of a node that activates one of its handles (F-033). */
export const branchResult = (handle: string, output: unknown = handle): ComputedNode => ({
  fields: { output, active_handle: handle },
  handle,
})

function rethrowAsNodeFailure<Result>(what: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ExpressionFailure) throw new NodeFailure(`${what}: ${error.message}`)
    throw error
  }
}

const looksLikeNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value))

/** Whether a condition of a branch is met. A failed expression means that it is not met (F-040). */
const isConditionMet = (condition: JsonObject, vars: Variables): boolean =>
  nullIfExpressionFails(() => evaluateCondition(condition, vars)) === true

function evaluateCondition(condition: JsonObject, vars: Variables): boolean {
  const { settings, note } = vars.state
  const expression = textIn(condition, 'expression')
  if (expression !== '' && (settings.hasDefects || textIn(condition, 'variable') === ''))
    return isTruthy(evaluateSafely(expression, vars.expressionValues()))
  const isMet = isConditionMetLeniently(condition, vars)
  if (!settings.hasDefects) return isMet
  const isMetThere = nullIfExpressionFails(() => isConditionMetStrictly(condition, vars)) === true
  if (isMet && !isMetThere) note('F-040')
  return isMetThere
}

/** Evaluates a condition like `deployed-0.8`: simple names, no conversion, no `is_not_empty`. */
function isConditionMetStrictly(condition: JsonObject, vars: Variables): boolean {
  const name = textIn(condition, 'variable')
  if (!/^\w+$/.test(name)) return false
  const value = vars.expressionValues().name(name)
  spendBudget(vars.state.nodeBudget, jsonLength(value, vars.state.nodeBudget.left))
  const written = toText(condition['value'] ?? '')
  const right = looksLikeNumber(written) ? Number(written) : written
  return compareValues(textIn(condition, 'operator'), value, right, written)
}

/**
 * Evaluates a condition with all operators and all forms of references. Compares numbers or texts.
 */
function isConditionMetLeniently(condition: JsonObject, vars: Variables): boolean {
  const name = textIn(condition, 'variable')
    .replace(/^\s*\{\{|\}\}\s*$/g, '')
    .trim()
  const found = vars.lookup(name, false)
  const value =
    (found === undefined && /^\w+$/.test(name)
      ? nullIfExpressionFails(() => vars.expressionValues().name(name))
      : found) ?? null
  spendBudget(vars.state.nodeBudget, jsonLength(value, vars.state.nodeBudget.left))
  const given = condition['value']
  const written = toText(typeof given === 'string' ? vars.interpolate(given) : (given ?? ''))
  const operator = textIn(condition, 'operator')
  if (Array.isArray(value) && (operator === 'contains' || operator === 'not_contains'))
    return value.some((item) => toText(item) === written) === (operator === 'contains')
  if (operator === 'is_empty') return !isTruthy(value)
  if (operator === 'is_not_empty') return isTruthy(value)
  if (looksLikeNumber(value) && looksLikeNumber(written))
    return compareValues(operator, Number(value), Number(written), written)
  return compareValues(operator, value === null ? '' : toText(value), written, written)
}

function nullIfExpressionFails(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof ExpressionFailure) return null
    throw error
  }
}

/** The operators of conditions. Some have other names than in expressions. */
const conditionOperators: Readonly<Record<string, Comparison>> = {
  ...comparisons,
  '=': comparisons['=='],
  equals: comparisons['=='],
  not_equals: comparisons['!='],
}

function compareValues(operator: string, left: unknown, right: unknown, written: string): boolean {
  if (operator === 'contains') return pythonText(left).includes(written)
  if (operator === 'not_contains') return !pythonText(left).includes(written)
  if (operator === 'is_empty') return !isTruthy(left)
  return ownField(conditionOperators, operator)?.(left, right) ?? false
}

function assignedValue(one: JsonObject, vars: Variables): unknown {
  const expression = textIn(one, 'expression')
  if (expression === '')
    return vars.state.settings.hasDefects ? (one['value'] ?? null) : vars.fill(one['value'] ?? null)
  if (expression.includes('{{')) return vars.fill(expression)
  return nullIfExpressionFails(() => evaluateSafely(expression, vars.expressionValues()))
}

type AggregateFunction = (values: readonly unknown[], separator: string) => unknown

const aggregateFunctions: Readonly<Record<string, AggregateFunction>> = {
  list: (values) => values,
  concat: (values, separator) =>
    values
      .filter((value) => value !== null)
      .map(toText)
      .join(separator),
  merge: (values) => Object.assign({}, ...values.filter(isObject)) as unknown,
  first_non_empty: (values) => values.find((value) => isTruthy(value)) ?? null,
}

type ListOperation = (list: readonly unknown[], context: NodeContext) => unknown

function forEachItem(context: NodeContext): (item: unknown, index: number) => unknown {
  const expression = textIn(context.data, 'expression')
  if (expression === '') throw new NodeFailure('This list operation needs an expression')
  const evaluate = parseSafeExpression(expression)
  return (item, index) => evaluate(context.vars.expressionValues({ item, index }))
}

const integerOrUndefined = (value: unknown): number | undefined =>
  looksLikeNumber(value) ? Math.trunc(Number(value)) : undefined

const listOperations: Readonly<Record<string, ListOperation>> = {
  filter: (list, context) => {
    const test = forEachItem(context)
    return list.filter((item, index) => isTruthy(test(item, index)))
  },
  map: (list, context) => list.map(forEachItem(context)),
  sort: (list, context) => {
    const keyOf =
      textIn(context.data, 'expression') === '' ? (item: unknown) => item : forEachItem(context)
    return list
      .map((item, index) => ({ item, key: keyOf(item, index) }))
      .toSorted((a, b) => compareOrdered(a.key, b.key))
      .map(({ item }) => item)
  },
  slice: (list, { data }) =>
    list.slice(integerOrUndefined(data['slice_start']), integerOrUndefined(data['slice_end'])),
  flatten: (list) => list.flat(),
  unique: (list) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()],
  reverse: (list) => list.toReversed(),
  length: (list) => list.length,
}

function textOfBase64(encoded: string): string {
  try {
    const bytes = decodeBase64(encoded)
    if (bytes !== undefined) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The bytes are not valid text, so the error below is thrown.
  }
  throw new NodeFailure('Binary documents are not supported')
}

/** Matches a Markdown table: consecutive lines that begin and end with a bar. */
const tableLines = /(?:^[ \t]*\|.*\|[ \t]*$\n?)+/gm

/** Splits a page at lines of `---` between empty lines. */
function splitAtHorizontalRules(page: string): string[] {
  const lines = page.split('\n')
  const isEmpty = (at: number) => lines[at]?.trim() === ''
  const rules = lines.flatMap((line, at) =>
    line.trim() === '---' && isEmpty(at - 1) && isEmpty(at + 1) ? [at] : [],
  )
  return [...rules, lines.length].map((end, index) =>
    lines.slice((rules[index - 1] ?? -1) + 1, end).join('\n'),
  )
}

/** The pages of a document. A form feed or a `---` line ends a page (F-020). */
const pagesOf = (text: string) => text.split('\f').flatMap(splitAtHorizontalRules)

/** The functions that extract data from a document, by mode. */
const extractModes: Readonly<Record<string, (text: string, data: JsonObject) => unknown>> = {
  full_text: (text) => text,
  pages(text, data) {
    const pages = pagesOf(text)
    const range = /^(\d+)(?:-(\d+))?$/.exec(textIn(data, 'page_range'))
    const [, first = '1', last = first] = range ?? ['', '1', String(pages.length)]
    return pages.slice(Number(first) - 1, Number(last)).map((page) => page.trim())
  },
  metadata: (text) => ({
    char_count: text.length,
    word_count: text.split(/\s+/).filter((word) => word !== '').length,
    line_count: text.split('\n').length,
    page_count: pagesOf(text).length,
  }),
  tables: (text) => (text.match(tableLines) ?? []).map((table) => table.trim()),
}
