import { bodyForm } from '../../../contract/body-form.ts'
import { isEventStream, pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Collector, UnusedEntry, EntryUse } from '../collector.ts'
import { Callers, type Knowledge, recordKey, RecordStore } from './record-store.ts'
import {
  findRecords,
  type FoundRecord,
  findListIn,
  findUser,
  fitRecord,
  isImportedKind,
  parentOf,
  recordFields,
  placeOf,
  type RecordPlace,
} from './kinds.ts'
import { NonRecordParts, DocumentTexts } from './further-parts.ts'
import { type ImportedRecords, toImportedRecords } from './to-fixture.ts'
import { shorten } from '../../../contract/shorten.ts'
import { idText, isIdLike } from '../../replay/id-map.ts'
import { references } from '../../../contract/kinds.ts'
import { canonicalDate } from '../../../contract/canonical-date.ts'
import type { ReceivedEvent } from '../../../contract/received-events.ts'

/** The records of an earlier import. */
export type EarlierRecords = {
  /** When the last exchange of the earlier import was sent, in milliseconds since 1970. */
  readonly until: number
  /** Adds the records. They override those of exchanges up to `until`. */
  readonly learn: (known: Knowledge) => void
}

/**
 * Collects the fixture of an import: the latest state of all recorded records, and the records that
 * they refer to.
 */
export function createRecordCollector(
  earlier: EarlierRecords | undefined,
): Collector<ImportedRecords> {
  const known: Knowledge = {
    store: new RecordStore(),
    callers: new Callers(),
    texts: new DocumentTexts(),
    nonRecordParts: new NonRecordParts(),
    passwords: new Map(),
    misfits: new Set(),
    referenceMap: new Map(),
    latest: 0,
  }
  let learnEarlier = earlier?.learn
  const uses: EntryUse[] = []
  const unused: UnusedEntry[] = []
  return {
    add(exchange) {
      if (earlier !== undefined && exchange.startedAt > earlier.until) {
        learnEarlier?.(known)
        learnEarlier = undefined
      }
      known.latest = Math.max(known.latest, exchange.startedAt)
      const { status, request } = exchange
      const { method, body: sent } = request
      const caller = known.callers.callerOf(exchange, sent)
      if (status < 200 || status > 299 || method === 'OPTIONS' || method === 'HEAD') return
      const seen = { place: placeOf(exchange), sent, caller }
      noteReferences(known, exchange, seen)
      const what = learnExchange(known, exchange, seen)
      if (what === 'too many')
        unused.push({
          entry: exchange.index,
          reason: 'there are more records than an import keeps',
        })
      else if (what !== undefined) uses.push({ entry: exchange.index, as: 'record', what })
    },
    finish() {
      learnEarlier?.(known)
      return { result: toImportedRecords(known), uses, unused }
    },
  }
}

/** Reads an exchange; returns a description of the added records, for the report. */
function learnExchange(
  knowledge: Knowledge,
  exchange: RecordedExchange,
  request: LearnedRequest,
): string | undefined {
  const { method, content: body } = exchange.request
  const path = pathOf(exchange)
  const { place } = request
  if (isEventStream(exchange)) return learnRun(knowledge, exchange, request)
  const answer = exchange.json
  if (method === 'DELETE' || isDeletion(place?.action ?? ''))
    return learnDeletion(knowledge, place, request.sent)
  if (answer === undefined) return learnChange(knowledge, place, method, request.sent, {})
  const { content } = bodyForm(answer)
  knowledge.store.learnNames(content)
  for (const item of place === undefined ? [] : (findListIn(content, place.kind) ?? []))
    knowledge.store.learnNames(item)
  const found = findRecords(place, answer)
  learnSession(knowledge, content, path, request)
  const users = path.endsWith('/me') || path.endsWith('/profile') ? findUser(content) : []
  for (const record of [...found, ...users])
    if (!learnRecord(knowledge, record, place, request.caller)) return 'too many'
  const [first] = found
  if (first?.kind === 'documents' && method === 'POST')
    knowledge.texts.learnContent(first.id, body === 'missing' ? undefined : body, request.sent)
  const parts = [
    ...recordTexts([...found, ...users]),
    knowledge.nonRecordParts.learn(method, path, place, answer),
    place !== undefined && /^(chunks|knowledge_bases)$/.test(place.kind)
      ? chunksText(knowledge.texts.learnChunks(place, answer))
      : undefined,
  ].filter((part) => part !== undefined)
  if (parts.length > 0) return parts.join(', ')
  const isEmpty =
    place !== undefined && place.id === undefined && findListIn(content, place.kind)?.length === 0
  if (isEmpty && isImportedKind(place.kind)) return `no ${place.kind}`
  return learnChange(knowledge, place, method, request.sent, content)
}

const chunksText = (count: number) => (count === 0 ? undefined : `chunks ×${count}`)

const recordTexts = (found: readonly FoundRecord[]): readonly string[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, records]) =>
    records.length === 1 ? `${kind} ${records[0]?.id}` : `${kind} ×${records.length}`,
  )

