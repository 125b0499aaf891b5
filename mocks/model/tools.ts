import { isObject, type JsonObject, objectIn, parseBody } from '../../contract/json.ts'
import type { ContractKind } from '../../contract/kinds.ts'
import type { StoredRecord } from '../../contract/control/worlds.ts'
import type { ConnectorAction } from '../../contract/records/connector.ts'
import { shorten } from '../../contract/shorten.ts'
import { newestFirst } from '../control/records.ts'
import { searchKnowledgeBases } from '../platform/knowledge-bases/search.ts'
import { hasAccess, recordForExpressions } from '../platform/records/contract-kinds.ts'
import { visibilityFor } from '../platform/sharing.ts'
import { visibleRows } from '../platform/tables/table-question.ts'
import type { ModelTurn } from '../platform/turn-model.ts'
import { collectionOf } from '../world/store.ts'
import type { World } from '../world/world.ts'

/** A tool that the model may call. A tool only reads and changes the world of the turn. */
export type ModelTool = {
  readonly name: string
  readonly description: string
  /** The fields of the tool's input: their JSON schemas by name. */
  readonly properties: JsonObject
  readonly required: readonly string[]
  readonly needsApproval?: true
  /** Whether other users may not see the result for this input. */
  isPrivate?(input: JsonObject): boolean
  /** Returns the part of the result that the model and the user see. */
  run(input: JsonObject): string
}

/** The outcome of a call: the result, or the reason why it was refused. */
export type CallResult = { readonly observation: string } | { readonly error: string }

/** The maximum characters of a result and of one value, and the maximum records of a result. */
const maxSizes = { result: 6000, value: 160, records: 20 }

/** The kinds of records that a model may list, as far as the user of the turn sees them. */
const listableKinds = [
  'agents',
  'knowledge_bases',
  'documents',
  'connectors',
  'mcp_servers',
  'workflows',
  'workflow_runs',
  'conversations',
  'organizations',
  'users',
  'models',
] as const satisfies readonly ContractKind[]

/**
 * Creates the tools of a turn. They read its documents and records, and play its agent's actions.
 */
export function createTools(turn: ModelTurn): readonly ModelTool[] {
  const documents = turn.bases.length === 0 ? [] : [searchTool(turn), readTool(turn)]
  const figures = turn.world.config.fixture.tables === undefined ? [] : [tableTool(turn)]
  const all = [...documents, ...figures, listTool(turn), ...actionTools(turn)]
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
}

const textProperty = (description: string) => ({ type: 'string', description })

/**
 * Whether one of the knowledge bases is hidden from users who neither own it nor are in an
 * organization.
 */
const readsPrivate = (world: World, bases: ModelTurn['bases']) =>
  !bases.every(visibilityFor(world, 'knowledge_bases', ''))

const searchTool = ({ world, bases }: ModelTurn): ModelTool => ({
  name: 'knowledge_search',
  description: `Searches the documents: ${shorten(bases.map(({ name }) => name).join(', '), 500)}. Returns the best passages with file and section.`,
  properties: { query: textProperty('Words to look for, in the language of the documents') },
  required: ['query'],
  isPrivate: () => readsPrivate(world, bases),
  run({ query }) {
    const words = typeof query === 'string' ? query : JSON.stringify(query)
    const found = searchKnowledgeBases(world, bases, shorten(words, maxSizes.value), 5)
    const passages = found.slice(0, 5).map(({ content, metadata: { source, chunk_index } }) => {
      return `[${source}, § ${chunk_index + 1}] ${content}`
    })
    return passages.join('\n\n') || 'No passage found.'
  },
})

const readTool = ({ world, bases }: ModelTurn): ModelTool => ({
  name: 'document_read',
  description: 'Reads a document by the name of its file, as the search returns it.',
  properties: { file: textProperty('The name of the file') },
  required: ['file'],
  isPrivate: () => readsPrivate(world, bases),
  run({ file }) {
    const all = bases.flatMap(({ id }) => world.store.documents.owned(id, 'oldest'))
    const found = all.find(({ filename }) => filename === file)
    return (
      found?.chunks.map(({ content }) => content).join('\n\n') ??
      `There is no document of this name. There are: ${all.map(({ filename }) => filename).join(', ')}.`
    )
  },
})

function tableTool({ world, user }: ModelTurn): ModelTool {
  const { tables = [] } = world.config.fixture
  return {
    name: 'table_read',
    description: `Reads a table with figures of the company: ${tables.map(({ name, title }) => `${name} (${title})`).join(', ')}.`,
    properties: { table: { type: 'string', enum: tables.map(({ name }) => name) } },
    required: ['table'],
    isPrivate: ({ table: wanted }) =>
      tables.some((one) => one.name === wanted && one.private !== undefined),
    run({ table: wanted }) {
      const table = tables.find(({ name }) => name === wanted)
      if (table === undefined) return 'There is no table of this name.'
      const { columns, source, owner } = table
      const rows = visibleRows(table, user.display_name)
      return JSON.stringify({ source, owner, columns: columns.map(({ name }) => name), rows })
    },
  }
}

