import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isProving } from './proving.ts'

/** Where tools are installed that only `npm run prove` tries. */
export const toolchains = resolve('tests/toolchains/node_modules')

/**
 * Whether these tools are to be tried: `npm run prove` runs, and they are installed. If they are
 * not, it says which.
 */
export function hasToolchain(...names: readonly string[]): boolean {
  const missing = names.filter((name) => !existsSync(join(toolchains, name)))
  if (isProving && missing.length > 0)
    process.stderr.write(
      `Not tried: ${missing.join(', ')}. Run \`npm ci --prefix tests/toolchains\` first.\n`,
    )
  return isProving && missing.length === 0
}
