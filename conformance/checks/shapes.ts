import { isRefusal, requireBaseline, skip } from '../session/assertions.ts'
import type { ActiveCheck } from '../session/check.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { Blocked, Finding, Findings } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { conversationId } from '../setup/conversations.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { encodeId, listedIds, readList } from '../setup/lists.ts'
import { methodTable, withoutQuery } from '../../contract/operations/path-table.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import type {
  OwnAction,
  OwnCollection,
  ShapedOperation,
} from '../../contract/profile/shaped-operations.ts'
import type { Shape } from '../../contract/profile/shape.ts'
import { textForPattern } from '../../contract/pattern-text.ts'
import type { JsonObject } from '../../contract/json.ts'

/**
 * Creates a check for each operation of a profile that declares response shapes. With `strict`, a
 * difference fails the check; without it, the difference is only reported.
 */
export const shapeChecks = (
  operations: readonly ShapedOperation[],
  strict = false,
): readonly ActiveCheck[] => {
  const table = methodTable(operations.map((one) => [one.method, one.path, one]))
  const keys: Keys = new Map(
    operations.flatMap(({ own }) => (own ? [[own.collection.path, own.collection.key]] : [])),
  )
  const called = ({ request: { method, path } }: Exchange) =>
    table.find(withoutQuery(path))?.value.get(method)
  return operations.map((operation) => ({
    id: `shape.${nameOf(operation)}`,
    level: strict ? 'must' : 'observe',
    rule: 'profile.shape',
    plan: operation.method === 'GET' && !needsOwnRecord(operation) ? 'smoke' : 'core',
    needs: ['user'],
    run: async (session) => {
      const exchanges = await exchangesOf(
        session,
        operation,
        keys,
        (one) => called(one) === operation,
      )
      const problems = exchanges.flatMap((exchange) => compare(operation, exchange))
      if (problems.length > 0) throw new Findings(problems)
      const statuses = new Set(exchanges.map(({ status }) => status))
      return `as in the profile (${[...statuses].join(', ')})`
    },
  }))
}

/** Maps the path of a list to the field whose value identifies a record of the list in paths. */
type Keys = ReadonlyMap<string, string>

const nameOf = ({ method, path }: ShapedOperation) => `${method} ${path}`

/** Whether the operation can only be called on a record that the run creates. */
const needsOwnRecord = ({ own }: ShapedOperation): boolean =>
  own !== undefined && own.action !== 'list' && canCreate(own.collection.actions)

const canCreate = (actions: ReadonlySet<OwnAction>) =>
  actions.has('create') && actions.has('delete')

/** Returns the exchange that this check sends or, if it sends none, those of earlier checks. */
async function exchangesOf(
  session: TestSession,
  operation: ShapedOperation,
  keys: Keys,
  isCall: (exchange: Exchange) => boolean,
): Promise<readonly Exchange[]> {
  if (operation.own !== undefined && needsOwnRecord(operation))
    return [await callOwn(session, operation.own, operation, keys)]
  if (operation.method === 'GET') return [await readShapedOperation(session, operation, keys)]
  const recordedExchanges = session.exchanges.filter(
    (one) => isCall(one) && isJudged(operation, one),
  )
  if (recordedExchanges.length === 0)
    skip('the operation writes, and the suite only writes where it can remove what it created')
  return recordedExchanges
}

async function readShapedOperation(
  session: TestSession,
  operation: ShapedOperation,
  keys: Keys,
): Promise<Exchange> {
  const path = await existingPath(session, operation.path, keys)
  if (path === undefined) skip(`no list names a record for the path ${operation.path}`)
  const exchange = await readList(session, path)
  if (operation.shapes.has(exchange.status)) return exchange
  const { status } = exchange
  if (status === 401) throw new Blocked('the credential of the user is no longer accepted')
  if (status === 403 && operation.isAdminOnly) skip('only an administrator may call the operation')
  requireBaseline(
    status !== 400 && status !== 422,
    `the operation refuses a request without parameters (${status}), and the suite knows none`,
  )
  return exchange
}

/** Whether the profile declares the status of an exchange, or the status is a 2xx. */
const isJudged = ({ shapes }: ShapedOperation, { status }: Exchange): boolean =>
  shapes.has(status) || (status >= 200 && status < 300)

type Own = NonNullable<ShapedOperation['own']>

