import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * Whether the package is on the registry. On the day of the first release, make this true and run
 * `npm run build`: it rewrites all pages that install the package.
 */
const isPublished: boolean = false

const archivePath = '../understudy/agent-understudy.tgz'
/** The name of the package, or the path of its archive, for install commands in the pages. */
export const packageSpec = isPublished ? 'agent-understudy' : archivePath

/** Matches the command line of a page that creates the archive in a clone next to the project. */
const packLine = /^\(cd \.\.\/understudy && npm ci && npm run pack\).*\n/gm
/** Matches parts of a page that are only true until the first release. */
const preReleasePart = /^<!-- until the first release -->\n.*?^<!-- end -->\n\n?/gms

/** The paths of the pages with install commands. */
export const installPages = (): readonly string[] => [
  'README.md',
  ...globSync('docs/{,start/}*.md'),
  ...globSync('examples/*/README.md'),
]

/** Rewrites the text of a page for a package that is on the registry. */
export const toReleasedPage = (page: string): string =>
  page
    .replaceAll(preReleasePart, '')
    .replaceAll(packLine, '')
    .replaceAll(archivePath, 'agent-understudy')

/** Rewrites all pages with install commands, if the package is on the registry. */
export async function writeInstallLines(): Promise<void> {
  if (!isPublished) return
  for (const page of installPages())
    await writeFile(page, toReleasedPage(await readFile(page, 'utf8')))
}
