import type { Operation } from '../../../contract/operations/operation.ts'
import {
  createPageText,
  envelopeWithNullError,
  pageInEnvelope,
  flatCreatedKey,
  pageAsArray,
  pageOfItemsOnly,
  nestedCreatedKey,
  partialKeyRecord,
  plainEnvelope,
  fullKeyRecord,
  wrappedCreatedKey,
  pageInSuccessEnvelope,
  createSerializer,
  epochTimestamp,
  localTimestamp,
  naiveTimestamp,
  offsetTimestamp,
  type RecordForm,
  createWire,
} from '../wire/wire.ts'
import type { CompiledAnswer } from '../wire/answers.ts'
import * as frames from '../wire/frames.ts'
import type { Frames, Wire, WritePayload } from '../../world/wire.ts'
import type { Choose } from '../../world/behaviour/choose.ts'
import type { Answer } from '../../../contract/profile/answers.ts'
import * as errors from '../wire/errors.ts'

/** Compiles the picks that decide the form of responses. */
export function compileWire(choose: Choose, answer: CompiledAnswer | undefined): Wire {
  const form: RecordForm = {
    timestamp: choose('records.timestamps', {
      z: undefined,
      offset: offsetTimestamp,
      naive: naiveTimestamp,
      local: localTimestamp,
      epoch: epochTimestamp,
    }),
    omitEmpty: choose('records.empty-fields', { null: false, absent: true }),
  }
  const pageText = createPageText(choose('lists.pages-when-empty', { 0: 0, 1: 1 }))
  const createdStatus: Partial<Record<Operation['path'], number>> = {
    '/api/me/api-keys': choose('keys.creation-status', { 201: 201, 200: 200 }),
    '/api/conversations': choose('conversations.create-status', { 200: 200, 201: 201 }),
    '/api/channels': choose('channels.creation-status', { 201: 201, 200: 200 }),
  }
  const envelope = choose('errors.success-error-field', {
    absent: plainEnvelope,
    null: envelopeWithNullError,
  })
  const bare = [
    choose('administration.envelope', {
      enveloped: () => false,
      bare: ({ adminOnly }: Operation) => adminOnly === true,
    }),
    choose('channels.envelope', {
      enveloped: () => false,
      bare: ({ path }: Operation) => path.startsWith('/api/channels'),
    }),
  ]
  const payload = compilePayload(choose)
  return createWire({
    serialize: createSerializer(form),
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
      items: pageOfItemsOnly,
      wrapped: pageInSuccessEnvelope(pageText),
      array: pageAsArray,
      data: pageInEnvelope(envelope),
    }),
    envelope,
    isBare: (operation) => bare.some((isBare) => isBare(operation)),
    createdKey: choose('keys.creation-shape', {
      flat: flatCreatedKey,
      wrapped: wrappedCreatedKey,
      nested: nestedCreatedKey,
    }),
    createdKeyRecord: choose('keys.creation-record', {
      whole: fullKeyRecord,
      partial: partialKeyRecord,
    }),
    createdStatus,
    ...compileErrors(choose, answer?.errors),
    answer,
    payload,
    frames: compileFrames(choose, form, payload),
  })
}

function compilePayload(choose: Choose): WritePayload {
  const both = choose('events.extra-fields', { both: true, documented: false })
  return frames.createWritePayload({
    answer: choose('events.answer-names', {
      documented: both ? frames.bothAnswerNames : frames.documentedAnswerNames,
      status: frames.statusAnswerNames,
    }),
    ...choose('events.step-names', {
      documented: both
        ? { tool: frames.bothToolNames, thinking: frames.bothThinkingNames }
        : { tool: frames.documentedToolNames, thinking: frames.documentedThinkingNames },
      prefixed: { tool: frames.prefixedToolNames, thinking: frames.contentThinkingNames },
    }),
    stepTimes: choose('events.step-moments', {
      iso: undefined,
      epoch: epochTimestamp,
    }),
    doneTokens: choose('events.done-tokens', { present: true, absent: false }),
    suggestions: choose('events.suggestions-shape', {
      array: frames.suggestionArray,
      items: frames.suggestionItems,
    }),
  })
}

function compileFrames(choose: Choose, form: RecordForm, payload: WritePayload): Frames {
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
    countsReplayed: choose('resume.done-payload', { counts: true, empty: false }),
    run: frames.createWriteRunPayloads({
      time: choose('workflows.event-moments', {
        iso: frames.keepIsoTime,
        epoch: frames.toEpochTime,
      }),
      startsTwice: choose('workflows.run-started', { once: false, twice: true }),
    }),
  })
}

const challengeHeaders = (status: number): Record<string, string> =>
  status === 401 ? { 'www-authenticate': 'Bearer' } : {}

/** `own` has the statuses and codes that a profile names for one operation. */
function compileErrors(choose: Choose, own: NonNullable<Answer['errors']> = {}) {
  const { itemOf, ...envelope } = choose('errors.envelope', {
    documented: {
      errorBody: errors.documentedErrorBody,
      validationBody: errors.documentedValidationBody,
      errorText: errors.ownErrorText,
      itemOf: (item: errors.ValidationItemForm) => item,
    },
    detail: {
      errorBody: errors.detailErrorBody,
      validationBody: errors.detailValidationBody,
      errorText: errors.detailErrorText,
      itemOf: errors.itemWithExactMessage,
    },
  })
  const bareRoutes = choose('errors.unknown-route', { enveloped: false, bare: true })
  const coded = choose('errors.auth-codes', { coded: true, uncoded: false })
  const compiled = compileAnswers(choose)
  const chosen = coded ? compiled : errors.withoutCredentialCodes(compiled)
  return {
    ...envelope,
    errorBody: bareRoutes ? errors.withBareRouteErrors(envelope.errorBody) : envelope.errorBody,
    answers: errors.withProfileAnswers(chosen, own),
    crashText: choose('errors.crash', { enveloped: undefined, text: 'Internal Server Error' }),
    code: choose('errors.missing-resource-code', {
      not_found: errors.unchangedCode,
      specific: errors.specificCode,
    }),
    item: itemOf(
      choose('errors.validation-items', {
        'with-input': errors.itemWithInput,
        bare: errors.itemWithoutInput,
        'with-url': errors.itemWithUrl,
      }),
    ),
    validationStatus: choose('errors.validation-status', { 422: 422, 400: 400 }),
    errorHeaders: choose('auth.challenge', {
      absent: () => ({}),
      bearer: challengeHeaders,
    }),
  }
}

function compileAnswers(choose: Choose): errors.ErrorAnswers {
  const tokenExpired = { status: 401, code: 'token_expired' }
  const invalidToken = { status: 401, code: 'invalid_token' }
  const unauthorized = { status: 401, code: 'unauthorized' }
  const notFound = { status: 404, code: 'not_found' }
  const badRequest = { status: 400, code: 'bad_request' }
  return errors.createErrorAnswers(
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
      ...choose('errors.limit-codes', {
        rate_limit_exceeded: {},
        specific: {
          'quota-exceeded': { status: 429, code: 'token_quota_exceeded' },
          'rate-limited': { status: 429, code: 'workflow_rate_limited' },
        },
      }),
      'inject-elsewhere': choose('chat.inject-elsewhere', {
        conversation_not_found: { status: 404, code: 'conversation_not_found' },
        forbidden: { status: 403, code: 'forbidden' },
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
  )
}
