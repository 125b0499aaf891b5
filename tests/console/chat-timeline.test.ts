import { describe, expect, it } from 'vitest'
import { createClient } from '../../client/create-client.ts'
import {
  reportConnection,
  reportTurn,
  isBuffered,
  formatRanges,
} from '../../console/pages/chat/timeline/stream-report.ts'
import { createStreamRecorder } from '../../console/pages/chat/timeline/stream-recorder.ts'
import { createFrameSplitter } from '../../console/pages/chat/timeline/split-frames.ts'
import type { StreamLog } from '../../console/pages/chat/timeline/stream-log.ts'
import { createFake, readProfile } from '../../entries/index.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { credentials, instantClock } from '../support/client-of.ts'
import { shipped, shippedDeployed } from '../support/shipped-turns.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('the frames of a stream', () => {
  const stream =
    ': alive\n\nid: 4\nevent: step\ndata: {"a":"ü"}\n\nevent: answer\r\ndata: {"cursor":5}\r\n\r\n'

  it.each([1, 2, 3, 7, 1000])('a stream in chunks of %i bytes gives the same frames', (size) => {
    const bytes = bytesOf(`${stream}event: en`)
    const splitter = createFrameSplitter()
    const frames = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      splitter.feed(bytes.subarray(at * size, (at + 1) * size)),
    ).flat()
    expect(frames).toEqual([
      { name: 'comment', cursor: undefined, bytes: 9, payload: 'alive', text: ': alive\n\n' },
      {
        name: 'step',
        cursor: 4,
        bytes: 36,
        payload: '{"a":"ü"}',
        text: 'id: 4\nevent: step\ndata: {"a":"ü"}\n\n',
      },
      {
        name: 'answer',
        cursor: 5,
        bytes: 37,
        payload: '{"cursor":5}',
        text: 'event: answer\r\ndata: {"cursor":5}\r\n\r\n',
      },
    ])
    expect(splitter.incompleteBytes).toBe(9)
  })
})

function tapeOf(
  ...brought: readonly (readonly [after: number | undefined, cursors: readonly number[]])[]
) {
  const connections = brought.map(([resumeCursor], at) => ({
    number: at + 1,
    path: '/api/react',
    request: { url: 'http://platform.test/api/react', headers: [], body: undefined },
    resumeCursor,
    startedAt: 0,
    openedAt: 1,
    status: 200,
    endedAt: 9,
    ending: 'cut' as const,
    bytes: 1,
    readCount: 1,
    incompleteBytes: 0,
  }))
  const frames = brought.flatMap(([, cursors], connection) =>
    cursors.map((cursor, at) => ({
      number: at,
      connection: connection + 1,
      name: 'answer',
      cursor,
      at: at * 100,
      bytes: 1,
      read: 1,
      payload: '{}',
      text: 'data: {}\n\n',
      isDelivered: true,
    })),
  )
  return { connections, frames } satisfies StreamLog
}

const wordsOf = (tape: ReturnType<typeof tapeOf>) => {
  const connection = tape.connections.at(-1)
  return connection && reportConnection(tape, connection)
}

