import type { Operation } from '../../../contract/operations/operation.ts'
import type { CompiledAnswer } from '../../world/behaviour.ts'
import * as frames from '../wire/frames.ts'
import type { Frames, Wire, WritePayload } from '../../world/wire.ts'
import type { Choose } from './choose.ts'
import type { Answer } from '../../../contract/profile/answers.ts'
import * as errors from '../wire/errors.ts'
import * as wire from '../wire/wire.ts'

/** Compiles the picks that decide the form of responses. */
export function compileWire(choose: Choose, answer: CompiledAnswer | undefined): Wire {
  const form: wire.RecordForm = {
    timestamp: choose('records.timestamps', {
      z: undefined,
      offset: wire.offsetTimestamp,
      naive: wire.naiveTimestamp,
      local: wire.localTimestamp,
      epoch: wire.epochTimestamp,
    }),
    omitEmpty: choose('records.empty-fields', { null: false, absent: true }),
  }
  const pageText = wire.createPageText(choose('lists.pages-when-empty', { 0: 0, 1: 1 }))
  const createdStatus: Partial<Record<Operation['path'], number>> = {
    '/api/me/api-keys': choose('keys.creation-status', { 201: 201, 200: 200 }),
    '/api/conversations': choose('conversations.create-status', { 200: 200, 201: 201 }),
    '/api/channels': choose('channels.creation-status', { 201: 201, 200: 200 }),
  }
  const envelope = choose('errors.success-error-field', {
    absent: wire.plainEnvelope,
    null: wire.envelopeWithNullError,
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
  return wire.createWire({
    serialize: wire.createSerializer(form),
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
      items: wire.pageOfItemsOnly,
      wrapped: wire.pageInSuccessEnvelope(pageText),
      array: wire.pageAsArray,
      data: wire.pageInEnvelope(envelope),
    }),
    envelope,
    isBare: (operation) => bare.some((isBare) => isBare(operation)),
    createdKey: choose('keys.creation-shape', {
      flat: wire.flatCreatedKey,
      wrapped: wire.wrappedCreatedKey,
      nested: wire.nestedCreatedKey,
    }),
    createdKeyRecord: choose('keys.creation-record', {
      whole: wire.fullKeyRecord,
      partial: wire.partialKeyRecord,
    }),
    createdStatus,
    ...compileErrors(choose, answer?.errors),
    answer,
    payload,
    frames: compileFrames(choose, form, payload),
  })
}

function compilePayload(choose: Choose): WritePayload {
  const extend = choose('events.extra-fields', {
    both: frames.withBothNames,
    documented: frames.withDocumentedNames,
  })
  return frames.createWritePayload({
    answer: choose('events.answer-names', {
      documented: extend(frames.statusAnswerNames),
      status: frames.statusAnswerNames,
    }),
    ...choose('events.step-names', {
      documented: {
        tool: extend(frames.prefixedToolNames),
        thinking: extend(frames.contentThinkingNames),
      },
      prefixed: { tool: frames.prefixedToolNames, thinking: frames.contentThinkingNames },
    }),
    stepTimes: choose('events.step-moments', {
      iso: undefined,
      epoch: wire.epochTimestamp,
    }),
    doneTokens: choose('events.done-tokens', { present: true, absent: false }),
    wrapsSuggestions: choose('events.suggestions-shape', { array: false, items: true }),
  })
}

function compileFrames(choose: Choose, form: wire.RecordForm, payload: WritePayload): Frames {
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
        iso: (canonical: string) => canonical,
        epoch: (canonical: string) => Date.parse(canonical),
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
      not_found: (code: string) => code,
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

const compileAnswers = (choose: Choose): errors.ErrorAnswers =>
  errors.createErrorAnswers(
    {
      'token-expired': choose.option('errors.expired-token-code'),
      'login-failed': choose.option('errors.login-failed'),
      'method-unknown': choose('errors.wrong-method', {
        405: 'method_not_allowed',
        404: 'not_found',
      }),
      'key-disabled': choose.option('auth.disabled-key-code'),
      'key-unknown': choose.option('auth.deleted-key-code'),
      ...choose('errors.limit-codes', {
        rate_limit_exceeded: {},
        specific: {
          'quota-exceeded': 'token_quota_exceeded',
          'rate-limited': 'workflow_rate_limited',
        },
      }),
      'inject-elsewhere': choose.option('chat.inject-elsewhere'),
      'turn-not-running': choose.option('chat.inject-without-turn'),
    },
    {
      invalid_token: choose('errors.invalid-token-status', { 401: 401, 400: 400, 403: 403 }),
      token_expired: choose('errors.token-expired-status', { 401: 401, 400: 400, 403: 403 }),
    },
  )
