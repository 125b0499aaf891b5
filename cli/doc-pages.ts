import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot, schemaNames } from './schema-line.ts'

/** The URL of a folder at the top level of the package or of a clone of the repository. */
const folder = (name: string) => new URL(`../${name}/`, import.meta.url)

const isPage = (name: string) => name.endsWith('.md')

/** The path of the file of a page with a name such as `start/frontend`. */
export const docFile = (page: string): string =>
  fileURLToPath(new URL(`${page}.md`, folder('docs')))

/** The folders of pages; `''` is docs/. `decisions` is left out: only developers need it. */
const pageFolders = ['', 'start/']

/** The names of the pages of the documentation and of the JSON Schemas in the package. */
export const docPages = (): readonly string[] => [
  ...pageFolders.flatMap((name) =>
    readdirSync(new URL(name, folder('docs')))
      .filter(isPage)
      .toSorted()
      .map((page) => name + page),
  ),
  'openapi.json',
  ...schemaNames.map((name) => `${name}.schema.json`).toSorted(),
]

/** The text of a page or schema. `name` must be one of `docPages()`. */
export const readDocPage = (name: string): string =>
  readFileSync(
    name.endsWith('.schema.json')
      ? join(packageRoot(), 'schemas', name.replace('.schema', ''))
      : new URL(name, folder(isPage(name) ? 'docs' : 'generated')),
    'utf8',
  )
