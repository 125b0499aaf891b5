// The library names the parts of its functions `_func` and `_signature`.
// oxlint-disable no-underscore-dangle
import {
  type JSONValue,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_NULL,
  TYPE_NUMBER,
  TYPE_STRING,
} from '@jmespath-community/jmespath'
import { isObject, ownField } from '../../contract/json.ts'
import { toMoment } from '../../contract/canonical-date.ts'
import type { ExpressionScope } from '../world/wire.ts'
import { ExpressionError } from './expression.ts'
import { nextRun } from './next-run.ts'
import { draftActions, draftAgent, refineActions, refineAgent } from './assistants/drafts.ts'
import { querySample } from './assistants/sample-query.ts'
import { checkDrawnBlueprint, describeChanges, schemasOf, variablesOf } from './drawn-blueprint.ts'
import { shorten } from '../../contract/shorten.ts'

/** The functions for expressions by name, in the format of the library. */
type ExpressionFunctions = Readonly<
  Record<
    string,
    {
      readonly _func: (args: never) => JSONValue
      readonly _signature: readonly {
        readonly types: readonly number[]
        readonly optional?: boolean
      }[]
    }
  >
>

/** Functions whose result depends on a text: an integer in a range, and an item of a list. */
export const seededFunctions = (seeded: ExpressionScope['seeded']): ExpressionFunctions => ({
  seeded: {
    _func: ([text, from, to]: [string, number, number]) =>
      Math.floor(from + seeded(text) * (to - from + 1)),
    _signature: [TYPE_STRING, TYPE_NUMBER, TYPE_NUMBER].map((type) => ({ types: [type] })),
  },
  seeded_item: {
    _func: ([text, list]: [string, readonly JSONValue[]]) =>
      list[Math.floor(seeded(text) * list.length)] ?? null,
    _signature: [TYPE_STRING, TYPE_ARRAY].map((type) => ({ types: [type] })),
  },
})

/**
 * `milliseconds(text)`: a moment as milliseconds since 1970. `next_run(cron, timezone, moment)`: the
 * next time that matches a cron text, or null.
 */
export const timeFunctions: ExpressionFunctions = {
  next_run: {
    _func: ([cron, timeZone, after]: [string, string, string]) => {
      const at = nextRun(cron, timeZone, toMoment(after))
      return at === undefined ? null : new Date(at).toISOString().replace('.000Z', '+00:00')
    },
    _signature: [TYPE_STRING, TYPE_STRING, TYPE_STRING].map((type) => ({ types: [type] })),
  },
  milliseconds: {
    _func: ([text]: [string]) => {
      const moment = toMoment(text)
      if (Number.isNaN(moment))
        throw new ExpressionError(`\`${shorten(text, 40)}\` is not a date in ISO 8601`)
      return moment
    },
    _signature: [{ types: [TYPE_STRING] }],
  },
}

/**
 * `record(kind, id)`: a record of the world, or null; `existing(kind, id)`: the record, or a 404;
 * `records(kind)`: all records of a kind; `records(kind, id)`: the records that belong to a record.
 * The records contain no secrets. `file_text(kind, id)`: the content of a file.
 * `file_part(kind, id, from, count)` and `file_length(kind, id)`: a part of it and its length, which
 * cost few steps for a large file.
 */
