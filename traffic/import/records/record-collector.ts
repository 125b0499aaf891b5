import { bodyForm } from '../../../contract/body-form.ts'
import { isEventStream, pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Collector, Unused, Use } from '../collector.ts'
import { Callers, type Knowledge, RecordStore } from './record-store.ts'
import {
  findRecords,
  type FoundRecord,
  listIn,
  userIn,
  fitRecord,
  isImportedKind,
  parentOf,
  recordFields,
  placeOf,
  type Place,
} from './kinds.ts'
import { FurtherParts, DocumentTexts } from './further-parts.ts'
import { type ImportedRecords, toImportedRecords } from './to-fixture.ts'
import { shorten } from '../../../contract/shorten.ts'
import { isIdLike } from '../../replay/id-map.ts'
import { references } from '../../../contract/kinds.ts'
import { canonicalDate } from '../../../contract/canonical-date.ts'
import type { ReceivedEvent } from '../../../contract/received-events.ts'

type RecordCollectorOptions = {
  /** Adds the records of an earlier import of an older recording. */
  readonly before?: ((known: Knowledge) => void) | undefined
  /** Adds the records of an earlier import of a newer recording. */
  readonly after?: ((known: Knowledge) => void) | undefined
}

/**
 * Collects the fixture of an import: the latest state of all recorded records, and the records that
 * they refer to.
 */
export function createRecordCollector({
  before,
  after,
}: RecordCollectorOptions = {}): Collector<ImportedRecords> {
  const known: Knowledge = {
    store: new RecordStore(),
    callers: new Callers(),
    texts: new DocumentTexts(),
    further: new FurtherParts(),
    misfits: new Set(),
    referred: new Map(),
    latest: 0,
  }
  before?.(known)
  const uses: Use[] = []
  const unused: Unused[] = []
  return {
    add(exchange) {
      known.latest = Math.max(known.latest, exchange.startedAt)
      const { status, request } = exchange
      const { method, body: sent } = request
      const caller = known.callers.of(exchange, sent)
      if (status < 200 || status > 299 || method === 'OPTIONS' || method === 'HEAD') return
      const seen = { place: placeOf(exchange), sent, caller }
      noteReferences(known, exchange, seen)
      const what = learn(known, exchange, seen)
      if (what === 'too many')
        unused.push({
          entry: exchange.index,
          reason: 'there are more records than an import keeps',
        })
      else if (what !== undefined) uses.push({ entry: exchange.index, as: 'record', what })
    },
    finish() {
      after?.(known)
      return { result: toImportedRecords(known), uses, unused }
    },
  }
}

/** Reads an exchange; returns a description of the added records, for the report. */
function learn(known: Knowledge, exchange: RecordedExchange, request: Request): string | undefined {
  const { method, content: body } = exchange.request
  const path = pathOf(exchange)
  const { place } = request
  if (isEventStream(exchange)) return learnRun(known, exchange, request)
  const answer = exchange.json
  if (method === 'DELETE' || /(^|[-/])(delete|remove)$/.test(place?.action ?? ''))
    return learnDeletion(known, place, request.sent)
  if (answer === undefined) return learnChange(known, place, method, request.sent, {})
  const { content } = bodyForm(answer)
  known.store.learnNames(content)
  for (const item of place === undefined ? [] : (listIn(content, place.kind) ?? []))
    known.store.learnNames(item)
  const found = findRecords(place, answer)
  learnSession(known, content, path, request)
  const users = path.endsWith('/me') || path.endsWith('/profile') ? userIn(content) : []
  for (const record of [...found, ...users])
    if (!learnRecord(known, record, place, request.caller)) return 'too many'
  const [first] = found
  if (first?.kind === 'documents' && method === 'POST')
    known.texts.learnContent(first.id, body === 'missing' ? undefined : body, request.sent)
  const parts = [
    ...countsOf([...found, ...users]),
    known.further.learn(method, path, place, answer),
    place !== undefined && /^(chunks|knowledge_bases)$/.test(place.kind)
      ? chunksText(known.texts.learnChunks(place, answer))
      : undefined,
  ].filter((part) => part !== undefined)
  if (parts.length > 0) return parts.join(', ')
  const isEmpty =
    place !== undefined && place.id === undefined && listIn(content, place.kind)?.length === 0
  if (isEmpty && isImportedKind(place.kind)) return `no ${place.kind}`
  return learnChange(known, place, method, request.sent, content)
}

