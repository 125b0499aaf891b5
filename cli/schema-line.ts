import { foldersAbove } from '../contract/authoring/config/find-config.ts'

const { existsSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { dirname, join, relative, resolve } = process.getBuiltinModule('node:path')

/** The files that the package has a JSON Schema for. */
export const schemaNames = [
  'scenario',
  'profile',
  'fixture',
  'baseline',
  'tolerance-baseline',
  'config',
  'report',
] as const
export type SchemaName = (typeof schemaNames)[number]

/** The folder of this package. */
export const packageRoot = (): string =>
  dirname(createRequire(import.meta.url).resolve('agent-understudy/package.json'))

/**
 * Returns the comment by which editors find the JSON Schema of a YAML file, with a line break.
 * Editors read the schema from disk, so its path leads into the package as installed in the project
 * of the file. If it is not installed there, `npm install agent-understudy` makes the path valid.
 */
export const schemaLine = (name: SchemaName, file?: string): string =>
  `# yaml-language-server: $schema=${schemaPath(name, file)}\n`

/** The path of a schema, relative to the folder of a file (default: the working folder). */
function schemaPath(name: SchemaName, file: string | undefined): string {
  const folder = file === undefined ? process.cwd() : dirname(resolve(file))
  const above = foldersAbove(folder)
  const installed = above
    .flatMap((one) => (one === packageRoot() ? [one] : [join(one, inProject)]))
    .find((one) => existsSync(join(one, 'schemas')))
  const project = above.find((one) => existsSync(join(one, 'package.json'))) ?? folder
  const path = relative(folder, join(installed ?? join(project, inProject), 'schemas'))
  const fromFolder = path.startsWith('.') ? path : `./${path}`
  return `${fromFolder.replaceAll('\\', '/')}/${name}.json`
}

const inProject = join('node_modules', 'agent-understudy')
