// The library names the parts of its functions `_func` and `_signature`.
// oxlint-disable no-underscore-dangle
import {
  type FunctionSignature,
  type InputSignature,
  type JSONValue,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_NULL,
  TYPE_NUMBER,
  TYPE_STRING,
} from '@jmespath-community/jmespath'
import { isObject, ownField } from '../../contract/json.ts'
import { canonicalDate, toMoment } from '../../contract/canonical-date.ts'
import type { ExpressionScope } from '../world/wire.ts'
import { ExpressionError } from './expression.ts'
import { nextRun } from './next-run.ts'
import { draftActions, draftAgent, refineActions, refineAgent } from './assistants/drafts.ts'
import { querySample, type SampleTable } from './assistants/sample-query.ts'
import {
  checkDrawnBlueprint,
  describeChanges,
  requireDrawnBlueprint,
  schemasOf,
  variablesOf,
} from './drawn-blueprint.ts'
import { shorten } from '../../contract/shorten.ts'

/** Functions by name, in the format of the library. */
type ExpressionFunctions = Readonly<Record<string, FunctionSignature>>

const anyValue: InputSignature = { types: [TYPE_ANY] }
const list: InputSignature = { types: [TYPE_ARRAY] }
const number: InputSignature = { types: [TYPE_NUMBER] }
const text: InputSignature = { types: [TYPE_STRING] }
const optionalText: InputSignature = { types: [TYPE_STRING], optional: true }
const textOrNull: InputSignature = { types: [TYPE_STRING, TYPE_NULL] }
/** A record of a profile may have a number as its id. */
const recordId: InputSignature = { types: [TYPE_STRING, TYPE_NUMBER] }
const recordIdOrNull: InputSignature = { types: [...recordId.types, TYPE_NULL] }
type RecordId = string | number

/** Defines a function. The library checks the types of its arguments before it calls `compute`. */
const define = <Args extends readonly unknown[]>(
  types: readonly InputSignature[],
  compute: (...args: Args) => unknown,
): FunctionSignature => ({
  _func: (args: readonly unknown[]) => compute(...(args as Args)) as JSONValue,
  _signature: [...types],
})

/** Functions that derive a value from a text: an integer in a range, or an item of a list. */
const seededFunctions = ({ seeded }: ExpressionScope): ExpressionFunctions => ({
  seeded: define([recordId, number, number], (key: RecordId, from: number, to: number) =>
    Math.floor(from + seeded(String(key)) * (to - from + 1)),
  ),
  seeded_item: define(
    [recordId, list],
    (key: RecordId, items: readonly unknown[]) =>
      items[Math.floor(seeded(String(key)) * items.length)] ?? null,
  ),
})

/**
 * `milliseconds(text)`: a moment as milliseconds since 1970. `next_run(cron, timezone, moment)`: the
 * next time that matches a cron text, or null.
 */
const timeFunctions: ExpressionFunctions = {
  next_run: define([text, text, text], (cron: string, timeZone: string, after: string) => {
    const at = nextRun(cron, timeZone, toMoment(after))
    return at === undefined ? null : new Date(at).toISOString().replace('.000Z', '+00:00')
  }),
  milliseconds: define([text], (date: string) => {
    const moment = toMoment(date)
    if (Number.isNaN(moment))
      throw new ExpressionError(`\`${shorten(date, 40)}\` is not a date in ISO 8601`)
    return moment
  }),
}

/**
 * `record(kind, id)`: a record of the world, or null; `existing(kind, id)`: the record, or a 404;
 * `records(kind)`: all records of a kind; `records(kind, id)`: the records that belong to a record.
 * The records contain no secrets. `file_text(kind, id)`: the content of a file. `file_part(kind,
 * id, from, count)` and `file_length(kind, id)`: a part of a file and the length of a file, which
 * cost few steps even if the file is large.
 */
function recordFunctions(scope: ExpressionScope): ExpressionFunctions {
  const requireKind = (kind: string) => {
    const kinds = scope.recordKinds()
    if (!kinds.includes(kind))
      throw new ExpressionError(
        `there is no kind of records \`${shorten(kind, 40)}\`; use ${kinds.join(', ')}`,
      )
    return kind
  }
  const texts = new Map<string, string>()
  /** The content of a file. Decoding a large file takes long, so each file is decoded only once. */
  const textOf = (kind: string, id: RecordId) => {
    const key = `${requireKind(kind)}\n${id}`
    const content = texts.get(key) ?? scope.fileText(kind, String(id))
    texts.set(key, content)
    return content
  }
  return {
    record: define([text, recordIdOrNull], (kind: string, id: RecordId | null) =>
      id === null ? null : (scope.record(requireKind(kind), String(id)) ?? null),
    ),
    records: define([text, optionalText], (kind: string, parent?: string) =>
      scope.records(requireKind(kind), parent),
    ),
    existing: define([text, recordIdOrNull], (kind: string, id: RecordId | null) =>
      scope.existing(requireKind(kind), String(id ?? '')),
    ),
    file_text: define([text, recordId], textOf),
    file_part: define(
      [text, recordId, number, number],
      (kind: string, id: RecordId, from: number, count: number) =>
        sliceText(textOf(kind, id), Math.max(0, from), Math.max(0, count)),
    ),
    file_length: define([text, recordId], (kind: string, id: RecordId) =>
      countCharacters(textOf(kind, id)),
    ),
  }
}

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

/** Counts an emoji as one character, as `length` does. */
const countCharacters = (content: string) =>
  content.length - (content.match(surrogatePair)?.length ?? 0)