function learnRecord(
  { store, callers, nonRecordParts, misfits }: Knowledge,
  { kind, id, raw, isComplete }: FoundRecord,
  place: RecordPlace | undefined,
  caller: string,
): boolean {
  const parent = parentOf(kind)
  const isInParent = place?.kind === kind && place.parent !== undefined && parent !== undefined
  const whole = kind === 'workflow_runs' ? withNodeResults(raw) : raw
  const fitted = fitRecord(kind, { ...(isInParent && { [parent.field]: place.parent }), ...whole })
  // Misfits of incomplete records are ignored: summaries for administrators often have other forms.
  for (const { field, value } of isComplete ? fitted.misfits : [])
    if (misfits.size < maxMisfits)
      misfits.add(`${kind}.${field} is ${shorten(JSON.stringify(value), 60)}`)
  const isOwn = place?.isAdmin !== true
  if (kind === 'organizations' && isOwn) nonRecordParts.learnOrganization(id, raw, caller)
  if (kind === 'users' && typeof raw['email'] === 'string') callers.learnEmail(raw['email'], id)
  // If a response has `is_active`, this field shows whether the user is restricted.
  const active = kind === 'users' && typeof raw['is_active'] === 'boolean'
  const fields = active
    ? { ...fitted.fields, is_restricted: raw['is_active'] === false }
    : fitted.fields
  const { is_active: _, ...rest } = fitted.extraFields
  const extraFields = kind === 'users' ? rest : fitted.extraFields
  return store.observe(kind, id, fields, {
    extraFields,
    isComplete,
    caller: isOwn ? caller : undefined,
  })
}

const maxMisfits = 200

/** Reads a workflow run from its stream. */
function learnRun(
  knowledge: Knowledge,
  { events, startedAt }: RecordedExchange,
  { place, sent, caller }: LearnedRequest,
): string | undefined {
  if (place?.kind !== 'workflows' || place.id === undefined) return undefined
  const inputs = isObject(sent) && isObject(sent['inputs']) ? sent['inputs'] : {}
  const raw = runFromStream(events, { workflow: place.id, inputs, at: startedAt })
  if (raw === undefined) return undefined
  const found: FoundRecord = {
    kind: 'workflow_runs',
    id: String(raw['id']),
    raw,
    isComplete: false,
  }
  return learnRecord(knowledge, found, undefined, caller) ? `workflow_runs ${found.id}` : 'too many'
}

/** Whether the action of a path deletes, such as `delete` or `bulk-remove`. */
const isDeletion = (action: string): boolean => /(^|[-/])(delete|remove)$/.test(action)

/** Removes the records that a request deleted. */
function learnDeletion(
  { store, nonRecordParts }: Knowledge,
  place: RecordPlace | undefined,
  sent: unknown,
): string | undefined {
  if (place?.kind === 'members') return nonRecordParts.learn('DELETE', '', place, {})
  if (place === undefined || !isImportedKind(place.kind)) return undefined
  const { kind, id, action } = place
  // `DELETE /api/connectors/{id}/my-credentials` deletes only a part of a connector.
  if (id !== undefined && action !== undefined && !isDeletion(action)) return undefined
  const sentLists = isObject(sent)
    ? Object.values(sent).filter(Array.isArray)
    : [sent].filter(Array.isArray)
  const parent = parentOf(kind)
  const isAll = place.parent !== undefined && action === undefined && sentLists.length === 0
  const ids =
    id !== undefined
      ? [id]
      : // `DELETE /api/workflows/{id}/runs` deletes all runs of a workflow.
        isAll && parent !== undefined
        ? store.idsIn(kind, parent.field, place.parent)
        : sentLists.flat().flatMap((one) => idText(one) ?? [])
  for (const one of ids) store.delete(kind, one)
  return ids.length === 0 ? undefined : `${kind} ${ids.join(', ')} deleted`
}

/**
 * Applies the changes of a request whose response lacks the record. A path such as `<id>/active`
 * changes one part of the record: `is_active`.
 */
function learnChange(
  { store }: Knowledge,
  place: RecordPlace | undefined,
  method: string,
  sent: unknown,
  content: unknown,
): string | undefined {
  const isChange = method === 'PUT' || method === 'PATCH'
  if (!isChange || place?.id === undefined || !isImportedKind(place.kind) || !isObject(sent))
    return undefined
  const { kind, id, action = '' } = place
  const answered = isObject(content) ? content : {}
  const part = action.replaceAll('-', '_')
  const changed = Object.keys(sent).filter(
    (name) => name.includes(part) && Object.hasOwn(recordFields[kind], name),
  )
  const values = Object.fromEntries(changed.map((name) => [name, answered[name] ?? sent[name]]))
  // The path names the record. The body may have another `id`, or a field that is taken for one.
  const { id: _id, ...fields } = fitRecord(kind, values).fields
  if (Object.keys(fields).length === 0) return undefined
  store.observe(kind, id, fields, { isComplete: false })
  return `${kind} ${id} changed`
}

