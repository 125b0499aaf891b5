import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * Whether the package is on the registry. On the day of the first release, make this true and run
 * `npm run build`: it rewrites all pages that install the package.
 */
const isPublished: boolean = false

const archive = '../understudy/agent-understudy.tgz'
/** The package in the install commands of the pages. */
export const packageSpec = isPublished ? 'agent-understudy' : archive

/** The line that makes the archive, in a clone beside the project. */
const packLine = /^\(cd \.\.\/understudy && npm ci && npm run pack\).*\n/gm
/** Sentences about the archive. */
const untilRelease = /^<!-- until the first release -->\n.*?^<!-- end -->\n\n?/gms

/** The pages that install the package. */
export const installPages = (): readonly string[] => [
  'README.md',
  ...globSync('docs/{,start/}*.md'),
  ...globSync('examples/*/README.md'),
]

/** A page as it is once the package is on the registry. */
export const afterRelease = (page: string): string =>
  page.replaceAll(untilRelease, '').replaceAll(packLine, '').replaceAll(archive, 'agent-understudy')

/** Rewrites the pages, if the package is on the registry. */
export async function writeInstallLines(): Promise<void> {
  if (!isPublished) return
  for (const page of installPages())
    await writeFile(page, afterRelease(await readFile(page, 'utf8')))
}
