import { isContractKind } from '../../../contract/kinds.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { recordFields } from '../records/kinds.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { findRecordBody } from './collected-records.ts'
import {
  recordedBodyExpression,
  fieldName,
  isShort,
  literalExpression,
  objectExpression,
  textLiteral,
} from './expression-text.ts'
import {
  accessOf,
  decidingQuery,
  type FamilyDraft,
  parentsOf,
  withRequestValues,
} from './family-draft.ts'
import { requestValues, findRequestExpression, adaptValue } from './recorded-over.ts'
import {
  anySegment,
  bodyOf,
  type RecordedRoute,
  type Sample,
  sentNames,
  userIdOf,
} from './recorded-route.ts'
import { shapeOfValues } from './shape-of-values.ts'

/** The maximum length of a constant in an expression; longer constants are stored separately. */
const inlineCharacters = 1000

/** Adds an operation that sends the recorded response. Returns false if no success was recorded. */
export function inferAction(draft: FamilyDraft, route: RecordedRoute): boolean {
  const latest = route.samples.at(-1)
  if (latest === undefined) return false
  if (latest.type === 'text/event-stream') return inferStream(draft, route)
  const { path, names } = draft.pathFor(route.pattern)
  const name = draft.nameFor(
    'action',
    route.pattern,
    route.method === 'GET' ? undefined : route.method.toLowerCase(),
  )
  const common = {
    kind: 'action',
    method: route.method,
    path,
    ...accessOf(route),
    ...subjectSettings(draft, route, names),
  }
  const created = creationSettings(draft, route, names, common)
  if (created !== undefined)
    return draft.add(name, { ...common, ...created }, [route], 'creates a record')
  const changed = changeSettings(route, names, common)
  if (changed !== undefined)
    return draft.add(name, { ...common, ...changed }, [route], 'changes a record')
  const body = responseSettings(draft, route, path, names)
  if (body === undefined) {
    draft.notes.push(`${route.method} ${path}: left out, because its body does not fit the profile`)
    return false
  }
  const how = 'sends the recorded body'
  draft.notes.push(`${route.method} ${path}: ${how}`)
  return draft.add(name, { ...common, ...body }, [route], how)
}

/** Adds an operation that was always refused, unless all its refusals have status 403 or 404. */
export function inferRefusing(draft: FamilyDraft, route: RecordedRoute): void {
  if (!route.refusals.some(({ status }) => status !== 404 && status !== 403)) return
  const { path, names } = draft.pathFor(route.pattern)
  const { method, pattern } = route
  const how = 'refuses every request, as recorded'
  const subject = { ...accessOf(route), ...subjectSettings(draft, route, names) }
  const family = { kind: 'action', method, path, ...subject, answer: literalExpression(null) }
  draft.add(draft.nameFor('action', pattern, method.toLowerCase()), family, [route], how)
}

/** The fields in which a copy of a record always differs from the original. */
const fieldsOfCopies = ['id', 'user_id', 'created_by', 'created_at', 'updated_at']

/**
 * The settings for an action that creates a record, whose id later paths use: a new record in the
 * list with this path, or a copy of the record in the path.
 */
function creationSettings(
  draft: FamilyDraft,
  { method, pattern, samples }: RecordedRoute,
  names: readonly string[],
  { on }: JsonObject,
): JsonObject | undefined {
  const latest = samples.at(-1)
  const body = findRecordBody(samples, 'id', () => undefined)
  if (method !== 'POST' || latest === undefined || body === undefined) return undefined
  const [shortest, ...longer] = pattern.flatMap((segment, at) =>
    segment === anySegment ? [pattern.slice(0, at + 1)] : [],
  )
  const place = [[...pattern, anySegment], longer.at(-1) ?? shortest ?? []].find((prefix) =>
    body.records.some(({ id }) => draft.kindAt(prefix) && draft.isNamed(prefix, String(id))),
  )
  const kind = place && draft.kindAt(place)
  const isCopied = samples.every(
    ({ values }, at) => !values.includes(String(body.records[at]?.['id'])),
  )
  if (kind === undefined || !isCopied) return undefined
  const request = requestValues(names, samples)
  const sent = sentNames(samples)
  const known = isContractKind(kind) ? new Set(Object.keys(recordFields[kind])) : body.fields
  const fields = [...body.fields].flatMap((field) => {
    if (fieldsOfCopies.includes(field) || !known.has(field)) return []
    const values = body.records.map((record) => record[field])
    const name = fieldName(field)
    const usual = on === kind ? name : literalExpression(values.at(-1))
    if (sent.has(field)) return [[field, `not_null($body.${name}, ${usual})`] as const]
    return [[field, findRequestExpression(request, values) ?? usual] as const]
  })
  const made = objectExpression(fields)
  const shown = adaptValue(body.records, { parameters: request })
  const answer = recordedBodyExpression(latest.json, body.path, `$created | ${shown}`)
  if (![made, answer].every(isShort)) return undefined
  return {
    creates: { in: kind, record: made },
    body: Object.fromEntries([...sent].map((name) => [`${name}?`, 'any'])),
    answer,
    ...(latest.status !== 200 && { status: latest.status }),
  }
}

