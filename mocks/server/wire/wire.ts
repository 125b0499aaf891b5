import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isBytes } from '../../../contract/realm-safe.ts'
import { ProfileExpressionError } from '../../platform/expression.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { ApiError, InvalidInput, type InputProblem } from '../../world/api-error.ts'
import type { AcceptedNames, CompiledAnswer } from '../../world/behaviour.ts'
import type { FrameStream, PlainResponse } from '../../../contract/plain-http.ts'
import {
  type Download,
  type ExpressionScope,
  type Frames,
  type Page,
  Redirect,
  type Wire,
  type WritePayload,
} from '../../world/wire.ts'
import { pageValue } from './answers.ts'
import type {
  ErrorAnswers,
  ErrorBody,
  ErrorText,
  ValidationItemForm,
  ValidationBody,
} from './errors.ts'

/** The form in which one deployment writes its responses. */
export type WireForm = {
  readonly serialize: Serialize
  readonly jsonType: string
  readonly streamType: string
  readonly page: PageText
  readonly envelope: EnvelopeText
  /** Whether the record of this operation has no envelope, though its answer kind is `envelope`. */
  readonly isBare: (operation: Operation) => boolean
  readonly createdKey: CreatedKeyText
  readonly createdKeyRecord: (record: object) => object
  /** The statuses of successful POST requests that differ from the contract, by path. */
  readonly createdStatus: { readonly [Path in Operation['path']]?: number }
  readonly answers: ErrorAnswers
  readonly code: (code: string, resource: ApiError['resource']) => string
  readonly errorBody: ErrorBody
  readonly errorText: ErrorText
  /** The body of a 500, if it is plain text without an envelope. */
  readonly crashText: string | undefined
  readonly item: ValidationItemForm
  readonly validationBody: ValidationBody
  readonly validationStatus: number
  readonly errorHeaders: (status: number) => Readonly<Record<string, string>>
  readonly payload: WritePayload
  readonly frames: Frames
  /** The format of successful responses that the profile defines for the operation. */
  readonly answer: CompiledAnswer | undefined
}

/** Creates the wire of a deployment: the only code that turns values and errors into responses. */
export function createWire(form: WireForm): Wire {
  const { serialize, frames, payload } = form
  const pageText = cachePages(form.page)
  const json = { 'content-type': form.jsonType }
  const stream = {
    'content-type': form.streamType,
    'cache-control': 'no-cache, no-store',
    'x-accel-buffering': 'no',
  }

  /** Returns the body in the format of the profile; `undefined` if the profile defines no body. */
  function ownBody({ answer }: Operation, outcome: unknown, scope: () => ExpressionScope) {
    if (form.answer?.body === undefined || answer === 'download' || isStream(outcome))
      return undefined
    const shared = scope()
    const canonical =
      answer === 'page'
        ? pageValue(withItems(outcome as Page, shared.withKept))
        : shared.withKept(outcome ?? {})
    return serialize(form.answer.body(canonical, shared))
  }

  /** Converts the records of an outcome to the format of the profile. */
  function ownRecords({ answer }: Operation, outcome: unknown, scope: () => ExpressionScope) {
    const { record } = form.answer ?? {}
    if (record === undefined || answer === 'download' || answer === 'empty' || isStream(outcome))
      return outcome
    const shared = scope()
    const write = (one: unknown) => record(shared.withKept(one), shared)
    if (answer === 'page') return withItems(outcome as Page, write)
    if (answer !== 'created-key') return write(outcome)
    const { record: key, value } = outcome as CreatedKey
    return { record: write(key), value }
  }

  function bodyOf(operation: Operation, outcome: unknown): PlainResponse['body'] {
    switch (operation.answer) {
      case 'page':
        return pageText(outcome as Page, serialize)
      case 'envelope':
        return operation.isEnveloped !== true && form.isBare(operation)
          ? serialize(outcome)
          : form.envelope(serialize(outcome))
      case 'created-key': {
        const { record, value } = outcome as CreatedKey
        return form.createdKey(serialize(form.createdKeyRecord(record)), value, form.envelope)
      }
      case 'record':
      case 'session':
        return serialize(outcome)
      case 'download':
        return downloadBody(outcome as Download, serialize)
      case 'empty':
        return undefined
      // An operation may return a record instead of a stream, such as the plan of a workflow run.
      case 'stream':
        return isStream(outcome) ? outcome : form.envelope(serialize(outcome))
    }
  }

  return {
    frames,
    payload,
    success(operation, canonical, scope) {
      if (canonical instanceof Redirect)
        return { status: 302, headers: { location: canonical.location }, body: undefined }
      const own = form.answer && ownBody(operation, canonical, scope)
      const outcome = form.answer ? ownRecords(operation, canonical, scope) : canonical
      const body = own ?? bodyOf(operation, outcome)
      if (body === undefined) return { status: 204, headers: {}, body }
      const { method, path, answer, status: usual = 200 } = operation
      const status =
        form.answer?.status ?? (method === 'POST' ? (form.createdStatus[path] ?? usual) : usual)
      if (bodilessStatuses.has(status))
        return { status, headers: form.answer?.headers ?? {}, body: undefined }
      if (answer === 'download')
        return { status, headers: downloadHeaders(outcome as Download), body }
      const type = typeof body === 'object' ? stream : json
      return { status, headers: { ...type, ...form.answer?.headers }, body }
    },
    failure(error) {
      if (error instanceof InvalidInput) {
        const problems = error.problems.map((problem) =>
          withSentName(problem, form.answer?.accepts),
        )
        const body = form.validationBody(problems.map(form.item))
        return { status: form.validationStatus, headers: json, body: JSON.stringify(body) }
      }
      const known = error instanceof ApiError ? error : new ApiError('crash', crashMessageOf(error))
      const { status: usualStatus, code, isFinal, detail } = form.answers[known.condition]
      const status = known.status ?? usualStatus
      if (known.condition === 'crash' && form.crashText !== undefined)
        return { status, headers: { 'content-type': 'text/plain' }, body: form.crashText }
      const usual = code === null || isFinal ? code : form.code(code, known.resource)
      const named = known.code === undefined ? usual : known.code
      const message = detail ?? form.errorText(named, known, isFinal)
      const body = form.errorBody(named, message, known.condition, known.args)
      return {
        status,
        headers: { ...json, ...form.errorHeaders(status), ...known.headers },
        body: JSON.stringify(body),
      }
    },
  }
}