/** Cuts a part out of a text. Texts without emoji are not converted to lists, which is slow. */
const sliceText = (content: string, from: number, count: number) =>
  content.search(surrogatePair) < 0
    ? content.slice(from, from + count)
    : Array.from(content)
        .slice(from, from + count)
        .join('')

const maxRandomTextLength = 1000

/** Returns a part of the scope. Throws if it is missing because there is no request. */
function requireRequest<Part>(part: Part | undefined, name: string): Part {
  if (part !== undefined) return part
  throw new ExpressionError(`\`${name}\` only works in expressions that answer a request`)
}

/**
 * The functions `page(list)`, `csv(list)`, `moment(seconds)`, `random_text(length)` and
 * `tokens(user_id)`. `page` and `tokens` only work in expressions that answer a request.
 */
const requestFunctions = (scope: ExpressionScope): ExpressionFunctions => ({
  page: define([list], (items: readonly unknown[]) => requireRequest(scope.page, 'page')(items)),
  csv: define([list], csvText),
  moment: define([number], scope.moment),
  random_text: define([number], (length: number) => {
    if (length < 0 || length > maxRandomTextLength)
      throw new ExpressionError(`\`random_text\` takes 0 to ${maxRandomTextLength} characters`)
    return scope.randomText(length)
  }),
  tokens: define([textOrNull], (user: string | null) => {
    const tokensOf = requireRequest(scope.tokens, 'tokens')
    return (user === null ? undefined : tokensOf(user)) ?? null
  }),
})

/** Writes objects as CSV (RFC 4180): a line with all field names, then a line for each object. */
function csvText(items: readonly unknown[]): string {
  const rows = items.filter(isObject)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const cell = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const fieldOf = (value: unknown, field: string): unknown =>
  isObject(value) ? ownField(value, field) : undefined

/**
 * `slice(list, from, count)`: a part of a list. The bounds of `[a:b]` can only be constants.
 * `where(list, field, value)`: the objects with this value. `since(list, moment)`: the objects that
 * were created at this moment or later. `where` and `since` cost one step per item. A filter in
 * brackets costs about 80 steps per item, too much for the 10,000 conversations of a large world.
 */
const listFunctions: ExpressionFunctions = {
  slice: define([list, number, number], (items: readonly unknown[], from: number, count: number) =>
    items.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, count)),
  ),
  where: define(
    [list, text, anyValue],
    (items: readonly unknown[], field: string, value: unknown) =>
      items.filter((one) => fieldOf(one, field) === value),
  ),
  since: define([list, text], (items: readonly unknown[], moment: string) => {
    const first = toUtc(moment)
    return items.filter((one) => toUtc(fieldOf(one, 'created_at')) >= first)
  }),
}

/** Converts a time to UTC, so that times can be compared as texts. Almost all records have UTC. */
function toUtc(time: unknown): string {
  const written = String(time ?? '')
  return /^.{23}Z$/.test(written) ? written : (canonicalDate(time) ?? written)
}

/**
 * `blueprint_checks(blueprint)`: the error, the warnings and the plan of an editor's blueprint.
 * `blueprint_variables(blueprint)`: the variables that each node provides to later nodes. This
 * function refuses an invalid blueprint, unless the blueprint is empty. `test_node(workflow,
 * node_id, variables, env_vars)`: the result of one node of a workflow. `blueprint_changes(before,
 * after)`: the differences between two blueprints, as a text. `blueprint_schemas(blueprint)`: the
 * schemas of the blueprint's `input` and `output`.
 */
const blueprintFunctions = ({ hasDefects, testNode }: ExpressionScope): ExpressionFunctions => ({
  blueprint_checks: define([anyValue], (blueprint: unknown) =>
    checkDrawnBlueprint(blueprint, hasDefects()),
  ),
  blueprint_variables: define([anyValue], (blueprint: unknown) => {
    const variables = variablesOf(blueprint)
    if (Object.keys(variables).length > 0) requireDrawnBlueprint(blueprint, hasDefects())
    return variables
  }),
  test_node: define([anyValue, text, anyValue, anyValue], testNode),
  blueprint_schemas: define([anyValue], schemasOf),
  blueprint_changes: define([anyValue, anyValue], describeChanges),
})

/**
 * Functions for the assistants of a deployment. `draft_actions(instruction)` and
 * `draft_agent(instruction)` write something new. `refine_actions(actions, id, instruction)` and
 * `refine_agent(agent, instruction)` change something. `query_sample(sql, tables, is_read_only,
 * moment)` runs a query over sample rows.
 */
const assistantFunctions: ExpressionFunctions = {
  draft_actions: define([text], draftActions),
  refine_actions: define([list, anyValue, text], refineActions),
  draft_agent: define([text], draftAgent),
  refine_agent: define([anyValue, text], refineAgent),
  query_sample: define(
    [text, list, anyValue, text],
    (sql: string, tables: readonly SampleTable[], isReadOnly: boolean, now: string) =>
      querySample(sql, tables, isReadOnly, toMoment(now)),
  ),
}

/** The functions that expressions can call, in addition to those of the library. */
export const expressionFunctions = (scope: ExpressionScope): ExpressionFunctions => ({
  ...listFunctions,
  ...assistantFunctions,
  ...blueprintFunctions(scope),
  ...seededFunctions(scope),
  ...recordFunctions(scope),
  ...requestFunctions(scope),
  ...timeFunctions,
})
