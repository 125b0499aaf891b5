import type { Operation } from '../../../contract/operations/operation.ts'
import {
  createPageText,
  envelopeWithNullError,
  enveloped,
  flatKey,
  itemsAlone,
  itemsOnly,
  nestedKey,
  partialKeyRecord,
  plainEnvelope,
  wholeKeyRecord,
  wrappedKey,
  wrappedPage,
  createSerializer,
  epochTimestamp,
  localTimestamp,
  naiveTimestamp,
  offsetTimestamp,
  type RecordForm,
  createWire,
} from '../wire/wire.ts'
import type { CompiledAnswer } from '../wire/answers.ts'
import * as events from '../wire/event-payloads.ts'
import * as frames from '../wire/frames.ts'
import type { Frames, Wire, WritePayload } from '../../world/wire.ts'
import type { Choose } from './choose.ts'
import { compileErrors } from './compile-errors.ts'

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
      items: itemsOnly,
      wrapped: wrappedPage(pageText),
      array: itemsAlone,
      data: enveloped(envelope),
    }),
    envelope,
    isBare: (operation) => bare.some((isBare) => isBare(operation)),
    createdKey: choose('keys.creation-shape', {
      flat: flatKey,
      wrapped: wrappedKey,
      nested: nestedKey,
    }),
    createdKeyRecord: choose('keys.creation-record', {
      whole: wholeKeyRecord,
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
  return events.createWritePayload({
    answer: choose('events.answer-names', {
      documented: both ? events.answerBoth : events.answerDocumented,
      status: events.answerStatus,
    }),
    ...choose('events.step-names', {
      documented: both
        ? { tool: events.toolBoth, thinking: events.thinkingBoth }
        : { tool: events.toolDocumented, thinking: events.thinkingDocumented },
      prefixed: { tool: events.toolPrefixed, thinking: events.thinkingContent },
    }),
    stepTimes: choose('events.step-moments', {
      iso: undefined,
      epoch: epochTimestamp,
    }),
    doneTokens: choose('events.done-tokens', { present: true, absent: false }),
    suggestions: choose('events.suggestions-shape', {
      array: events.suggestionArray,
      items: events.suggestionItems,
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
    resumeDone: choose('resume.done-payload', {
      counts: (counts: object) => counts,
      empty: () => ({}),
    }),
    run: events.createWriteRunPayloads({
      time: choose('workflows.event-moments', {
        iso: events.isoTime,
        epoch: events.epochTime,
      }),
      startsTwice: choose('workflows.run-started', { once: false, twice: true }),
    }),
  })
}