export function recordFunctions({
  recordKinds,
  record,
  records,
  existing,
  fileText,
}: ExpressionScope): ExpressionFunctions {
  const requireKind = (kind: string) => {
    const kinds = recordKinds()
    if (!kinds.includes(kind))
      throw new ExpressionError(
        `there is no kind of records \`${shorten(kind, 40)}\`; use ${kinds.join(', ')}`,
      )
    return kind
  }
  const texts = new Map<string, string>()
  /** The content of a file. Decoding a large file takes long, so each file is decoded only once. */
  const textOf = (kind: string, id: string) => {
    const key = `${requireKind(kind)}\n${id}`
    const text = texts.get(key) ?? fileText(kind, id)
    texts.set(key, text)
    return text
  }
  return {
    record: {
      _func: ([kind, id]: [string, string | null]) =>
        id === null ? null : ((record(requireKind(kind), id) ?? null) as JSONValue),
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING, TYPE_NULL] }],
    },
    records: {
      _func: ([kind, parent]: [string, string | undefined]) =>
        records(requireKind(kind), parent) as JSONValue[],
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING], optional: true }],
    },
    existing: {
      _func: ([kind, id]: [string, string | null]) =>
        existing(requireKind(kind), id ?? '') as JSONValue,
      _signature: [{ types: [TYPE_STRING] }, { types: [TYPE_STRING, TYPE_NULL] }],
    },
    file_text: {
      _func: ([kind, id]: [string, string]) => textOf(kind, id),
      _signature: signatureOf(TYPE_STRING, TYPE_STRING),
    },
    file_part: {
      _func: ([kind, id, from, count]: [string, string, number, number]) =>
        sliceText(textOf(kind, id), Math.max(0, from), Math.max(0, count)),
      _signature: signatureOf(TYPE_STRING, TYPE_STRING, TYPE_NUMBER, TYPE_NUMBER),
    },
    file_length: {
      _func: ([kind, id]: [string, string]) => countCharacters(textOf(kind, id)),
      _signature: signatureOf(TYPE_STRING, TYPE_STRING),
    },
  }
}

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

/** Counts an emoji as one character, as `length` does. */
const countCharacters = (text: string) => text.length - (text.match(surrogatePair)?.length ?? 0)

/** A part of a text. Only a text with emoji becomes a list, because that takes much longer. */
const sliceText = (text: string, from: number, count: number) =>
  text.search(surrogatePair) < 0
    ? text.slice(from, from + count)
    : Array.from(text)
        .slice(from, from + count)
        .join('')

const maxRandomTextLength = 1000

/**
 * The functions `page(list)`, `csv(list)`, `moment(seconds)`, `random_text(length)` and
 * `tokens(user_id)`. `page` and `tokens` only work in expressions that answer a request.
 */
export const requestFunctions = ({
  page,
  tokens,
  moment,
  randomText,
}: ExpressionScope): ExpressionFunctions => ({
  page: {
    _func: ([list]: [readonly unknown[]]) => {
      if (page === undefined)
        throw new ExpressionError('`page` only works in expressions that answer a request')
      return page(list) as JSONValue
    },
    _signature: [{ types: [TYPE_ARRAY] }],
  },
  csv: {
    _func: ([list]: [readonly unknown[]]) => csvText(list),
    _signature: [{ types: [TYPE_ARRAY] }],
  },
  moment: {
    _func: ([seconds]: [number]) => moment(seconds),
    _signature: [{ types: [TYPE_NUMBER] }],
  },
  random_text: {
    _func: ([length]: [number]) => {
      if (length < 0 || length > maxRandomTextLength)
        throw new ExpressionError(`\`random_text\` takes 0 to ${maxRandomTextLength} characters`)
      return randomText(length)
    },
    _signature: [{ types: [TYPE_NUMBER] }],
  },
  tokens: {
    _func: ([user]: [string | null]) => {
      if (tokens === undefined)
        throw new ExpressionError('`tokens` only works in expressions that answer a request')
      return ((user === null ? undefined : tokens(user)) ?? null) as JSONValue
    },
    _signature: [{ types: [TYPE_STRING, TYPE_NULL] }],
  },
})