const chunksText = (count: number) => (count === 0 ? undefined : `chunks ×${count}`)

const countsOf = (found: readonly FoundRecord[]): readonly string[] =>
  [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, records]) =>
    records.length === 1 ? `${kind} ${records[0]?.id}` : `${kind} ×${records.length}`,
  )

function learnRecord(
  { store, callers, further, misfits }: Knowledge,
  { kind, id, raw, isWhole }: FoundRecord,
  place: Place | undefined,
  caller: string,
): boolean {
  const parent = parentOf(kind)
  const isInParent = place?.kind === kind && place.parent !== undefined && parent !== undefined
  const whole = kind === 'workflow_runs' ? withNodeResults(raw) : raw
  const fitted = fitRecord(kind, { ...(isInParent && { [parent.field]: place.parent }), ...whole })
  // Only complete records count, because summaries for administrators often have other forms.
  for (const { field, value } of isWhole ? fitted.misfits : [])
    if (misfits.size < mostMisfits)
      misfits.add(`${kind}.${field} is ${shorten(JSON.stringify(value), 60)}`)
  const isOwn = place?.isAdmin !== true
  if (kind === 'organizations' && isOwn) further.learnOrganization(id, raw, caller)
  if (kind === 'users') callers.learnEmail(String(raw['email']), id)
  // Responses with `is_active` show in this field whether a user is restricted.
  const active = kind === 'users' && typeof raw['is_active'] === 'boolean'
  const fields = active
    ? { ...fitted.fields, is_restricted: raw['is_active'] === false }
    : fitted.fields
  const { is_active: _, ...rest } = fitted.kept
  const kept = kind === 'users' ? rest : fitted.kept
  return store.observe(kind, id, fields, { kept, isWhole, caller: isOwn ? caller : undefined })
}

const mostMisfits = 200

/** Reads a workflow run from its stream. */
function learnRun(
  known: Knowledge,
  { events, startedAt }: RecordedExchange,
  { place, sent, caller }: Request,
): string | undefined {
  if (place?.kind !== 'workflows' || place.id === undefined) return undefined
  const inputs = isObject(sent) && isObject(sent['inputs']) ? sent['inputs'] : {}
  const raw = runOfStream(events, { workflow: place.id, inputs, at: startedAt })
  if (raw === undefined) return undefined
  const found: FoundRecord = { kind: 'workflow_runs', id: String(raw['id']), raw, isWhole: false }
  return learnRecord(known, found, undefined, caller) ? `workflow_runs ${found.id}` : 'too many'
}

/** Removes the records that a request deleted. */
function learnDeletion(
  { store, further }: Knowledge,
  place: Place | undefined,
  sent: unknown,
): string | undefined {
  if (place?.kind === 'members') return further.learn('DELETE', '', place, {})
  if (place === undefined || !isImportedKind(place.kind)) return undefined
  const { kind } = place
  const lists = isObject(sent)
    ? Object.values(sent).filter(Array.isArray)
    : [sent].filter(Array.isArray)
  const ids =
    place.id === undefined ? lists.flat().filter((id) => typeof id === 'string') : [place.id]
  for (const id of ids) store.delete(kind, id)
  return ids.length === 0 ? undefined : `${kind} ${ids.join(', ')} deleted`
}

/** Applies the changes of a request whose response lacks the record. */
function learnChange(
  { store }: Knowledge,
  place: Place | undefined,
  method: string,
  sent: unknown,
  content: unknown,
): string | undefined {
  const isChange = method === 'PUT' || method === 'PATCH'
  if (!isChange || place?.id === undefined || !isImportedKind(place.kind) || !isObject(sent))
    return undefined
  const { kind, id } = place
  const answered = isObject(content) ? content : {}
  const changed = Object.keys(sent).filter((name) => Object.hasOwn(recordFields[kind], name))
  const values = Object.fromEntries(changed.map((name) => [name, answered[name] ?? sent[name]]))
  const { fields } = fitRecord(kind, values)
  if (Object.keys(fields).length === 0) return undefined
  store.observe(kind, id, fields, { isWhole: false })
  return `${kind} ${id} changed`
}

