import { describe, expect, it } from 'vitest'
import { decodeSse, encodeSse, SseSplitter } from '../contract/sse.ts'

describe('contract/sse', () => {
  it('an encoded frame is decoded to the same fields', () => {
    const fields = { event: 'step', id: '3', data: 'first\nsecond', lines: [': note', 'retry: 5'] }
    expect(decodeSse(encodeSse(fields))).toEqual(fields)
    expect(encodeSse({ id: 7, event: 'end', data: '{}' }, { newline: '\r\n', space: '' })).toBe(
      'id:7\r\nevent:end\r\ndata:{}\r\n\r\n',
    )
  })

  it.each(['\n', '\r\n', '\r'])(
    'a stream with newline %j is split correctly at any cut of its text',
    (newline) => {
      const frames = ['a', 'b', 'c'].map((data) => encodeSse({ event: 'step', data }, { newline }))
      const text = `${frames.join('')}data: unfinished`
      for (const size of [1, 2, 3, 7, text.length]) {
        const splitter = new SseSplitter()
        const found: string[] = []
        for (let at = 0; at < text.length; at += size)
          found.push(...splitter.add(text.slice(at, at + size)))
        expect(found).toEqual(frames)
        expect(splitter.rest).toBe('data: unfinished')
      }
    },
  )
})
