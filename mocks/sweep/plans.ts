import { createRandom } from '../world/random.ts'
import { type Cut, cutsOf, waysToCut } from './cuts.ts'
import { layoutOf } from './layout.ts'

/** Where a run through a turn is cut: its stream, and then the stream of its resume. */
export type Plan = { readonly cuts: readonly Cut[]; readonly words: string }

/** Which plans are wanted: so many, of two cuts each. */
type Wanted = { readonly sample?: number; readonly twice?: boolean }

/** The cuts of every run through a turn whose stream is `bytes`, or of as many as are wanted. */
export function plansOf(bytes: Uint8Array, seed: string, { sample, twice }: Wanted): Plan[] {
  const spans = layoutOf(bytes)
  const random = createRandom(seed)
  const draw = (purpose: string, below: number) =>
    Math.floor(random.fraction('sweep', purpose) * below)
  const plans = cutsOf(bytes, spans).map((cut): Plan => {
    const words = wordsOf(cut)
    if (twice !== true) return { cuts: [cut], words }
    const second = secondCut(spans.length - cut.event + 1, draw)
    return { cuts: [cut, second], words: `${words}, and in its resume ${wordsOf(second)}` }
  })
  // Places and not plans: an array of small numbers moves faster where one is taken out.
  const places = [...plans.keys()]
  while (places.length > (sample ?? places.length)) places.splice(draw('sample', places.length), 1)
  return places.flatMap((at) => plans[at] ?? [])
}

const wordsOf = ({ cut, words }: Cut) =>
  `${cut.how === 'close' ? 'stream ended' : 'connection reset'} ${words}`

const parts = ['fields', 'data', 'character', 'blank-line'] as const

/** A cut of a resume, which has so many events left to replay, and then `resume_done`. */
function secondCut(left: number, draw: (purpose: string, below: number) => number): Cut {
  const event = 1 + draw('event', Math.max(1, left))
  const how = waysToCut[draw('how', waysToCut.length)] ?? 'reset'
  const part = parts[draw('part', parts.length + 1)]
  const cut = part === undefined ? { after_event: event - 1, how } : { event, inside: part, how }
  const words =
    part === undefined ? `behind ${event - 1} events` : `inside event ${event} (${part})`
  return { cut, words, event, bytes: [0, Infinity] }
}
