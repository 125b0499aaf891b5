import { decodeSse } from '../../contract/sse.ts'
import type { TimedFrame } from '../proxy/exchange-log.ts'
import { looksLikeJson, mapDataLines, mapJsonStrings } from './json-strings.ts'
import type { KnownSecrets } from './known-secrets.ts'

/** A text of one frame: a piece of a longer text that comes in several frames. */
type Slice = {
  readonly frame: number
  readonly index: number
  readonly from: number
  readonly text: string
}

/** The pieces of the texts that a stream sends in several frames, by event and field. */
function slicesOf(frames: readonly TimedFrame[]): readonly (readonly Slice[])[] {
  const series = new Map<string, { slices: Slice[]; length: number }>()
  for (const [frame, { text }] of frames.entries()) {
    const { event = 'message', data = '' } = decodeSse(text)
    if (!looksLikeJson(data)) continue
    let index = 0
    mapJsonStrings(data, (names, value) => {
      const key = JSON.stringify([event, ...names])
      const one = series.get(key) ?? { slices: [], length: 0 }
      series.set(key, one)
      one.slices.push({ frame, index: index++, from: one.length, text: value })
      one.length += value.length
      return value
    })
  }
  return Array.from(series.values(), ({ slices }) => slices).filter(({ length }) => length > 1)
}

/** The texts that a stream sends in several frames, put together. */
export const joinedTexts = (frames: readonly TimedFrame[]): readonly string[] =>
  slicesOf(frames).map((slices) => slices.map(({ text }) => text).join(''))

/**
 * Replaces secrets of which one frame has the beginning and others the rest. The pseudonym stands in
 * the frame where the secret begins.
 */
export function replaceSplitSecrets(
  frames: readonly TimedFrame[],
  secrets: KnownSecrets,
): readonly TimedFrame[] {
  const changed = new Map<number, Map<number, string>>()
  for (const slices of slicesOf(frames)) {
    const whole = slices.map(({ text }) => text).join('')
    for (const { from, to, stand } of secrets.placesIn(whole)) {
      for (const { frame, index, from: start, text } of slices) {
        const first = Math.max(0, from - start)
        const last = Math.min(text.length, to - start)
        if (first >= last) continue
        const inFrame = changed.get(frame) ?? new Map<number, string>()
        changed.set(frame, inFrame)
        // Places before this one may have changed the text, so its rest is taken from the end.
        const now = inFrame.get(index) ?? text
        const shift = now.length - text.length
        const inserted = from >= start ? stand : ''
        inFrame.set(index, now.slice(0, first + shift) + inserted + now.slice(last + shift))
      }
    }
  }
  if (changed.size === 0) return frames
  return frames.map((frame, number) => {
    const texts = changed.get(number)
    if (texts === undefined) return frame
    let index = 0
    const text = mapDataLines(frame.text, (data) =>
      mapJsonStrings(data, (_names, value) => texts.get(index++) ?? value),
    )
    return { ...frame, text }
  })
}
