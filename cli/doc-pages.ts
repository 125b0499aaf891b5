import { readdirSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot, schemaNames } from './schema-line.ts'

/** The folder of the documentation in the package or in a clone of the repository. */
const docsFolder = () => join(packageRoot(), 'docs')

const isPage = (name: string) => name.endsWith('.md')

/** The path of the file of a page with a name such as `start/frontend`. */
export const docFile = (page: string): string => join(docsFolder(), `${page}.md`)

/** The folders of pages; `''` is docs/. `decisions` is left out: only developers need it. */
const pageFolders = ['', 'start/']

/** The names of the pages of the documentation and of the JSON Schemas in the package. */
export const docPages = (): readonly string[] => [
  ...pageFolders.flatMap((name) =>
    readdirSync(join(docsFolder(), name))
      .filter(isPage)
      .toSorted()
      .map((page) => name + page),
  ),
  'openapi.json',
  ...schemaNames.map((name) => `${name}.schema.json`).toSorted(),
]

/** Copies the pages and their index `llms.txt` to a folder. */
export async function copyDocs(target: string): Promise<void> {
  for (const name of [...docPages().filter(isPage), 'llms.txt'])
    await cp(join(docsFolder(), name), join(target, name))
}

/** The text of a page or schema. `name` must be one of `docPages()`. */
export const readDocPage = (name: string): string =>
  readFileSync(
    name.endsWith('.schema.json')
      ? join(packageRoot(), 'schemas', name.replace('.schema', ''))
      : isPage(name)
        ? join(docsFolder(), name)
        : new URL(`../generated/${name}`, import.meta.url),
    'utf8',
  )