/** Creates a record in a collection once per run, and calls an operation on it. */
async function callOwn(
  session: TestSession,
  { collection, action }: Own,
  { method, path }: ShapedOperation,
  keys: Keys,
): Promise<Exchange> {
  const where =
    (await existingPath(session, collection.path, keys)) ?? skip(`the list ${path} is empty`)
  const { key } = collection
  const creation = { method: 'POST', path: where, createsIn: where, createsKey: key }
  const body = () => sampleBody(collection, session.uniqueName('record'))
  const send = (spec: Omit<RequestSpec, 'bearer'>) => sendAsUser(session, spec)
  const create = () =>
    session.once(`creating a record in ${where}`, () => send({ ...creation, body: body() }))
  if (action === 'create') {
    const made = await create()
    // A refusal can be right, because the sample body may refer to records that do not exist.
    const refers = Object.keys(made.request.body ?? {}).some(
      (field) => field.endsWith('_id') || field === key,
    )
    requireBaseline(
      !refers || !isRefusal(made),
      `the operation refuses a record with made-up ids (${made.status})`,
    )
    return made
  }
  if (action === 'batch') skip('the suite creates one record at a time')
  const created = await create()
  const id = conversationId(created.json, key)
  if (id === undefined)
    throw new Blocked(`no record could be created in ${where} (${created.status})`)
  const end = path.slice(collection.path.length).replace(/^\/\{\w+\}/, '')
  const item = `${where}/${encodeId(id)}${end}`
  const writes = action === 'update' || action === 'replace'
  // Keeps the key field, because later requests use its value in their paths.
  const changed = () => ({ ...body(), [key]: member(created.request.body, key) })
  return send({ method, path: item, ...(writes && { body: changed() }) })
}

/** Returns a finding for each difference between a response and its shape. */
function compare({ shapes }: ShapedOperation, exchange: Exchange): readonly Finding[] {
  const { status, text, json, events } = exchange
  const shape = shapes.get(status)
  if (shape === undefined) {
    const declared = [...shapes.keys()].join(' or ')
    return [new Finding(`status ${declared}`, `status ${status}`, exchange)]
  }
  if (events.length > 0) return []
  const isEmpty = text.trim() === ''
  if (json === undefined && !isEmpty && shape.kind !== 'any')
    return [new Finding('a JSON body', 'a body that is not JSON', exchange)]
  // Values are not truncated here, because a truncated secret would not be masked.
  return shapeProblems(shape, isEmpty ? null : json, undefined, formatValue).map(
    ({ at, says }) =>
      new Finding(`a body of ${status} as in the profile`, `${at || 'the body'} ${says}`, exchange),
  )
}

/** The maximum number of records per list whose nested lists are searched. */
const maxParentRecords = 3

/**
 * Fills the parameters of a path with ids of existing records. The ids come from the list at the
 * path before each parameter. Undefined if no list has a record.
 */
const existingPath = (
  session: TestSession,
  path: string,
  keys: Keys,
): Promise<string | undefined> => fillSegmentsFrom(session, path.split('/'), keys, 0, '')

async function fillSegmentsFrom(
  session: TestSession,
  segments: readonly string[],
  keys: Keys,
  index: number,
  before: string,
): Promise<string | undefined> {
  if (index === segments.length) return before
  const segment = segments[index] ?? ''
  const place = index === 0 ? segment : `${before}/${segment}`
  if (!segment.startsWith('{')) return fillSegmentsFrom(session, segments, keys, index + 1, place)
  const key = keys.get(segments.slice(0, index).join('/'))
  for (const id of (await listedIds(session, before, key)).slice(0, maxParentRecords)) {
    const next = `${before}/${encodeId(id)}`
    const filledPath = await fillSegmentsFrom(session, segments, keys, index + 1, next)
    if (filledPath !== undefined) return filledPath
  }
  return undefined
}

/** Creates a valid body for a record: its required fields, and the name in `name` or `title`. */
function sampleBody({ fields }: OwnCollection, name: string): JsonObject {
  const named = [...fields.keys()].find((key) => key === 'name' || key === 'title')
  return Object.fromEntries(
    [...fields].flatMap(([key, { shape, isOptional }]) => {
      const hasDefault = shape.kind === 'scalar' && shape.default !== undefined
      return key !== named && (isOptional || hasDefault) ? [] : [[key, sampleOf(shape, name)]]
    }),
  )
}

/** Creates a small value with this shape; texts contain the name. */
function sampleOf(shape: Shape, name: string): unknown {
  switch (shape.kind) {
    case 'any':
    case 'null':
      return null
    case 'list':
      return []
    case 'map':
      return {}
    case 'oneOf':
      return sampleOf(shape.shapes[0] ?? { kind: 'null' }, name)
    case 'object':
      return Object.fromEntries(
        [...shape.fields].flatMap(([key, field]) =>
          field.isOptional ? [] : [[key, sampleOf(field.shape, name)]],
        ),
      )
    case 'scalar':
      return sampleScalar(shape, name)
  }
}

const samples: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
}

function sampleScalar(
  { types: [type], limits }: Extract<Shape, { readonly kind: 'scalar' }>,
  name: string,
): unknown {
  const {
    options,
    pattern,
    format = '',
    minLength = 0,
    maxLength = name.length,
    min = 0,
    max,
  } = limits
  if (type === 'boolean') return false
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') return max === undefined || min <= max ? min : max
  return (
    options?.[0] ??
    textForPattern(pattern) ??
    samples[format] ??
    name.slice(0, Math.max(maxLength, 1)).padEnd(minLength, 'x')
  )
}
