import { describe, expect, it } from 'vitest'
import { listCuts, parseStreamLayout } from '../../../mocks/sweep/cuts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The position of each reset in words, with the bytes before it or else the cut itself. */
function placesIn(text: string) {
  const bytes = bytesOf(text)
  const cuts = listCuts(bytes, parseStreamLayout(bytes)).filter(({ cut }) => cut.how === 'reset')
  return cuts.map(({ cut, description: words, bytes: [at] }) => [
    words.replace(/, byte \d+$/, ''),
    'at_byte' in cut ? String.fromCharCode(...bytes.subarray(0, at)) : cut,
  ])
}

const reset = 'reset'
const latin = (text: string) => String.fromCharCode(...bytesOf(text))

describe('the positions at which a sweep cuts a stream', () => {
  it('a sweep cuts a stream before, inside and after every event', () => {
    const text = 'id: 10\nevent: title\ndata: {"t":"€ €"}\n\n'
    const data = text.slice(0, text.indexOf('€'))
    const line = latin(text.slice(0, -2))
    expect(placesIn(text)).toEqual([
      ['before the first event', { after_event: 0, how: reset }],
      ['between `id:` and `event:` of event 1 (`title`)', 'id: 10\n'],
      ['between `event:` and `data:` of event 1 (`title`)', 'id: 10\nevent: title\n'],
      ['inside `id:` of event 1 (`title`)', 'id: 1'],
      ['inside `event:` of event 1 (`title`)', 'id: 10\nevent: ti'],
      ['inside `data:` of event 1 (`title`)', `${latin(data)}\u00e2`],
      ['inside a character of event 1 (`title`)', `${latin(data)}\u00e2`],
      ['inside a character of event 1 (`title`)', `${latin(data)}\u00e2\u0082`],
      ['before the line end of the data of event 1 (`title`)', line],
      ['between the two line ends of event 1 (`title`)', `${line}\n`],
      ['between the fields of event 1 (`title`)', { event: 1, inside: 'fields', how: reset }],
      ['in the middle of the data of event 1 (`title`)', { event: 1, inside: 'data', how: reset }],
      [
        'inside a character of the data of event 1 (`title`)',
        { event: 1, inside: 'character', how: reset },
      ],
      [
        'before the blank line of event 1 (`title`)',
        { event: 1, inside: 'blank-line', how: reset },
      ],
      ['after event 1 (`title`)', { after_event: 1, how: reset }],
    ])
  })

  it('the positions at which a sweep cuts a stream include the position between CR and LF', () => {
    const text = 'event: end\r\ndata: {}\r\n\r\n'
    const places = placesIn(text)
    expect(places).toContainEqual([
      'between the CR and the LF of event 1 (`end`)',
      'event: end\r\ndata: {}\r',
    ])
    expect(places).toContainEqual([
      'between the two line ends of event 1 (`end`)',
      'event: end\r\ndata: {}\r\n',
    ])
  })

  it('a sweep knows how many bytes arrive before each cut, whether a fault or the reader cuts the stream', () => {
    const bytes = bytesOf(': hello\n\nevent: a\ndata: 1\n\nevent: b\ndata: 2\n\n')
    const cuts = listCuts(bytes, parseStreamLayout(bytes))
    const behind = cuts.filter(({ cut }) => 'after_event' in cut)
    expect(behind.map(({ cut, bytes: sizes }) => [cut, sizes])).toEqual(
      (
        [
          [0, [0, 9]],
          [1, [27, 27]],
          [2, [45, 45]],
        ] as const
      ).flatMap(([after_event, sizes]) => [
        [{ after_event, how: 'reset' }, sizes],
        [{ after_event, how: 'close' }, sizes],
      ]),
    )
  })
})
