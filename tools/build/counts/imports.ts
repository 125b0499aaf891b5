import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { productFiles } from './lines.ts'

/** The imports of a file: paths from the root of the repository, and names of packages. */
export function importsOf(path: string, text: string): string[] {
  const names = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...names].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(path), name) : name,
  )
}

/**
 * The files that import the rows of a table, such as operations, checks, mutants and commands. A
 * file that only a table imports is not listed, because each row may have its own file.
 */
const tableModules = [
  'cli/commands.ts',
  'cli/serve/lazy-routes.ts',
  'conformance/calibrate/observers.ts',
  'conformance/checks/all-checks.ts',
  'conformance/mutants/all-mutants.ts',
  'console/app/routes.ts',
  'contract/choices.ts',
  'contract/rules.ts',
  'mocks/control/control-functions.ts',
  'mocks/server/routes.ts',
]

/** Finds product files that exactly one other file of the product imports. */
export function filesWithOneImporter() {
  const files = productFiles()
  const importers = new Map<string, string[]>()
  for (const path of files)
    for (const name of new Set(importsOf(path, readFileSync(path, 'utf8'))))
      importers.set(name, [...(importers.get(name) ?? []), path])
  const one = files.flatMap((path) => {
    const [importer, ...others] = importers.get(path) ?? []
    return importer === undefined || others.length > 0 ? [] : [{ path, importer }]
  })
  const alone = one.filter(({ importer }) => !tableModules.includes(importer))
  return { files: files.length, rows: one.length - alone.length, alone }
}
