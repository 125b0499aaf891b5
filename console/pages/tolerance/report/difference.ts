/** A part of a text, and whether it differs from the other text. */
export type TextPart = { readonly text: string; readonly differs: boolean }

/** Texts with more words than this are compared as a whole, which takes no time. */
const maxWords = 400

/** Compares two short texts word by word; returns the parts of each. */
export function compareTexts(
  one: string,
  other: string,
): readonly [readonly TextPart[], readonly TextPart[]] {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  if (Math.max(first.length, second.length) > maxWords) {
    const differs = one !== other
    return [[{ text: one, differs }], [{ text: other, differs }]]
  }
  const common = commonLengths(first, second)
  const parts: readonly [TextPart[], TextPart[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < first.length || j < second.length) {
    const [here, there] = [first[i], second[j]]
    if (here !== undefined && here === there) {
      add(parts[0], here, false)
      add(parts[1], here, false)
      i++
      j++
    } else if (there === undefined || (common[i + 1]?.[j] ?? -1) >= (common[i]?.[j + 1] ?? 0)) {
      add(parts[0], here ?? '', true)
      i++
    } else {
      add(parts[1], there, true)
      j++
    }
  }
  return parts
}

/** Words, and the characters between them, each alone. */
const wordsOf = (text: string): readonly string[] => text.match(/\w+|[^\w]/gu) ?? []

/** For each pair of places, the length of the longest common sequence of words after them. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  )
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i]![j] =
        one[i] === other[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

function add(parts: TextPart[], text: string, differs: boolean): void {
  const last = parts.at(-1)
  if (last?.differs === differs) parts[parts.length - 1] = { text: last.text + text, differs }
  else parts.push({ text, differs })
}
