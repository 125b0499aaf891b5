import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../conformance/session/exchange.ts'
import {
  createEventReader,
  receivedEvent,
  type ReceivedEvent,
} from '../../contract/received-events.ts'
import { onEvent, onEvents, onRequest } from '../../conformance/mutants/wrap.ts'
import { changeRequest } from '../../conformance/mutants/call.ts'
import { withCursor } from '../../conformance/mutants/wire-frame.ts'
import { decodeSse, encodeSse } from '../../contract/sse.ts'
import { Blocked, Finding } from '../../conformance/session/outcomes.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import {
  carriersAgree,
  fingerprint,
  readFrame,
  readStream,
} from '../../conformance/stream/stream.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const seen = (data: string, more: Partial<ReceivedEvent> = {}): ReceivedEvent =>
  receivedEvent({ event: 'step', data, id: undefined, dataLines: 1, at: 0, ...more })

describe('the parser of events', () => {
  it('the payload of an event does not contain the cursor from its data', () => {
    const frame = readFrame(seen('{"type":"thinking","cursor":4}'))
    expect(frame).toMatchObject({ cursor: 4, payload: { type: 'thinking' }, carriers: ['data'] })
  })

  it('the cursor of an event whose data is an array is read from the id line', () => {
    const frame = readFrame(seen('["a","b"]', { id: '7' }))
    expect(frame).toMatchObject({ cursor: 7, payload: ['a', 'b'], carriers: ['id'] })
  })

  const lines = [
    'id: 3',
    'event: step',
    'data: {"a":',
    'data: 1}',
    '',
    ': alive',
    'data: 2',
    '',
    '',
  ]

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('a stream with %s line endings is parsed completely, wherever it is split', (_, ending) => {
    const stream = lines.join(ending)
    for (let at = 0; at <= stream.length; at += 1) {
      const reader = createEventReader(() => 0)
      reader.feed(stream.slice(0, at))
      reader.feed(stream.slice(at))
      expect(reader.events.map(({ id, event, json }) => [id, event, json])).toEqual([
        ['3', 'step', { a: 1 }],
        [undefined, undefined, 2],
      ])
    }
  })

  it('an event whose payload is inside a wrapper is parsed', () => {
    const frame = readFrame(seen('{"cursor":0,"data":{"answer":"x"}}'))
    expect(frame).toMatchObject({ cursor: 0, payload: { answer: 'x' }, carriers: ['wrapper'] })
  })

  it('an event whose payload has a member `data` is parsed without unwrapping it', () => {
    const { payload } = readFrame(seen('{"cursor":1,"data":{},"type":"x"}'))
    expect(payload).toEqual({ data: {}, type: 'x' })
  })

  it.each(['{"cursor":1.5}', '{"cursor":"1"}', '{"cursor":null}'])(
    'an event without an integer cursor is parsed: %s, with any id line',
    (data) => expect(readFrame(seen(data, { id: '1' })).cursor).toBeUndefined(),
  )

  it.each(['', '1.5', 'abc'])('an event without an integer cursor is parsed: id %s', (id) =>
    expect(readFrame(seen('[]', { id })).cursor).toBeUndefined(),
  )

  it('an event whose data is not JSON has no payload', () => {
    expect(readFrame(seen("{'a':1}")).payload).toBeUndefined()
  })

  it('two events are equal if they differ only in the field that has the cursor, or in the order of members', () => {
    const carried = [
      readFrame(seen('{"a":1,"b":{"c":2,"d":3},"cursor":4}')),
      readFrame(seen('{"b":{"d":3,"c":2},"a":1}', { id: '4' })),
      readFrame(seen('{"cursor":4,"data":{"a":1,"b":{"c":2,"d":3}}}')),
    ]
    expect(new Set(carried.map(fingerprint)).size).toBe(1)
  })

  it('two events with different cursors or payloads are not equal', () => {
    const [one, two, three] = ['{"a":1,"cursor":4}', '{"a":1,"cursor":5}', '{"a":2,"cursor":4}']
    const prints = [one, two, three].map((data) => fingerprint(readFrame(seen(String(data)))))
    expect(new Set(prints).size).toBe(3)
  })

  it('an event is contradictory if it has two different cursors', () => {
    expect(carriersAgree(readFrame(seen('{"cursor":4}', { id: '4' })))).toBe(true)
    expect(carriersAgree(readFrame(seen('{"cursor":4}', { id: '5' })))).toBe(false)
  })
})