describe('the report on a resume', () => {
  it('the report on a resumed turn states that no event is missing or repeated', () => {
    expect(wordsOf(tapeOf([undefined, [0, 1, 2]], [2, [3, 4]]))).toEqual({
      isComplete: true,
      sentences: [
        'Requested the events after cursor 2.',
        '1 event (3) arrived at once, 1 event (4) later.',
        'No event is missing: cursor 3 follows cursor 2 without a gap.',
        'No event was repeated.',
      ],
    })
  })

  it('the report on a resumed turn names the cursors that are missing', () => {
    const account = wordsOf(tapeOf([undefined, [0, 1, 2]], [2, [5, 6, 8]]))
    expect(account?.isComplete).toBe(false)
    expect(account?.sentences).toContain('Missing: 3–4, 7.')
  })

  it('the report on a resumed turn names the cursors that were repeated', () => {
    const account = wordsOf(tapeOf([undefined, [0, 1, 2]], [2, [2, 3, 3]]))
    expect(account?.isComplete).toBe(false)
    expect(account?.sentences).toContain('Repeated: 2–3. The client delivered each once.')
  })

  it('the report on a resumed turn can start at a cursor above 0, because a conversation has several turns', () => {
    expect(wordsOf(tapeOf([-1, [98, 99]]))?.isComplete).toBe(true)
    expect(reportTurn(tapeOf([undefined, [98, 99]], [99, [101]]))).toEqual({
      isComplete: false,
      sentences: ['3 events with a cursor: 98–99, 101.', 'Missing: 100.', 'No event was repeated.'],
    })
  })

  it('the report on a resumed turn names a gap of any size, but no gap before the first known cursor', () => {
    const far = 1_764_500_000_000
    const gap = `Missing: 1–${far - 1}.`
    expect(wordsOf(tapeOf([undefined, [0]], [0, [far, far + 1]]))?.sentences).toContain(gap)
    expect(reportTurn(tapeOf([undefined, [0, far, far + 1]]))?.sentences).toContain(gap)
    expect(wordsOf(tapeOf([0, [far, far + 1]]))?.isComplete).toBe(true)
  })

  it('the report on a resumed turn omits an attempt that received no events', () => {
    expect(wordsOf(tapeOf([undefined, [0, 1, 2]], [2, []]))).toBeUndefined()
  })

  it('the report on a resumed turn formats consecutive cursors as ranges', () => {
    expect(formatRanges([1, 2, 3, 5, 7, 8], 1)).toBe('1–3, 5, 7–8')
    expect(formatRanges([1, 4, 7, 13, 16], 3)).toBe('1–7 by 3, 13, 16')
  })

  it('the report on a resumed turn detects the step between cursors', () => {
    expect(wordsOf(tapeOf([undefined, [0, 3, 6]], [6, [9, 12]]))).toEqual({
      isComplete: true,
      sentences: [
        'Requested the events after cursor 6.',
        '1 event (9) arrived at once, 1 event (12) later.',
        'No event is missing: cursor 9 follows cursor 6 without a gap.',
        'No event was repeated.',
      ],
    })
    const torn = tapeOf([undefined, [0, 3, 6]], [6, [6, 12, 18, 21]])
    expect(wordsOf(torn)?.sentences).toContain('Missing: 9, 15.')
    expect(reportTurn(torn)?.sentences).toEqual([
      '6 events with a cursor: 0–6 by 3, 12, 18, 21.',
      'Missing: 9, 15.',
      'Repeated: 6. The client delivered each once.',
    ])
  })

  it('the report on a resumed turn reports no missing events if the cursors are irregular', () => {
    const tape = tapeOf([undefined, [2, 7, 19]], [19, [30, 44]])
    expect(wordsOf(tape)?.isComplete).toBe(true)
    expect(wordsOf(tape)?.sentences.join(' ')).toMatch(
      /missing events cannot be detected\. No event/,
    )
    expect(reportTurn(tape)?.sentences[0]).toBe('5 events with a cursor: 2 to 44.')
    expect(wordsOf(tapeOf([undefined, [2, 7, 19]], [19, [19, 30, 44]]))?.isComplete).toBe(false)
  })
})

/** A turn whose stream breaks within its seventh event and is resumed to its end. */
async function cutTurn(options: FakeOptions) {
  const fake = createFake({ ...options, speed: Infinity })
  const recorder = createStreamRecorder(
    (url, init) => fake.fetch(new Request(url, init)),
    () => 0,
  )
  const { fetch } = recorder
  const client = createClient({
    baseUrl: 'http://platform.test',
    fetch,
    systemClock: instantClock,
  })
  await client.login(credentials)
  fake.control().faults.add({
    match: { endpoint: 'chat.react' },
    times: 1,
    effect: { stream: { cut: { event: 7, inside: 'data', how: 'reset' } } },
  })
  recorder.reset()
  let eventCount = 0
  for await (const event of client.react({ q: 'Where is order FH-20417?' })) {
    recorder.markDelivered(event)
    eventCount += 1
  }
  return { eventCount, tape: recorder.log.value, isOpen: recorder.isOpen.value }
}