/** The settings for an action that stores the sent fields in the record of its response. */
function changeSettings(
  { method, samples }: RecordedRoute,
  names: readonly string[],
  { on, by = names.at(-1) }: JsonObject,
): JsonObject | undefined {
  const place = names.indexOf(String(by))
  const latest = samples.at(-1)
  const body = findRecordBody(samples, 'id', ({ values }) => values[place])
  if (method === 'GET' || typeof on !== 'string' || body === undefined) return undefined
  if (body.fields.size < 5) return undefined
  const sent = [...sentNames(samples)].filter((name) => body.fields.has(name) && name !== 'id')
  const shown = recordedBodyExpression(
    latest?.json,
    body.path,
    adaptValue(body.records, { parameters: requestValues(names, samples) }),
  )
  if (!isShort(shown)) return undefined
  const status = latest?.status ?? 200
  return {
    ...(sent.length > 0 && {
      changes: `from_items(items($body || \`{}\`)[?contains(${literalExpression(sent)}, [0])])`,
      body: Object.fromEntries(sent.map((name) => [`${name}?`, 'any'])),
    }),
    answer: shown,
    ...(status !== 200 && { status }),
  }
}

/** Adds a document for a value that clients read. PUT or PATCH on its path may replace it. */
export function inferDocument(
  draft: FamilyDraft,
  reading: RecordedRoute,
  changing: RecordedRoute | undefined,
): boolean {
  const latest = reading.samples.at(-1)
  if (latest === undefined || latest.json === undefined) return false
  const isEnveloped = draft.isEnvelope(latest.json) && !isEnvelopedPage(latest.json)
  const contentOf = ({ json }: Sample): unknown =>
    isEnveloped && isObject(json) ? json['data'] : json
  const value = contentOf(latest)
  if (value === null || value === undefined) return false
  const { path, names } = draft.pathFor(reading.pattern)
  if (names.length > 0) return false
  // A document has no value for each query, but a recorded body can.
  if (changing === undefined && decidingQuery(reading.samples).length > 0) return false
  const bodies = new Set(reading.samples.map((sample) => JSON.stringify(bodyOf(sample))))
  const isOfUsers = new Set(reading.samples.map(userIdOf)).size > 1 && bodies.size > 1
  if (isOfUsers)
    draft.notes.push(
      `${path}: its value differed between users; it begins with the last one for each of them`,
    )
  const isSame =
    changing !== undefined &&
    changing.samples.length > 0 &&
    changing.samples.every(
      (sample) =>
        (draft.isEnvelope(sample.json) && !isEnvelopedPage(sample.json)) === isEnveloped &&
        isObject(contentOf(sample)) &&
        isObject(value) &&
        Object.keys(value).every((key) => key in (contentOf(sample) as JsonObject)),
    )
  const record = shapeOfValues(
    [...reading.samples, ...(isSame ? changing.samples : [])].map(contentOf),
  )
  const method = changing?.method
  const family = {
    kind: 'document',
    path,
    ...accessOf(reading),
    record,
    value,
    ...(isSame ? { input: 'object', set: '@' } : {}),
    replace: isSame && method !== undefined ? method : 'none',
    one: isEnveloped ? 'envelope' : 'bare',
  }
  const played = isSame ? [reading, changing] : [reading]
  return draft.add(
    draft.nameFor('document', reading.pattern),
    family,
    played,
    'a value that is kept',
  )
}

