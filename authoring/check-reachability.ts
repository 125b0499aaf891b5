import type { CompiledScript } from './dialogues.ts'
import type { Problem } from './problem.ts'
import type { Path } from './yaml.ts'
import { patternOf, type Query, queriesOf } from '../contract/scripts/queries.ts'

/** A query of an earlier script. */
type Earlier = {
  readonly words: readonly string[]
  readonly draft: CompiledScript
  readonly path: Path
}

/** The queries of earlier scripts, indexed to find a query that covers a later one. */
class Catalogue {
  /** A trie of words; its leaves are the queries that contain the word. */
  readonly #trie: Node = { next: new Map(), ending: [] }
  readonly #patterns = new Map<string, Earlier>()
  /** A script that matches any query. */
  #anything: Earlier | undefined

  /** Returns an earlier query that covers this one: it matches every text that this one matches. */
  covering(query: Query | undefined): Earlier | undefined {
    if (this.#anything !== undefined || query === undefined) return this.#anything
    const pattern = patternOf(query)
    if (pattern !== undefined) return this.#patterns.get(pattern)
    const texts = wordsOf(query)
    for (const text of texts)
      for (const found of this.#within(text))
        if (found.words.every((word) => texts.some((one) => one.includes(word)))) return found
    return undefined
  }

  add(query: Query | undefined, draft: CompiledScript, path: Path): void {
    const pattern = query === undefined ? undefined : patternOf(query)
    const words = query === undefined || pattern !== undefined ? [] : wordsOf(query)
    const earlier = { words, draft, path }
    if (query === undefined) this.#anything ??= earlier
    else if (pattern !== undefined) this.#patterns.set(pattern, earlier)
    else {
      const rarest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
      let node = this.#trie
      for (const letter of rarest) {
        const next = node.next.get(letter) ?? { next: new Map(), ending: [] }
        node.next.set(letter, next)
        node = next
      }
      node.ending.push(earlier)
    }
  }

  *#within(text: string): Generator<Earlier> {
    const letters = [...text]
    for (let from = 0; from < letters.length; from++) {
      let node: Node | undefined = this.#trie
      for (let at = from; node !== undefined && at < letters.length; at++) {
        node = node.next.get(letters[at] ?? '')
        if (node !== undefined) yield* node.ending
      }
    }
  }
}

type Node = { readonly next: Map<string, Node>; readonly ending: Earlier[] }

const wordsOf = (query: Query) =>
  (typeof query === 'string' ? [query] : query.all).map((word) => word.toLowerCase())

/** Checks that every script can be chosen, in the order in which scripts are tried. */
export function checkReachability(drafts: readonly CompiledScript[]): readonly Problem[] {
  const catalogues = new Map<string, Catalogue>()
  return drafts.flatMap((draft): readonly Problem[] => {
    const { query: _query, endpoint, ...conditions } = draft.script.match
    const told = Object.entries(conditions).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const levels = [endpoint].flat().map((one) => {
      const key = JSON.stringify([one, told])
      const catalogue = catalogues.get(key) ?? new Catalogue()
      catalogues.set(key, catalogue)
      return catalogue
    })
    const queries: readonly (readonly [Query | undefined, Path])[] = queriesOf(draft.script)
    const own = queries.length === 0 ? ([[undefined, ['match']]] as const) : queries
    const covered = own.map(([query, path]) => {
      const found = levels.map((level) => level.covering(query))
      // On an endpoint without an earlier covering query, this query can be reached.
      return { query, path, by: found.every((one) => one !== undefined) ? found[0] : undefined }
    })
    for (const [query, path] of own) for (const level of levels) level.add(query, draft, path)
    return problemsOf(draft, covered)
  })
}

type Covered = {
  readonly query: Query | undefined
  readonly path: Path
  readonly by: Earlier | undefined
}

function problemsOf(
  { script, where }: CompiledScript,
  covered: readonly Covered[],
): readonly Problem[] {
  const same = covered.filter(({ query, by }) => by !== undefined && isSame(query, by))
  const [first] = covered
  if (
    first?.by !== undefined &&
    covered.every(({ by }) => by !== undefined) &&
    same.length < covered.length
  ) {
    const { draft, path } = first.by
    const says = `"${script.name}" is never chosen: "${draft.script.name}" comes first and matches everything that it matches (${draft.where(path)}); make its match more specific, or rename its file so that it comes first`
    return [{ place: where(['match']), rule: 'unreachable', says }]
  }
  return same.flatMap(({ query, path, by }) => {
    if (by === undefined) return []
    const what = query === undefined ? 'any query' : showQuery(query)
    const says = `"${by.draft.script.name}" also matches ${what} (${by.draft.where(by.path)}); change one of the two, or add a condition to one`
    return [{ place: where(path), rule: 'same-call' as const, says }]
  })
}

const isSame = (query: Query | undefined, { words, draft, path }: Earlier) => {
  const other = queriesOf(draft.script).find(([, at]) => at.join() === path.join())?.[0]
  if (query === undefined || other === undefined) return query === other
  return patternOf(query) === undefined
    ? wordsOf(query).toSorted().join('\n') === words.toSorted().join('\n')
    : query === other
}

const showQuery = (query: Query) =>
  typeof query === 'string' ? `"${query}"` : query.all.map((word) => `"${word}"`).join(' and ')