const withItems = (page: Page, write: (item: unknown) => unknown): Page => ({
  ...page,
  items: page.items.map((item) => write(item) as object),
})

const crashMessageOf = (error: unknown): string =>
  error instanceof ProfileExpressionError
    ? `An expression of the profile of this world failed: ${error.message}`
    : 'The fake crashed. The cause is in its log.'

/** The statuses whose responses must not have a body. */
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304])

const isStream = (outcome: unknown): outcome is FrameStream =>
  typeof outcome === 'object' && outcome !== null && 'pull' in outcome

/** Bytes are sent as a stream of one part, because the body of a response is text. */
function downloadBody({ content }: Download, serialize: Serialize): PlainResponse['body'] {
  if (typeof content === 'string') return content
  if (!isBytes(content)) return serialize(content)
  let rest: Uint8Array | undefined = content
  return {
    async pull() {
      const part = rest
      rest = undefined
      return part
    },
    cancel() {
      rest = undefined
    },
  }
}

const downloadHeaders = ({ name, type, content, hasTag }: Download) => ({
  'content-type': type,
  ...(name !== undefined && {
    'content-disposition': `attachment; filename="${name.replaceAll(/[^ -~]|["\\]/g, '_')}"${
      /^[ -~]*$/.test(name) ? '' : `; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
    }`,
  }),
  ...(isBytes(content) && {
    'content-length': String(content.length),
    ...(hasTag === true && { etag: `"${bytesToHex(sha256(content)).slice(0, 32)}"` }),
  }),
})

/** Renames the field or parameter of a problem to the name that the client used. */
function withSentName(problem: InputProblem, accepts: AcceptedNames | undefined): InputProblem {
  const [place, field, ...deeper] = problem.loc
  if (accepts === undefined || typeof field !== 'string') return problem
  return { ...problem, loc: [String(place), accepts.sentName(String(place), field), ...deeper] }
}

export type PageText = (page: Page, serialize: Serialize) => string

/** The maximum number of cached pages, which take some 700 KB of text. */
const maxCachedPages = 100

/**
 * Caches the texts of recent pages: clients request the same list again and again. A cached text is
 * valid as long as a page has the same frozen records. Without this cache, a list of 20 takes 6.3
 * µs of CPU in process instead of 4.9. After 300,000 lists a server takes 219 MB instead of 122,
 * because the journal records each text.
 */
function cachePages(write: PageText): PageText {
  let texts = new WeakMap<object, { readonly page: Page; readonly text: string }>()
  let count = 0
  return (page, serialize) => {
    const [first] = page.items
    // Items in the format of a profile can be values other than objects.
    if (typeof first !== 'object' || first === null) return write(page, serialize)
    const cached = texts.get(first)
    if (cached !== undefined && isSamePage(page, cached.page)) return cached.text
    const text = write(page, serialize)
    if (!page.items.every(Object.isFrozen)) return text
    if (count++ === maxCachedPages) [texts, count] = [new WeakMap(), 1]
    texts.set(first, { page, text })
    return text
  }
}

const isSamePage = (one: Page, other: Page) =>
  one.total === other.total &&
  one.page === other.page &&
  one.size === other.size &&
  one.items.length === other.items.length &&
  one.items.every((item, index) => item === other.items[index])

export const pageAsArray: PageText = (page, serialize) => `[${page.items.map(serialize).join(',')}]`

/** The paginated envelope of the specification (2.2). */
export const createPageText =
  (pagesWhenEmpty: number): PageText =>
  (page, serialize) => {
    const pages = page.total === 0 ? pagesWhenEmpty : Math.ceil(page.total / page.size)
    return `{"items":${pageAsArray(page, serialize)},"total":${page.total},"page":${page.page},"size":${page.size},"pages":${pages}}`
  }

export const pageOfItemsOnly: PageText = (page, serialize) =>
  `{"items":${pageAsArray(page, serialize)}}`

export const pageInSuccessEnvelope =
  (inner: PageText): PageText =>
  (page, serialize) =>
    `{"success":true,"data":${inner(page, serialize)}}`

export const pageInEnvelope =
  (envelope: EnvelopeText): PageText =>
  (page, serialize) =>
    envelope(pageAsArray(page, serialize))

export type EnvelopeText = (data: string) => string

export const plainEnvelope: EnvelopeText = (data) => `{"success":true,"data":${data}}`
export const envelopeWithNullError: EnvelopeText = (data) =>
  `{"success":true,"data":${data},"error":null}`

/** A new key: its record, and its full value, which no other response has (2.1.R1). */
type CreatedKey = { readonly record: object; readonly value: string }
export type CreatedKeyText = (record: string, value: string, envelope: EnvelopeText) => string

export const flatCreatedKey: CreatedKeyText = (record, value) =>
  `${record.slice(0, -1)},"key":${JSON.stringify(value)}}`
export const wrappedCreatedKey: CreatedKeyText = (record, value, envelope) =>
  envelope(`{"record":${record},"secret":${JSON.stringify(value)}}`)
export const nestedCreatedKey: CreatedKeyText = (record, value) =>
  `{"api_key":${record},"plain":${JSON.stringify(value)}}`

export const fullKeyRecord = (record: object) => record
/** Removes the fields that have no value yet from the record of a new key. */
export function partialKeyRecord(record: object): object {
  const omitted = new Set(['is_active', 'last_used_at', 'total_requests'])
  return Object.fromEntries(Object.entries(record).filter(([field]) => !omitted.has(field)))
}

const isoTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The form in which a deployment writes records. */
export type RecordForm = {
  /** Converts a canonical ISO 8601 time; `undefined` keeps it. */
  readonly timestamp: ((canonical: string) => unknown) | undefined
  /** Whether fields that are `null` are left out. */
  readonly omitEmpty: boolean
}

export type Serialize = (value: unknown) => string

export const offsetTimestamp = (canonical: string) => canonical.replace('Z', '000+00:00')
export const naiveTimestamp = (canonical: string) => canonical.replace(/\.\d+Z$/, '')
export const epochTimestamp = (canonical: string) => Date.parse(canonical) / 1000
export function localTimestamp(canonical: string): string {
  return new Date(Date.parse(canonical) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
}

/** Creates the serializer of a deployment. It caches the text of stored records, because they are frozen. */
export function createSerializer(form: RecordForm): Serialize {
  const cached = new WeakMap<object, string>()
  const render = (value: unknown) => JSON.stringify(toDeploymentForm(value, form, form.omitEmpty))
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return render(value)
    let text = cached.get(value)
    if (text === undefined) cached.set(value, (text = render(value)))
    return text
  }
}

/** Returns a value in the form of the deployment; the same value if nothing changes. */
export function toDeploymentForm(value: unknown, form: RecordForm, omitEmpty = false): unknown {
  if (form.timestamp === undefined && !omitEmpty) return value
  if (Array.isArray(value)) return value.map((item) => toDeploymentForm(item, form, omitEmpty))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    if (item === null && omitEmpty) continue
    const isTime = typeof item === 'string' && key.endsWith('_at') && isoTimePattern.test(item)
    entries.push([
      key,
      isTime && form.timestamp ? form.timestamp(item) : toDeploymentForm(item, form, omitEmpty),
    ])
  }
  return Object.fromEntries(entries)
}