const listTool = ({ world, user }: ModelTurn): ModelTool => ({
  name: 'records_list',
  description:
    'Lists and counts records of the platform that the user may see, newest first: agents, users, workflows and so on.',
  properties: {
    kind: { type: 'string', enum: listableKinds },
    where: {
      type: 'object',
      description: 'Fields that a record must have; a text is a part of the value',
    },
    limit: { type: 'integer', description: `How many to return, at most ${maxSizes.records}` },
  },
  required: ['kind'],
  isPrivate: () => true,
  run({ kind: wanted, where, limit }) {
    const kind = listableKinds.find((one) => one === wanted)
    if (kind === undefined)
      return `There are no records of this kind: use ${listableKinds.join(', ')}.`
    const fields = Object.entries(objectIn(where))
    const stored = [...collectionOf(world.store, kind).values()]
    const found = newestFirst(stored as unknown as StoredRecord[])
      .filter((record) => hasAccess(world, kind, record, user.id, 'visible'))
      .map((record) => plainFields(recordForExpressions(world, kind, record)))
      .filter((record) => fields.every(([name, value]) => matchesValue(record[name], value)))
    const most = typeof limit === 'number' && limit >= 1 ? limit : maxSizes.records
    const records = found.slice(0, Math.min(most, maxSizes.records))
    const written = () => JSON.stringify({ count: found.length, records })
    while (written().length > maxSizes.result) records.pop()
    return written()
  },
})

/** Returns only short fields: ids, long texts and nested settings would not help the model. */
const plainFields = (record: StoredRecord): JsonObject =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => isShortValue(value) && !/(^|_)id$/.test(name)),
  )

const isShortValue = (value: unknown) =>
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= maxSizes.value)

const matchesValue = (value: unknown, wanted: unknown) =>
  typeof wanted === 'string' && typeof value === 'string'
    ? value.toLowerCase().includes(wanted.toLowerCase())
    : JSON.stringify(value) === JSON.stringify(wanted)

/**
 * Creates tools of those actions of the agent's connectors that change records. No service is
 * called: an action only looks as if it had run. Actions that read are left out, because the fake
 * has no data for them.
 */
function actionTools({ world, agent }: ModelTurn): readonly ModelTool[] {
  const connectors = (agent?.connector_ids ?? []).flatMap((id) => {
    const found = world.store.connectors.get(id)
    return found?.is_active === true ? [found] : []
  })
  return connectors
    .flatMap(({ actions }) => actions)
    .filter(({ method, name }) => method !== 'GET' && /^[\w-]{1,64}$/.test(name))
    .map((action) => ({
      name: action.name,
      description: action.description ?? `${action.method} ${action.path}`,
      ...actionInputSchema(action),
      ...(action.requires_confirmation && { needsApproval: true as const }),
      run: () => '{"status":"accepted"}',
    }))
}

function actionInputSchema({ parameters_schema, request_body_template, path }: ConnectorAction) {
  const { properties, required } = parameters_schema ?? {}
  const names = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    ...Object.keys(request_body_template ?? {}),
  ]
  const named = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return {
    properties: { ...named, ...(isObject(properties) && properties) },
    required: Array.isArray(required) ? required.map(String) : names,
  }
}

/** Describes a tool for the API. The model also has to give the user a reason for each call. */
export const toolSchema = ({ name, description, properties, required }: ModelTool) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: {
      type: 'object',
      properties: {
        ...properties,
        why: textProperty('One short sentence for the user: why you do this'),
      },
      required,
    },
  },
})

/** The maximum number of values in the input of a call. */
const maxInputValues = 500

/** Runs a call of the model. The input may be any text. */
export function runTool(
  tool: ModelTool | undefined,
  name: string,
  writtenInput: string,
): { readonly input: JsonObject; readonly why: string | undefined; readonly result: CallResult } {
  const given = parseBody(writtenInput || '{}', maxInputValues)
  const { why, ...input } = objectIn(given)
  const refuse = (error: string) => ({ input, why: undefined, result: { error } })
  if (tool === undefined) return refuse(`There is no tool ${shorten(name, 60)}.`)
  if (!isObject(given)) return refuse('The input is not a JSON object.')
  const missing = tool.required.filter((field) => input[field] === undefined)
  if (missing.length > 0) return refuse(`The input lacks ${missing.join(', ')}.`)
  const observation = shorten(tool.run(input), maxSizes.result)
  return {
    input,
    why: typeof why === 'string' && why.trim() !== '' ? shorten(why.trim(), 300) : undefined,
    result: { observation },
  }
}
