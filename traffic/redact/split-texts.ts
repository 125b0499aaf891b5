import { decodeSse } from '../../contract/sse.ts'
import type { TimedFrame } from '../../contract/exchange.ts'
import { looksLikeJson, mapFrameData, mapJsonStrings } from '../../secrets/json-strings.ts'
import type { KnownSecrets } from '../../secrets/pseudonyms.ts'

/** A text of one frame: a piece of a longer text that comes in several frames. */
type Slice = {
  readonly frame: number
  readonly index: number
  readonly from: number
  readonly text: string
}

/** A JSON document whose texts may be pieces. */
type PiecedDocument = { readonly event: string; readonly json: string }

type IsPiece = (names: readonly string[]) => boolean

/** The pieces that belong together, by event and field. */
function slicesOf(
  documents: readonly PiecedDocument[],
  isPiece: IsPiece,
): readonly (readonly Slice[])[] {
  const series = new Map<string, { slices: Slice[]; length: number }>()
  for (const [frame, { event, json }] of documents.entries()) {
    let index = 0
    mapJsonStrings(json, (names, text) => {
      const at = index++
      if (!isPiece(names)) return text
      const key = JSON.stringify([event, ...names])
      const one = series.get(key) ?? { slices: [], length: 0 }
      series.set(key, one)
      one.slices.push({ frame, index: at, from: one.length, text })
      one.length += text.length
      return text
    })
  }
  return Array.from(series.values(), ({ slices }) => slices).filter(({ length }) => length > 1)
}

const isAny: IsPiece = () => true
/** The events that a deployment stores have the same pieces as its streams. */
const isStored: IsPiece = (names) => names.includes('sse_events')

const documentsOf = (frames: readonly TimedFrame[]): readonly PiecedDocument[] =>
  frames.map(({ text }) => {
    const { event = 'message', data = '' } = decodeSse(text)
    return { event, json: looksLikeJson(data) ? data : asLines(data) }
  })

/** Plain data as JSON: a list with a text for each line. */
const asLines = (data: string) => JSON.stringify(data === '' ? [] : data.split('\n'))

const storedIn = (body: string): readonly PiecedDocument[] =>
  body.includes('"sse_events"') && looksLikeJson(body) ? [{ event: '', json: body }] : []

const joined = (series: readonly (readonly Slice[])[]): readonly string[] =>
  series.map((slices) => slices.map(({ text }) => text).join(''))

/** The texts that a stream sends in several frames, put together. */
export const joinedTexts = (frames: readonly TimedFrame[]): readonly string[] =>
  joined(slicesOf(documentsOf(frames), isAny))

/** The texts of the stored events in a body, put together. */
export const joinedStoredTexts = (body: string): readonly string[] =>
  joined(slicesOf(storedIn(body), isStored))

/** Replaces secrets of which one stored event has the beginning and others the rest. */
export function replaceStoredSecrets(body: string, secrets: KnownSecrets): string {
  const texts = replacedPieces(slicesOf(storedIn(body), isStored), secrets).get(0)
  return texts === undefined ? body : withTexts(body, texts)
}

/**
 * Replaces secrets of which one frame has the beginning and others the rest. The pseudonym stands in
 * the frame where the secret begins.
 */
export function replaceSplitSecrets(
  frames: readonly TimedFrame[],
  secrets: KnownSecrets,
): readonly TimedFrame[] {
  const changed = replacedPieces(slicesOf(documentsOf(frames), isAny), secrets)
  return frames.map((frame, number) => {
    const texts = changed.get(number)
    if (texts === undefined) return frame
    return { ...frame, text: mapFrameData(frame.text, (data) => withTexts(data, texts)) }
  })
}

/** A JSON document or plain data with other texts, by their place. */
function withTexts(data: string, texts: ReadonlyMap<number, string>): string {
  let index = 0
  const next = (text: string) => texts.get(index++) ?? text
  if (looksLikeJson(data)) return mapJsonStrings(data, (_names, text) => next(text))
  return data.split('\n').map(next).join('\n')
}

/** The new texts of the pieces, by their document and their place in it. */
function replacedPieces(
  series: readonly (readonly Slice[])[],
  secrets: KnownSecrets,
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const changed = new Map<number, Map<number, string>>()
  for (const slices of series) {
    const whole = slices.map(({ text }) => text).join('')
    for (const { from, to, word } of secrets.placesIn(whole)) {
      for (const { frame, index, from: start, text } of slices) {
        const first = Math.max(0, from - start)
        const last = Math.min(text.length, to - start)
        if (first >= last) continue
        const inFrame = changed.get(frame) ?? new Map<number, string>()
        changed.set(frame, inFrame)
        // Places before this one may have changed the text, so its rest is taken from the end.
        const now = inFrame.get(index) ?? text
        const shift = now.length - text.length
        const inserted = from >= start ? word.stand : ''
        inFrame.set(index, now.slice(0, first + shift) + inserted + now.slice(last + shift))
      }
    }
  }
  return changed
}
