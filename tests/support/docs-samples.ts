import { globSync, readFileSync } from 'node:fs'

/** A code sample of a page. */
export type Sample = {
  /** The page and the number of the sample on it, such as `docs/msw.md#2`. */
  readonly name: string
  readonly page: string
  readonly language: string
  readonly code: string
}

/** The pages that show how to use the package. */
const pages = ['README.md', ...globSync('docs/{,start/}*.md'), ...globSync('examples/*/README.md')]

const samplesIn = (page: string): readonly Sample[] =>
  Array.from(
    readFileSync(page, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms),
    ([, language = '', code = ''], index) => ({
      name: `${page}#${index + 1}`,
      page,
      language,
      code,
    }),
  )

/** All samples of a language, in the order of the pages. */
export const samplesOf = (...languages: readonly string[]): readonly Sample[] =>
  pages
    .toSorted()
    .flatMap(samplesIn)
    .filter(({ language }) => languages.includes(language))
