import type { IconName } from '../ui/icons.ts'

/** A link in the palette. */
export type PaletteEntry = {
  readonly kind: string
  readonly icon: IconName
  readonly title: string
  /**
   * More words about the entry. They are shown beside the title, and the search also finds them.
   */
  readonly about: string
  readonly href: string
}

/** The kinds of entries that an empty search shows, with the maximum number of each kind. */
const maxEntriesWithoutSearch: Readonly<Record<string, number>> = {
  Pages: 20,
  'Recent turns': 4,
  Worlds: 4,
}
const maxEntriesOfKind = 6

/**
 * Returns the entries that contain all words of the search, grouped by kind. Entries whose title
 * begins with the search come first.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  search: string,
): readonly PaletteEntry[] {
  const text = search.trim().toLowerCase()
  const words = text.split(/\s+/)
  const titleRank = ({ title }: PaletteEntry) => {
    const at = title.toLowerCase().indexOf(text)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  const hits = entries.filter(({ title, about, kind }) => {
    const all = `${title} ${about} ${kind}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const groups = Map.groupBy(hits, ({ kind }) => kind)
  const sorted = [...groups].map(([kind, all]) =>
    text === ''
      ? all.slice(0, maxEntriesWithoutSearch[kind] ?? 0)
      : all.toSorted((a, b) => titleRank(a) - titleRank(b)).slice(0, maxEntriesOfKind),
  )
  const bestRank = (group: readonly PaletteEntry[]) => Math.min(...group.map(titleRank))
  // Without a search text all ranks are equal, so the kinds keep their order.
  return (text === '' ? sorted : sorted.toSorted((a, b) => bestRank(a) - bestRank(b))).flat()
}
