import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Pages that a build, a test or a measurement generates. */
const generated = new Set(
  ['api', 'benchmarks', 'choices', 'commands', 'coverage', 'mounts', 'operations', 'security'].map(
    (name) => `docs/${name}.md`,
  ),
)

/** Pages that people write, without the decisions. */
const pages = ['README.md', ...globSync('docs/{,start/,site/}*.md')].filter(
  (page) => !generated.has(page),
)

/** The text of a page without samples, comments and link addresses. */
const proseOf = (page: string): string =>
  readFileSync(page, 'utf8')
    .replaceAll(/^\s*```.*?^\s*```\s*$/gms, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/\]\([^)]*\)/g, ']')

const wordsOf = (text: string): readonly string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word))

const wordCount = (page: string): number => wordsOf(proseOf(page)).length

/** Paragraphs, list items and table rows, each as words. */
const paragraphsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:\||- |\d+\. ))/)
    .map((part) => wordsOf(part.toLowerCase().replaceAll(/[^\p{L}\d\s]/gu, '')))

/** From this number of equal consecutive words on, a text counts as repeated. */
const runLength = 8
const runsOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.slice(runLength - 1).map((_, at) => words.slice(at, at + runLength).join(' ')))

/** Pairs of paragraphs in which one repeats half of the other. */
function repetitions(texts: ReadonlyMap<string, string>): string[] {
  const paragraphs = [...texts].flatMap(([page, text]) =>
    paragraphsOf(text)
      .map((words) => ({ page, words, runs: runsOf(words) }))
      // Shorter paragraphs are only pointers, such as a link to the installation.
      .filter(({ words }) => words.length >= 2 * runLength),
  )
  const places = new Map<string, number[]>()
  for (const [index, { runs }] of paragraphs.entries())
    for (const run of runs) places.set(run, [...(places.get(run) ?? []), index])
  const shared = new Map<string, number>()
  for (const indices of places.values())
    for (const [at, first] of indices.entries())
      for (const second of indices.slice(at + 1)) {
        const pair = `${first} ${second}`
        shared.set(pair, (shared.get(pair) ?? 0) + 1)
      }
  return [...shared].flatMap(([pair, count]) => {
    const [first, second] = pair.split(' ').map((index) => paragraphs[Number(index)]!)
    const least = Math.min(first!.runs.size, second!.runs.size)
    const start = second!.words.slice(0, runLength).join(' ')
    return count * 2 < least ? [] : [`${first!.page} and ${second!.page}: ${start} …`]
  })
}

describe('the length of the documentation', () => {
  it('the written pages have at most 31,120 words, and each at most 2,000', () => {
    const long = [...pages, 'CONTRIBUTING.md'].filter((page) => wordCount(page) > 2000)
    expect(long).toEqual([])
    const total = pages.reduce((sum, page) => sum + wordCount(page), 0)
    expect(total).toBeLessThanOrEqual(31_120)
  })

  it('the README has at most 1,000 words, with its samples', () => {
    expect(readFileSync('README.md', 'utf8').split(/\s+/).length).toBeLessThanOrEqual(1000)
  })
})

describe('what the documentation says twice', () => {
  it('no paragraph of the documentation repeats another paragraph', () => {
    expect(repetitions(new Map(pages.map((page) => [page, proseOf(page)])))).toEqual([])
  })

  it('a paragraph that repeats another one is found, also with words around it', () => {
    const first =
      'The fake keeps every record of a world in memory, and writes it to disk only on request.'
    const second = `Note this: ${first.toLowerCase()} So a restart forgets it.`
    const texts = new Map([
      ['a.md', `# A\n\n${first}\n`],
      ['b.md', `# B\n\nSomething else.\n\n${second}\n`],
    ])
    expect(repetitions(texts)).toEqual([
      'a.md and b.md: note this the fake keeps every record of …',
    ])
  })
})
