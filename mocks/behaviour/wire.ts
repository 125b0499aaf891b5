import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import {
  createPageText,
  envelopeWithNullError,
  flatKey,
  itemsOnly,
  nestedKey,
  partialKeyRecord,
  plainEnvelope,
  wholeKeyRecord,
  wrappedKey,
  wrappedPage,
} from '../wire/envelopes.ts'
import * as errors from '../wire/errors.ts'
import * as events from '../wire/events.ts'
import * as frames from '../wire/frames.ts'
import * as records from '../wire/records.ts'
import { createWire, type Wire } from '../wire/wire.ts'
import type { Choose } from './choose.ts'

/** The picks of kind `wire`, as functions that render. */
export function compileWire(choose: Choose): Wire {
  const form: records.RecordForm = {
    timestamp: choose('records.timestamps', {
      z: undefined,
      offset: records.offsetTimestamp,
      naive: records.naiveTimestamp,
      local: records.localTimestamp,
      epoch: records.epochTimestamp,
    }),
    omitEmpty: choose('records.empty-fields', { null: false, absent: true }),
  }
  const pageText = createPageText(choose('lists.pages-when-empty', { 0: 0, 1: 1 }))
  const created: Partial<Record<Endpoint['path'], number>> = {
    '/api/me/api-keys': choose('keys.creation-status', { 201: 201, 200: 200 }),
    '/api/conversations': choose('conversations.create-status', { 200: 200, 201: 201 }),
  }
  const payload = compilePayload(choose)
  return createWire({
    toText: records.createToText(form),
    jsonType: choose('records.content-type', {
      plain: 'application/json',
      charset: 'application/json; charset=utf-8',
    }),
    streamType: choose('events.content-type', {
      charset: 'text/event-stream; charset=utf-8',
      plain: 'text/event-stream',
    }),
    page: choose('lists.envelope', {
      page: pageText,
      items: itemsOnly,
      wrapped: wrappedPage(pageText),
    }),
    envelope: choose('errors.success-error-field', {
      absent: plainEnvelope,
      null: envelopeWithNullError,
    }),
    createdKey: choose('keys.creation-shape', {
      flat: flatKey,
      wrapped: wrappedKey,
      nested: nestedKey,
    }),
    createdKeyRecord: choose('keys.creation-record', {
      whole: wholeKeyRecord,
      partial: partialKeyRecord,
    }),
    status: ({ method, path, status = 200 }) =>
      method === 'POST' ? (created[path] ?? status) : status,
    ...compileErrors(choose),
    payload,
    frames: compileFrames(choose, form, payload),
  })
}

const challenge = (status: number): Record<string, string> =>
  status === 401 ? { 'www-authenticate': 'Bearer' } : {}

function compileErrors(choose: Choose) {
  const tokenExpired = { status: 401, code: 'token_expired' }
  const invalidToken = { status: 401, code: 'invalid_token' }
  const unauthorized = { status: 401, code: 'unauthorized' }
  const notFound = { status: 404, code: 'not_found' }
  const badRequest = { status: 400, code: 'bad_request' }
  const envelope = choose('errors.envelope', {
    documented: { errorBody: errors.documentedError, validationBody: errors.documentedValidation },
    detail: { errorBody: errors.detailError, validationBody: errors.detailValidation },
  })
  return {
    ...envelope,
    answers: errors.answersWith(
      {
        'token-expired': choose('errors.expired-token-code', {
          token_expired: tokenExpired,
          invalid_token: invalidToken,
        }),
        'login-failed': choose('errors.login-failed', {
          unauthorized,
          invalid_credentials: { status: 401, code: 'invalid_credentials' },
          bad_request: badRequest,
        }),
        'method-unknown': choose('errors.wrong-method', {
          405: { status: 405, code: 'method_not_allowed' },
          404: notFound,
        }),
        'key-disabled': choose('auth.disabled-key-code', {
          unauthorized,
          invalid_token: invalidToken,
        }),
        'key-unknown': choose('auth.deleted-key-code', {
          invalid_token: invalidToken,
          unauthorized,
        }),
        'turn-not-running': choose('chat.inject-without-turn', {
          not_found: notFound,
          conflict: { status: 409, code: 'conflict' },
        }),
      },
      {
        invalid_token: choose('errors.invalid-token-status', { 401: 401, 400: 400, 403: 403 }),
        token_expired: choose('errors.token-expired-status', { 401: 401, 400: 400, 403: 403 }),
      },
    ),
    code: choose('errors.missing-resource-code', {
      not_found: errors.plainCode,
      specific: errors.specificCode,
    }),
    item: choose('errors.validation-items', {
      'with-input': errors.itemWithInput,
      bare: errors.bareItem,
      'with-url': errors.itemWithUrl,
    }),
    validationStatus: choose('errors.validation-status', { 422: 422, 400: 400 }),
    errorHeaders: choose('auth.challenge', {
      absent: () => ({}),
      bearer: challenge,
    }),
  }
}

function compilePayload(choose: Choose): events.Payload {
  const both = choose('events.extra-fields', { both: true, documented: false })
  return events.createPayload({
    answer: choose('events.answer-names', {
      documented: both ? events.answerBoth : events.answerDocumented,
      status: events.answerStatus,
    }),
    tool: choose('events.step-names', {
      documented: both ? events.toolBoth : events.toolDocumented,
      prefixed: events.toolPrefixed,
    }),
    thinkingContent: both,
    doneTokens: choose('events.done-tokens', { present: true, absent: false }),
    suggestions: choose('events.suggestions-shape', {
      array: events.suggestionArray,
      items: events.suggestionItems,
    }),
  })
}

function compileFrames(
  choose: Choose,
  form: records.RecordForm,
  payload: events.Payload,
): frames.Frames {
  const newline = choose('events.line-ends', { lf: '\n', crlf: '\r\n' })
  const carrier = choose('events.cursor-carrier', {
    'data-and-id': frames.cursorInDataAndId,
    'data-or-id': frames.cursorInDataOrId,
    id: frames.cursorInId,
    wrapped: frames.cursorAround,
    none: frames.noCursor,
  })
  return frames.createFrames({
    live: carrier,
    replayed: choose('resume.frame', {
      live: carrier === frames.noCursor ? frames.cursorInDataAndId : carrier,
      wrapped: frames.cursorAround,
    }),
    payload,
    records: form,
    newline,
    space: choose('events.data-space', { yes: ' ', no: '' }),
    preamble: choose('events.comments', {
      no: '',
      yes: `: welcome${newline}retry: 3000${newline}${newline}`,
    }),
    resumeDone: choose('resume.done-payload', {
      counts: (counts: object) => counts,
      empty: () => ({}),
    }),
  })
}