/** The place that a request's path names, its body as JSON, and its caller. */
type Request = {
  readonly place: Place | undefined
  readonly sent: unknown
  readonly caller: string
}

const mostReferences = 20_000

/** Notes the records that a successful request names in its path, or in the body of a turn. */
function noteReferences(
  { referred }: Knowledge,
  exchange: RecordedExchange,
  { place, sent, caller }: Request,
): void {
  const { index, request } = exchange
  if (request.method === 'DELETE' || referred.size >= mostReferences) return
  const because = `entry ${index}`
  const isId = isIdLike(place?.id ?? '') || /^\d+$/.test(place?.id ?? '')
  if (place?.id !== undefined && isId && isImportedKind(place.kind))
    referred.set(`${place.kind} ${place.id}`, { kind: place.kind, id: place.id, because, caller })
  if (!isObject(sent)) return
  for (const field of ['conversation_id', 'agent_id'] as const) {
    const [id, kind] = [sent[field], references[field]]
    if (typeof id === 'string' && id !== '' && kind !== undefined)
      referred.set(`${kind} ${id}`, { kind, id, because, caller })
  }
}

/** Identifies the caller, and stores the tokens of a sign-in. */
function learnSession(
  { callers, store }: Knowledge,
  content: unknown,
  path: string,
  { sent, caller }: Request,
): void {
  if (!isObject(content)) return
  const [user] = userIn(content['user'])
  if (typeof content['access_token'] === 'string') {
    const claimed = callers.userOf(`with ${content['access_token']}`, () => true)
    const id = user?.id ?? claimed
    if (id === undefined) return
    callers.signedIn(id, content)
    const email = isObject(sent) ? sent['email'] : undefined
    if (user === undefined && typeof email === 'string')
      store.observe('users', id, { id, email }, { isWhole: false })
    return
  }
  const [me] = /\/(me|profile)$/.test(path) ? userIn(content) : []
  if (me !== undefined) callers.learn(caller, me.id)
  const key = content['key'] ?? content['api_key']
  const owner = callers.userOf(caller, () => true)
  if (typeof key === 'string' && owner !== undefined) callers.learn(`with ${key}`, owner)
}

/** The run in the stream of a workflow, as a record; `undefined` for another stream. */
function runOfStream(
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
        created_at: iso(at),
        started_at: iso(at),
      }
    if (run === undefined || !/^run_(completed|failed)$/.test(event)) continue
    const { duration_ms: duration = 0 } = data
    Object.assign(run, {
      status: data['status'] ?? event.slice('run_'.length),
      outputs: data['outputs'] ?? null,
      error: data['error'] ?? null,
      duration_ms: duration,
      completed_at: iso(at + Number(duration)),
    })
  }
  return run
}

/** Converts the node results of a recorded run to the form of the contract. */
function withNodeResults(raw: JsonObject): JsonObject {
  const results = raw['node_results']
  if (!isObject(results)) return raw
  const started = canonicalDate(raw['started_at'] ?? raw['created_at']) ?? iso(0)
  const fitted = Object.entries(results).flatMap(([node, result]) =>
    isObject(result) ? [[node, nodeResult(result, started)] as const] : [],
  )
  return { ...raw, node_results: Object.fromEntries(fitted) }
}

const statuses = ['running', 'completed', 'failed', 'skipped', 'cancelled']

function nodeResult(result: JsonObject, runStarted: string): JsonObject {
  const { status, output, error, duration_ms: duration } = result
  const started = canonicalDate(result['started_at'] ?? result['ts']) ?? runStarted
  const ms = typeof duration === 'number' ? Math.round(duration) : null
  return {
    status: statuses.includes(String(status)) ? status : 'completed',
    output: isObject(output) ? output : null,
    error: typeof error === 'string' ? error : null,
    started_at: started,
    completed_at:
      canonicalDate(result['completed_at']) ?? (ms === null ? null : iso(Date.parse(started) + ms)),
    duration_ms: ms,
  }
}

const iso = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()
