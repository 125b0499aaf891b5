import { readdirSync, readFileSync } from 'node:fs'

/** A folder of the package; in a clone, the pages are in `docs` and the schemas in `generated`. */
const folder = (name: string) => new URL(`../${name}/`, import.meta.url)

const isPage = (name: string) => name.endsWith('.md')
const isSchema = (name: string) => /^([\w.]+\.schema|openapi)\.json$/.test(name)

/** The names of the pages of the documentation and of the JSON Schemas in the package. */
export const docPages = (): readonly string[] => [
  ...readdirSync(folder('docs')).filter(isPage).toSorted(),
  ...readdirSync(folder('generated')).filter(isSchema).toSorted(),
]

/** The text of a page or schema. `name` must be one of `docPages()`. */
export const readDocPage = (name: string): string =>
  readFileSync(new URL(name, folder(isPage(name) ? 'docs' : 'generated')), 'utf8')
