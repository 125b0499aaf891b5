import type { Operation } from '../../../contract/operations/operation.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { FrameStream, PlainResponse } from '../../../recording/exchange.ts'
import type { Download, Frames, Page, Wire, WritePayload } from '../../world/wire.ts'
import type {
  CreatedKey,
  CreatedKeyText,
  EnvelopeText,
  PageText,
  Serialize,
} from './json-bodies.ts'
import type { ErrorAnswers, ErrorBody, ItemForm, ValidationBody } from './errors.ts'

/** How one deployment writes its responses. */
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
  /** The status of a successful POST, by path, where it is not that of the contract. */
  readonly createdStatus: { readonly [Path in Operation['path']]?: number }
  readonly answers: ErrorAnswers
  readonly code: (code: string, resource: ApiError['resource']) => string
  readonly errorBody: ErrorBody
  /** The body of a 500, if it is plain text without an envelope. */
  readonly crashText: string | undefined
  readonly item: ItemForm
  readonly validationBody: ValidationBody
  readonly validationStatus: number
  readonly errorHeaders: (status: number) => Readonly<Record<string, string>>
  readonly payload: WritePayload
  readonly frames: Frames
}

/** Creates the wire of a deployment: the only code that turns values and errors into responses. */
export function createWire(form: WireForm): Wire {
  const { serialize, frames, payload } = form
  const json = { 'content-type': form.jsonType }
  const stream = {
    'content-type': form.streamType,
    'cache-control': 'no-cache, no-store',
    'x-accel-buffering': 'no',
  }

  function bodyOf(operation: Operation, outcome: unknown): PlainResponse['body'] {
    switch (operation.answer) {
      case 'page':
        return form.page(outcome as Page, serialize)
      case 'envelope':
        return form.isBare(operation) ? serialize(outcome) : form.envelope(serialize(outcome))
      case 'created-key': {
        const { record, value } = outcome as CreatedKey
        return form.createdKey(serialize(form.createdKeyRecord(record)), value, form.envelope)
      }
      case 'record':
      case 'session':
        return serialize(outcome)
      case 'download':
        return (outcome as Download).text
      case 'empty':
        return undefined
      // Instead of a stream, an operation may return a record about it, such as the plan of a run.
      case 'stream':
        return isStream(outcome) ? outcome : form.envelope(serialize(outcome))
    }
  }

  return {
    frames,
    payload,
    success(operation, outcome) {
      const body = bodyOf(operation, outcome)
      if (body === undefined) return { status: 204, headers: {}, body }
      const { method, path, answer, status: usual = 200 } = operation
      const status = method === 'POST' ? (form.createdStatus[path] ?? usual) : usual
      if (answer === 'download') return { status, headers: attachment(outcome as Download), body }
      return { status, headers: typeof body === 'object' ? stream : json, body }
    },
    failure(error) {
      if (error instanceof InvalidInput) {
        const body = form.validationBody(error.problems.map(form.item))
        return { status: form.validationStatus, headers: json, body: JSON.stringify(body) }
      }
      const known = error instanceof ApiError ? error : new ApiError('crash', crashMessage)
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

const crashMessage = 'The fake crashed. The cause is in its log.'

const isStream = (outcome: unknown): outcome is FrameStream =>
  typeof outcome === 'object' && outcome !== null && 'pull' in outcome

const attachment = ({ name, type }: Download) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
})
