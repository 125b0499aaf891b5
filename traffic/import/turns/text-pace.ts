import type { Pace } from '../../../contract/scripts/lines.ts'
import {
  splitGraphemes,
  splitIntoUnits,
  type TextUnit,
} from '../../../contract/scripts/text-units.ts'

/** A part of a text, and the time before it in milliseconds. */
export type Delta = { readonly text: string; readonly after: number }

/** A text that plays as recorded, with its pace. */
export type PacedText = { readonly text: string; readonly pace: Pace }

/** From the most readable one. */
const units: readonly TextUnit[] = ['sentence', 'word', 'word-space', 'token', 'character']

/**
 * The text of recorded deltas, with the pace at which it plays as the same deltas. There are several
 * if a delta ends inside of a character, such as an emoji of several code points.
 */
export function pacedTexts(deltas: readonly Delta[]): readonly PacedText[] {
  if (deltas.length === 0) return []
  const whole = pacedText(deltas)
  if (whole !== undefined) return [whole]
  return cutInsideCharacters(deltas).flatMap(
    (part) => pacedText(part) ?? part.flatMap((delta) => pacedText([delta]) ?? []),
  )
}

/** Splits a list after each delta that ends inside of a character. */
function cutInsideCharacters(deltas: readonly Delta[]): Delta[][] {
  const text = deltas.map((delta) => delta.text).join('')
  const ends = new Set<number>()
  let end = 0
  for (const character of splitGraphemes(text)) ends.add((end += character.length))
  const parts: Delta[][] = [[]]
  end = 0
  for (const delta of deltas) {
    parts.at(-1)?.push(delta)
    end += delta.text.length
    if (!ends.has(end)) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

function pacedText(deltas: readonly Delta[]): PacedText | undefined {
  const text = deltas.map((delta) => delta.text).join('')
  const every = collapsed(deltas.map(({ after }) => after))
  for (const by of units) {
    const sizes = sizesIn(splitIntoUnits(text, by), deltas)
    if (sizes !== undefined) return { text, pace: { by, size: sizeOf(sizes), every } }
  }
  return undefined
}

/** How many units each delta has; `undefined` if one ends inside of a unit. */
function sizesIn(parts: readonly string[], deltas: readonly Delta[]): number[] | undefined {
  const sizes: number[] = []
  let next = 0
  for (const { text } of deltas) {
    let length = 0
    const from = next
    while (length < text.length && next < parts.length) length += parts[next++]?.length ?? 0
    if (length !== text.length) return undefined
    sizes.push(next - from)
  }
  return sizes
}

/** One size if all deltas have it; the last one may be smaller. */
function sizeOf(sizes: readonly number[]): number | number[] {
  const [size = 1, ...others] = sizes
  const last = others.pop() ?? size
  const isSame = size > 0 && last > 0 && last <= size && others.every((other) => other === size)
  return isSame ? size : collapsed(sizes, 1)
}

/** A list without the repetitions of its last item, or that item if there is no other. */
function collapsed(list: readonly number[], least = 0): number | number[] {
  const last = list.at(-1) ?? least
  if (last < least) return [...list]
  const end = list.findLastIndex((item) => item !== last)
  return end === -1 ? last : list.slice(0, end + 2)
}