/** Writes objects as CSV (RFC 4180): a line with all field names, then a line for each object. */
function csvText(list: readonly unknown[]): string {
  const rows = list.filter(isObject)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type JsonList = readonly JSONValue[]

type ArgumentType = typeof TYPE_ANY | typeof TYPE_ARRAY | typeof TYPE_NUMBER | typeof TYPE_STRING
const signatureOf = (...types: readonly ArgumentType[]) => types.map((type) => ({ types: [type] }))

const fieldOf = (value: JSONValue, field: string): unknown =>
  isObject(value) ? ownField(value, field) : undefined

/**
 * `slice(list, from, count)`: a part of a list. The bounds of `[a:b]` can only be constants.
 * `where(list, field, value)`: the objects with this value. `since(list, moment)`: the objects that
 * were created at this moment or later. `where` and `since` cost one step per item. A filter in
 * brackets costs about 80 steps per item, too much for the 10,000 conversations of a large world.
 */
export const listFunctions = {
  slice: {
    _func: ([list, from, count]: [JsonList, number, number]) =>
      list.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, count)),
    _signature: signatureOf(TYPE_ARRAY, TYPE_NUMBER, TYPE_NUMBER),
  },
  where: {
    _func: ([list, field, value]: [JsonList, string, JSONValue]) =>
      list.filter((one) => fieldOf(one, field) === value),
    _signature: signatureOf(TYPE_ARRAY, TYPE_STRING, TYPE_ANY),
  },
  since: {
    _func: ([list, moment]: [JsonList, string]) =>
      list.filter((one) => String(fieldOf(one, 'created_at') ?? '') >= moment),
    _signature: signatureOf(TYPE_ARRAY, TYPE_STRING),
  },
}

/**
 * `blueprint_checks(blueprint)`: the error, the warnings and the plan of an editor's blueprint.
 * `blueprint_variables(blueprint)`: the variables that each node provides to later nodes.
 * `test_node(workflow, node_id, variables, env_vars)`: the result of one node of a workflow.
 * `blueprint_changes(before, after)`: the differences between two blueprints, as a text.
 * `blueprint_schemas(blueprint)`: the schemas of the blueprint's `input` and `output`.
 */
export const blueprintFunctions = ({ hasDefects, testNode }: ExpressionScope) => ({
  blueprint_checks: {
    _func: ([blueprint]: [JSONValue]) =>
      checkDrawnBlueprint(blueprint, hasDefects()) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ANY),
  },
  blueprint_variables: {
    _func: ([blueprint]: [JSONValue]) => variablesOf(blueprint) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ANY),
  },
  test_node: {
    _func: ([workflow, node, variables, env]: [object, string, object, object]) =>
      testNode(workflow, node, variables, env) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ANY, TYPE_STRING, TYPE_ANY, TYPE_ANY),
  },
  blueprint_schemas: {
    _func: ([blueprint]: [JSONValue]) => schemasOf(blueprint) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ANY),
  },
  blueprint_changes: {
    _func: ([before, after]: [JSONValue, JSONValue]) => describeChanges(before, after),
    _signature: signatureOf(TYPE_ANY, TYPE_ANY),
  },
})

/**
 * Functions for the assistants of a deployment. `draft_actions(instruction)` and
 * `draft_agent(instruction)` write something new. `refine_actions(actions, id, instruction)` and
 * `refine_agent(agent, instruction)` change something. `query_sample(sql, tables, is_read_only,
 * moment)` runs a query over sample rows.
 */
export const assistantFunctions = {
  draft_actions: {
    _func: ([instruction]: [string]) => draftActions(instruction) as unknown as JSONValue,
    _signature: signatureOf(TYPE_STRING),
  },
  refine_actions: {
    _func: ([actions, open, instruction]: [never, string | null, string]) =>
      refineActions(actions, open, instruction) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ARRAY, TYPE_ANY, TYPE_STRING),
  },
  draft_agent: {
    _func: ([instruction]: [string]) => draftAgent(instruction) as unknown as JSONValue,
    _signature: signatureOf(TYPE_STRING),
  },
  refine_agent: {
    _func: ([agent, instruction]: [object, string]) =>
      refineAgent(agent, instruction) as unknown as JSONValue,
    _signature: signatureOf(TYPE_ANY, TYPE_STRING),
  },
  query_sample: {
    _func: ([sql, tables, isReadOnly, now]: [string, never, boolean, string]) =>
      querySample(sql, tables, isReadOnly, toMoment(now)) as unknown as JSONValue,
    _signature: signatureOf(TYPE_STRING, TYPE_ARRAY, TYPE_ANY, TYPE_STRING),
  },
}
