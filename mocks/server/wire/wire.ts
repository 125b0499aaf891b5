import type { Operation } from '../../../contract/operations/operation.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { FrameStream, PlainResponse } from '../../../recording/exchange.ts'
import type { Download, Frames, Page, Wire, WritePayload } from '../../world/wire.ts'
import type { CreatedKey, CreatedKeyText, EnvelopeText, PageText } from './envelopes.ts'
import type { ErrorAnswers, ErrorBody, ItemForm, ValidationBody } from './errors.ts'
import { memoizeFrozen, type Serialize } from './records.ts'

/** Every way in which the answers of one deployment are written. */
export type WireForm = {
  readonly toText: Serialize
  readonly jsonType: string
  readonly streamType: string
  readonly page: PageText
  readonly envelope: EnvelopeText
  /** Operations whose record has no envelope, though others of its kind have. */
  readonly standsAlone: (endpoint: Operation) => boolean
  readonly createdKey: CreatedKeyText
  readonly createdKeyRecord: (record: object) => object
  /** Statuses of operations whose success is not 200. */
  readonly status: (endpoint: Operation) => number
  readonly answers: ErrorAnswers
  readonly code: (code: string, resource: ApiError['resource']) => string
  readonly errorBody: ErrorBody
  /** The text of a crash, where it has no envelope. */
  readonly crashText: string | undefined
  readonly item: ItemForm
  readonly validationBody: ValidationBody
  readonly validationStatus: number
  readonly errorHeaders: (status: number) => Readonly<Record<string, string>>
  readonly payload: WritePayload
  readonly frames: Frames
}

export function createWire(form: WireForm): Wire {
  const json = { 'content-type': form.jsonType }
  const stream = {
    'content-type': form.streamType,
    'cache-control': 'no-cache, no-store',
    'x-accel-buffering': 'no',
  }
  const pageText = memoizeFrozen((page: Page) => form.page(page, form.toText))
  const bodyOf = (endpoint: Operation, outcome: unknown) => {
    switch (endpoint.answer) {
      case 'page':
        return pageText(outcome as Page)
      case 'envelope':
        return form.standsAlone(endpoint)
          ? form.toText(outcome)
          : form.envelope(form.toText(outcome))
      case 'created-key': {
        const { record, value } = outcome as CreatedKey
        return form.createdKey(form.toText(form.createdKeyRecord(record)), value, form.envelope)
      }
      case 'record':
      case 'session':
        return form.toText(outcome)
      case 'empty':
        return undefined
      // What was asked of a stream may be an answer about it, such as the plan of a run.
      case 'stream':
        return isStream(outcome) ? outcome : form.envelope(form.toText(outcome))
    }
  }
  return {
    frames: form.frames,
    payload: form.payload,
    success(endpoint, outcome) {
      if (endpoint.answer === 'download') return attachment(outcome as Download)
      const body = bodyOf(endpoint, outcome)
      if (body === undefined) return { status: 204, headers: {}, body }
      const status = form.status(endpoint)
      if (typeof body === 'object') return { status, headers: stream, body }
      if (endpoint.answer !== 'page') return { status, headers: json, body }
      const page = outcome as Page
      // Of a page most is there already: the texts of its records; of a frozen one all.
      if (Object.isFrozen(page)) return { status, headers: json, body, source: page }
      return { status, headers: json, body, again: () => pageText(page) }
    },
    failure(error) {
      if (error instanceof InvalidInput) {
        const body = form.validationBody(error.problems.map(form.item))
        return { status: form.validationStatus, headers: json, body: JSON.stringify(body) }
      }
      const known =
        error instanceof ApiError
          ? error
          : new ApiError('crash', 'Something went wrong on our side. The cause is in the log.')
      const { status, code } = form.answers[known.condition]
      if (known.condition === 'crash' && form.crashText !== undefined)
        return { status, headers: { 'content-type': 'text/plain' }, body: form.crashText }
      const named = code === null ? null : form.code(code, known.resource)
      const body = form.errorBody(named, known.message, known.condition)
      return {
        status,
        headers: { ...json, ...form.errorHeaders(status), ...known.headers },
        body: JSON.stringify(body),
      }
    },
  }
}

const isStream = (outcome: unknown): outcome is FrameStream =>
  typeof outcome === 'object' && outcome !== null && 'pull' in outcome

const attachment = ({ name, type, text }: Download): PlainResponse => ({
  status: 200,
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  body: text,
})