/** The place that a request's path names, its body as JSON, and its caller. */
type LearnedRequest = {
  readonly place: RecordPlace | undefined
  readonly sent: unknown
  readonly caller: string
}

const maxReferences = 20_000

/** Notes the records that a successful request names in its path, or in the body of a turn. */
function noteReferences(
  { referenceMap }: Knowledge,
  exchange: RecordedExchange,
  { place, sent, caller }: LearnedRequest,
): void {
  const { index, request } = exchange
  if (request.method === 'DELETE' || referenceMap.size >= maxReferences) return
  const because = `entry ${index}`
  const isId = isIdLike(place?.id ?? '') || /^\d+$/.test(place?.id ?? '')
  if (place?.id !== undefined && isId && isImportedKind(place.kind))
    referenceMap.set(recordKey(place.kind, place.id), {
      kind: place.kind,
      id: place.id,
      because,
      caller,
    })
  if (!isObject(sent)) return
  for (const field of ['conversation_id', 'agent_id'] as const) {
    const [id, kind] = [sent[field], references[field]]
    if (typeof id === 'string' && id !== '' && kind !== undefined)
      referenceMap.set(recordKey(kind, id), { kind, id, because, caller })
  }
}

/** Identifies the caller, and stores the tokens of a sign-in. */
function learnSession(
  { callers, store }: Knowledge,
  content: unknown,
  path: string,
  { sent, caller }: LearnedRequest,
): void {
  if (!isObject(content)) return
  const [user] = findUser(content['user'])
  if (typeof content['access_token'] === 'string') {
    // An opaque token of a refresh does not show its user, but the refresh token may.
    const renewed = isObject(sent) ? sent['refresh_token'] : undefined
    const [claimed] = [content['access_token'], renewed].flatMap((token) =>
      typeof token === 'string' ? (callers.userOf(`with ${token}`, () => true) ?? []) : [],
    )
    const id = user?.id ?? claimed
    if (id === undefined) return
    callers.noteSignIn(id, content)
    const email = isObject(sent) ? sent['email'] : undefined
    if (user === undefined && typeof email === 'string')
      store.observe('users', id, { id, email }, { isComplete: false })
    return
  }
  const [me] = /\/(me|profile)$/.test(path) ? findUser(content) : []
  if (me !== undefined) callers.learn(caller, me.id)
  const key = content['key'] ?? content['api_key']
  const owner = callers.userOf(caller, () => true)
  if (typeof key === 'string' && owner !== undefined) callers.learn(`with ${key}`, owner)
}

/** The run in the stream of a workflow, as a record; `undefined` for another stream. */
function runFromStream(
  events: readonly ReceivedEvent[],
  {
    workflow,
    inputs,
    at,
  }: { readonly workflow: string; readonly inputs: unknown; readonly at: number },
): JsonObject | undefined {
  let run: Record<string, unknown> | undefined
  for (const { event = '', json: data } of events) {
    if (!event.startsWith('run_') || !isObject(data)) continue
    const id = data['run_id']
    if (run === undefined && typeof id === 'string')
      run = {
        id,
        workflow_id: workflow,
        inputs,
        status: 'running',
        created_at: toIsoTime(at),
        started_at: toIsoTime(at),
      }
    if (run === undefined || !/^run_(completed|failed)$/.test(event)) continue
    const { duration_ms: duration = 0 } = data
    Object.assign(run, {
      status: data['status'] ?? event.slice('run_'.length),
      outputs: data['outputs'] ?? null,
      error: data['error'] ?? null,
      duration_ms: duration,
      completed_at: toIsoTime(at + Number(duration)),
    })
  }
  return run
}

/** Converts the node results of a recorded run to the form of the contract. */
function withNodeResults(raw: JsonObject): JsonObject {
  const results = raw['node_results']
  if (!isObject(results)) return raw
  const started = canonicalDate(raw['started_at'] ?? raw['created_at']) ?? toIsoTime(0)
  const fitted = Object.entries(results).flatMap(([node, result]) =>
    isObject(result) ? [[node, nodeResult(result, started)] as const] : [],
  )
  return { ...raw, node_results: Object.fromEntries(fitted) }
}

const nodeStatuses = ['running', 'completed', 'failed', 'skipped', 'cancelled']

function nodeResult(result: JsonObject, runStarted: string): JsonObject {
  const { status, output, error, duration_ms: duration } = result
  const started = canonicalDate(result['started_at'] ?? result['ts']) ?? runStarted
  const ms = typeof duration === 'number' ? Math.round(duration) : null
  return {
    status: nodeStatuses.includes(String(status)) ? status : 'completed',
    output: isObject(output) ? output : null,
    error: typeof error === 'string' ? error : null,
    started_at: started,
    completed_at:
      canonicalDate(result['completed_at']) ??
      (ms === null ? null : toIsoTime(Date.parse(started) + ms)),
    duration_ms: ms,
  }
}

const toIsoTime = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()
