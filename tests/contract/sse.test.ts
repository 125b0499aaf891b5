import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { decodeSse, encodeSse, endsFrame, SseSplitter } from '../../contract/sse.ts'

describe('contract/sse', () => {
  it('an encoded SSE frame is decoded to the same fields', () => {
    const fields = { event: 'step', id: '3', data: 'first\nsecond', lines: [': note', 'retry: 5'] }
    expect(decodeSse(encodeSse(fields))).toEqual(fields)
    expect(encodeSse({ id: 7, event: 'end', data: '{}' }, { newline: '\r\n', space: '' })).toBe(
      'id:7\r\nevent:end\r\ndata:{}\r\n\r\n',
    )
  })

  it.each(['\n', '\r\n', '\r'])(
    'an event stream with newline %j is split correctly, wherever its text is cut into chunks',
    (newline) => {
      const frames = ['a', 'b', 'c'].map((data) => encodeSse({ event: 'step', data }, { newline }))
      const text = `${frames.join('')}data: unfinished`
      for (const size of [1, 2, 3, 7, text.length]) {
        const splitter = new SseSplitter()
        const found: string[] = []
        for (let at = 0; at < text.length; at += size)
          found.push(...splitter.add(text.slice(at, at + size)))
        expect(found).toEqual(frames)
        expect(splitter.incompleteFrame).toBe('data: unfinished')
      }
    },
  )

  it('the bytes of an SSE frame that arrives in many small chunks are searched about once', () => {
    const text = `data: ${'x'.repeat(100_000)}\n\n`
    let searched = 0
    const { exec } = RegExp.prototype
    const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, one) {
      searched += one.length
      return exec.call(this, one)
    })
    onTestFinished(() => spy.mockRestore())
    const splitter = new SseSplitter()
    const found: string[] = []
    for (let at = 0; at < text.length; at += 10)
      found.push(...splitter.add(text.slice(at, at + 10)))
    spy.mockRestore()
    expect(found).toEqual([text])
    expect(searched).toBeGreaterThanOrEqual(text.length)
    expect(searched).toBeLessThan(2 * text.length)
  })

  it.each(['\n', '\r\n', '\r'])(
    'an SSE frame above the limit is returned in parts, with newline %j and chunks of any size',
    (newline) => {
      const long = encodeSse({ event: 'step', data: 'x'.repeat(50) }, { newline })
      const short = encodeSse({ data: 'y' }, { newline })
      const text = long + short + long
      for (let size = 1; size < 40; size++) {
        const splitter = new SseSplitter(20)
        const parts: string[] = []
        for (let at = 0; at < text.length; at += size) {
          parts.push(...splitter.add(text.slice(at, at + size)))
          expect(splitter.incompleteFrame.length).toBeLessThanOrEqual(20)
        }
        expect(parts.join('')).toBe(text)
        expect(parts.filter(endsFrame)).toHaveLength(3)
        expect(parts).toContain(short)
      }
    },
  )
})