/** Whether an envelope contains a page. The items of the page would be mistaken for the value. */
const isEnvelopedPage = (body: unknown): boolean =>
  isObject(body) && isObject(body['data']) && Array.isArray(body['data']['items'])

/** The settings for the record that a path parameter names. If it is missing, the status is 404. */
function subjectSettings(
  draft: FamilyDraft,
  { method, pattern }: RecordedRoute,
  names: readonly string[],
): JsonObject {
  const parents = Object.entries(parentsOf(draft, pattern, names))
  const [by, on] = parents.at(-1) ?? []
  if (by === undefined || on === undefined) return {}
  const within = Object.fromEntries(parents.slice(0, -1))
  return {
    on,
    ...(by !== names.at(-1) && { by }),
    ...(Object.keys(within).length > 0 && { within }),
    ...(pattern.includes('admin') ? { reach: 'all' } : method !== 'GET' && { reach: 'visible' }),
  }
}

const textType = /^(text\/|application\/(xml|x-ndjson|yaml|x-yaml|javascript))/

/** The response of an action: a constant, a recorded body, a text, a redirect, or empty. */
function responseSettings(
  draft: FamilyDraft,
  { method, pattern, samples }: RecordedRoute,
  path: string,
  names: readonly string[],
): JsonObject | undefined {
  const latest = samples.at(-1)
  if (latest === undefined) return undefined
  const { status, json, location } = latest
  if (status >= 300)
    return location !== undefined && /^[!-~]{1,4000}$/.test(location)
      ? { redirect: textLiteral(location) }
      : undefined
  if (status === 204 || status === 205) return { answer: literalExpression(null), status: 204 }
  const isText = json === undefined && latest.text !== ''
  const type = isText || json === undefined ? contentTypeOf(latest) : undefined
  const query = method === 'GET' ? decidingQuery(samples) : []
  const depends = (pattern.includes(anySegment) && samples.length > 1) || query.length > 0
  const inline = literalExpression(bodyOf(latest))
  const kept =
    !depends && inline.length <= inlineCharacters
      ? undefined
      : draft.bodies.add(method, path, names, samples, query)
  const answer = kept ?? withRequestValues(inline, names, samples)
  if (!isShort(answer)) return undefined
  const sent = [...sentNames(samples)].filter((field) =>
    answer.includes(`$body.${fieldName(field)}`),
  )
  return {
    ...(sent.length > 0 && { body: Object.fromEntries(sent.map((field) => [`${field}?`, 'any'])) }),
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map((name) => [`${name}?`, 'string'])),
    }),
    answer,
    template: true,
    ...(status !== 200 && { status }),
    ...(type !== undefined && { type }),
  }
}

/** The content type of a text, without its parameters. */
const contentTypeOf = ({ type, text }: Sample): string | undefined => {
  if (text === '' && type === '') return undefined
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : textType.test(type) ? 'text/plain' : undefined
}

/** The maximum pause between two events of a script, in milliseconds. */
const maxPause = 10_000

/** Adds a stream that plays the recorded events. */
function inferStream(draft: FamilyDraft, route: RecordedRoute): boolean {
  const { method, pattern, samples } = route
  if (method !== 'GET' && method !== 'POST') return false
  const longest = samples.toSorted((a, b) => b.text.length - a.text.length)[0]
  const script = longest === undefined ? [] : streamScriptOf(longest)
  if (script.length === 0) return false
  const { path } = draft.pathFor(pattern)
  const name = draft.nameFor('stream', pattern)
  const family = { kind: 'stream', method, path, ...accessOf(route), script }
  return draft.add(name, family, [route], 'a stream of the recorded events')
}

/** The lines of a script: the events, and the pauses between them if their times are known. */
function streamScriptOf({ events, isTimed }: Sample): readonly object[] {
  const lines: object[] = []
  let before = 0
  for (const { event = 'message', data, json = data, dataLines, at } of events) {
    if (lines.length + 2 > ownLimits.ownScriptLines) break
    if (dataLines === 0) continue
    const pause = isTimed ? Math.min(maxPause, Math.round(at - before)) : 0
    if (pause >= 1) lines.push({ pause })
    before = at
    lines.push({ send: { [event]: json } })
  }
  return lines
}
