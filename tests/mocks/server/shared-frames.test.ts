import { expect, it } from 'vitest'
import type { StoredEvent } from '../../../contract/events.ts'
import { createFrames, cursorInDataAndId } from '../../../mocks/server/wire/frames.ts'
import { utf8Length } from '../../../contract/sse.ts'

/** Frames whose encoder counts the payloads that it writes. */
function countingFrames() {
  const written: string[] = []
  const frames = createFrames({
    live: cursorInDataAndId,
    replayed: cursorInDataAndId,
    payload: (event) => {
      written.push(event.event)
      return event.data
    },
    records: { timestamp: undefined, omitEmpty: false },
    newline: '\n',
    space: ' ',
    preamble: '',
    countsReplayed: true,
    run: () => [],
  })
  return { frames, written }
}

const delta = (text: string, cursor: number, data = Object.freeze({ type: 'delta', text })) =>
  ({ event: 'answer', data, cursor, at: '2026-01-01T00:00:00.000Z' }) as StoredEvent

it('an event that several turns share is encoded once, and is sent with the cursor of each turn', () => {
  const { frames, written } = countingFrames()
  const shared = Object.freeze({ type: 'delta', text: 'Grüße' })
  const texts = [7, 123_456].map((cursor) => frames.live(delta('', cursor, shared)))
  expect(written).toEqual(['answer'])
  expect(texts.map(({ text }) => text)).toEqual([
    'id: 7\nevent: answer\ndata: {"cursor":7,"type":"delta","text":"Grüße"}\n\n',
    'id: 123456\nevent: answer\ndata: {"cursor":123456,"type":"delta","text":"Grüße"}\n\n',
  ])
  expect(texts.map(({ cursor }) => cursor)).toEqual([7, 123_456])
  for (const { text, bytes } of texts) expect(bytes).toBe(utf8Length(text))
})

it('the byte count of a frame equals the length of its text in UTF-8', () => {
  const { frames } = countingFrames()
  for (const text of ['plain', 'é', '東京', '🎉', '\ud83c', '\u0000cursor']) {
    const frame = frames.live(delta(text, 42))
    expect(frame.bytes).toBe(Buffer.byteLength(frame.text))
  }
})