describe('a stream recorder', () => {
  it('the stream recorder of the chat records a broken stream and the resume that completed it', async () => {
    const { eventCount, tape, isOpen } = await cutTurn(shipped)
    expect(tape.connections).toMatchObject([
      { path: '/api/react', resumeCursor: undefined, status: 200 },
      { path: '/api/chat/resume', status: 200 },
    ])
    expect(isOpen).toBe(false)
    const [, resumed] = tape.connections
    expect(resumed && reportConnection(tape, resumed)?.isComplete).toBe(true)
    expect(reportTurn(tape)?.isComplete).toBe(true)
    // The last event is `end`, which a replay does not have: the client adds it.
    const passedOn = tape.frames.filter(({ isDelivered }) => isDelivered)
    expect(passedOn).toHaveLength(eventCount - 1)
    const bytes = tape.frames.reduce((sum, frame) => sum + frame.bytes, 0)
    expect(tape.connections.reduce((sum, each) => sum + each.bytes - each.incompleteBytes, 0)).toBe(
      bytes,
    )
  })

  it('the report on a recorded turn says that no event is missing, even if its cursors rise by seven', async () => {
    const profile = readProfile({ picks: { 'events.cursor-step': { step: 7 } } })
    const { tape } = await cutTurn({ ...shipped, profile })
    const [, resumed] = tape.connections
    expect(resumed && reportConnection(tape, resumed)?.isComplete).toBe(true)
    expect(reportTurn(tape)?.sentences.slice(0, 2)).toEqual([
      expect.stringMatching(/^\d\d events with a cursor: 0–\d+ by 7\.$/),
      'No event is missing.',
    ])
  })

  it('the report on a turn without live cursors says how many replayed events the client recognized', async () => {
    const { tape } = await cutTurn(shippedDeployed)
    const [, resumed] = tape.connections
    const { sentences = [] } = (resumed && reportConnection(tape, resumed)) ?? {}
    expect(sentences).toContain('The live stream had no cursors, so the whole turn was replayed.')
    expect(sentences.at(-1)).toMatch(/^The client recognized [1-9]\d* events/)
  })
})

/** A recorder whose streams send one frame and then stay open until they are aborted. */
function recordedOpenStreams() {
  const recorder = createStreamRecorder(
    async (_, init) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(bytesOf('id: 1\nevent: step\ndata: {}\n\n'))
            init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
          },
        }),
      ),
    () => 0,
  )
  return {
    recorder,
    async open() {
      const leaving = new AbortController()
      const init = { method: 'POST', body: '{}', signal: leaving.signal }
      const response = await recorder.fetch('http://platform.test/api/react', init)
      const reader = response.body?.getReader()
      await reader?.read()
      /** Leaves the stream, and waits until the recorder has noticed it. */
      const leave = async () => {
        leaving.abort()
        await reader?.read().catch(() => undefined)
      }
      return { leave }
    },
  }
}

describe('a stream recorder after a reset', () => {
  it('a stream recorder has no open stream after a reset, so there is nothing to cut', async () => {
    const { recorder, open } = recordedOpenStreams()
    await open()
    expect(recorder.isOpen.value).toBe(true)
    recorder.reset()
    expect(recorder.isOpen.value).toBe(false)
  })

  it('a stream that ends after a reset does not end the stream that was opened since then', async () => {
    const { recorder, open } = recordedOpenStreams()
    const earlier = await open()
    recorder.reset()
    const { leave } = await open()
    await earlier.leave()
    expect(recorder.isOpen.value).toBe(true)
    expect(recorder.log.value.connections).toMatchObject([{ number: 1 }])
    expect(recorder.log.value.connections[0]?.ending).toBeUndefined()
    expect(recorder.log.value.frames).toHaveLength(1)
    await leave()
    expect(recorder.isOpen.value).toBe(false)
    expect(recorder.log.value.connections).toMatchObject([{ number: 1, ending: 'left' }])
  })
})

describe('a buffered stream', () => {
  const tapeAt = (at: (index: number) => number): StreamLog => {
    const { connections, frames } = tapeOf([undefined, Array.from({ length: 20 }, (_, n) => n)])
    return { connections, frames: frames.map((frame, index) => ({ ...frame, at: at(index) })) }
  }
  it('the console distinguishes a buffered stream from a live stream and from a fast stream', () => {
    expect(isBuffered(tapeAt((index) => 3000 + index))).toBe(true)
    expect(isBuffered(tapeAt((index) => index * 50))).toBe(false)
    expect(isBuffered(tapeAt(() => 12))).toBe(false)
  })
})