const exchange = (more: Partial<Exchange>): Exchange => ({
  request: { method: 'POST', path: '/api/react' },
  url: 'http://platform.test/api/react',
  operation: 'chat.react',
  status: 200,
  headers: new Headers({ 'content-type': 'Text/Event-Stream; charset=utf-8' }),
  text: '',
  json: undefined,
  events: [seen('{}')],
  ended: 'closed',
  ms: 1,
  ...more,
})

describe('a response read as a stream', () => {
  it('a response is read as a stream even if its content type has a charset', () => {
    expect(readStream('the turn', true, exchange({})).frames).toHaveLength(1)
  })

  it('a check fails if a response that must be a stream is not one', () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    const read = (more: Partial<Exchange>) => readStream('the turn', true, exchange(more))
    expect(() => read({ headers, events: [] })).toThrow(Finding)
    expect(() => read({ status: 202, events: [] })).toThrow(Finding)
    expect(() => read({ status: 404 })).toThrow(Finding)
  })

  it('a stream is read even if its content type or its 2xx status is wrong, which other checks report', () => {
    const headers = new Headers({ 'content-type': 'text/plain' })
    for (const more of [{ headers }, { status: 202 }])
      expect(readStream('the turn', true, exchange(more)).frames).toHaveLength(1)
  })

  it('if the time limit of the suite or the network ends a stream, its check is blocked rather than failed', () => {
    for (const ended of ['timeout', 'error'] as const) {
      expect(() => readStream('the turn', true, exchange({ ended }))).toThrow(Blocked)
      const events = [seen('{}', { event: 'end' })]
      expect(readStream('the turn', true, exchange({ ended, events })).frames).toHaveLength(1)
    }
  })
})

describe('a turn that react does not store', () => {
  it('the checks of resume use a turn of /api/dag if /api/react does not store its turn', async () => {
    const { fake, systemClock } = virtualFake()
    const forgets = onRequest('POST /api/react', (call) =>
      changeRequest(call, { body: { ...Object(call.body), conversation_id: undefined } }),
    )
    const { results } = await runConformance({
      target,
      plan: 'turn',
      only: ['resume.*'],
      fetch: forgets(fake.fetch, () => undefined),
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    const verdicts = new Map(results.map(({ id, verdict }) => [id, verdict]))
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(verdicts.get('resume.replays-all-after-the-cursor')).toBe('pass')
    expect(verdicts.get('resume.keeps-the-answer')).toBe('pass')
  })
})

const request = () => new Request('http://platform.test/api/react', { method: 'POST' })
const streaming = (body: ReadableStream<Uint8Array>) => async () =>
  new Response(body, { headers: { 'content-type': 'text/event-stream' } })
const bytes = (text: string) => new TextEncoder().encode(text)

describe('a stream of a mutant', () => {
  it('a mutant rewrites the events of a stream even if its chunks split lines', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of [
          'event: an',
          'swer\nda',
          'ta: {"a":1}\n',
          '\nevent: end\ndata: {}\n\n',
        ])
          controller.enqueue(bytes(piece))
        controller.close()
      },
    })
    let hits = 0
    const wrong = onEvent('POST /api/react', 'answer', (frame) => ({ ...frame, data: '{"b":2}' }))
    const response = await wrong(streaming(body), () => (hits += 1))(request())
    expect(await response.text()).toBe('event: answer\ndata: {"b":2}\n\nevent: end\ndata: {}\n\n')
    expect(hits).toBe(1)
  })

  it('a mutant forwards each event before the next one arrives, and ends when its reader disconnects', async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('event: step\ndata: {}\n\n')),
      cancel: () => leave(),
    })
    const untouched = onEvents('POST /api/react', () => (frame) => frame)
    const response = await untouched(streaming(body), () => undefined)(request())
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toBe('event: step\ndata: {}\n\n')
    await reader?.cancel()
    await expect(left).resolves.toBeUndefined()
  })

  it('a mutant leaves all other lines of a stream unchanged', () => {
    const block = ': hello\nretry: 500\nid: 3\nevent: step\ndata: {"cursor":3}'
    expect(encodeSse(decodeSse(block))).toBe(`${block}\n\n`)
    expect(decodeSse('event:step\r\ndata:{}')).toMatchObject({ event: 'step', data: '{}' })
  })

  it('a mutant changes or removes the cursor of an event in all fields that have the cursor', () => {
    const frame = decodeSse('event: step\nid: 3\ndata: {"cursor":3,"a":1}')
    expect(withCursor(frame, 9)).toMatchObject({ id: '9', data: '{"cursor":9,"a":1}' })
    const bare = withCursor(frame, undefined)
    expect(bare).toMatchObject({ id: undefined, data: '{"a":1}' })
  })
})
