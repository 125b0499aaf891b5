import { globSync, readFileSync } from 'node:fs'
import { transform } from 'esbuild'

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

/** Runs a sample unchanged, as the body of an async function. `modules` are its imports. */
export async function runSample(
  sample: string,
  modules: Readonly<Record<string, unknown>>,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { code } = await transform(sample, { loader: 'ts' })
  const body = code
    .replace(/^import (\w+) from "([^"]+)".*$/gm, 'const $1 = modules["$2"].default')
    .replace(/^import (\{[^}]*\}) from "([^"]+)".*$/gm, 'const $1 = modules["$2"]')
  const names = Object.keys(globals)
  const run = new Function('modules', ...names, `return (async () => {${body}})()`)
  await (run as (...given: unknown[]) => Promise<void>)(modules, ...Object.values(globals))
}
