import { UsageError } from '../command-line.ts'
import type { ServeOptions } from './flags.ts'

const { existsSync } = process.getBuiltinModule('node:fs')
const { join } = process.getBuiltinModule('node:path')

/** The flags that play the folder of an import. Throws `UsageError` if it has no fixture. */
export function withFolder(flags: ServeOptions, folder: string): ServeOptions {
  const path = (name: string) => join(folder, name)
  const existing = (name: string) => (existsSync(path(name)) ? path(name) : undefined)
  if (existing('fixture.yaml') === undefined)
    throw new UsageError(
      `--from ${folder} has no fixture.yaml: write it with agent-understudy import FILE.har --out ${folder}.`,
    )
  return {
    ...flags,
    fixture: path('fixture.yaml'),
    scenarios: existing('scenarios'),
    profile: existing('profile') ?? flags.profile,
  }
}
