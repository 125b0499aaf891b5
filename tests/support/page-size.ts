import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** A file of a bundle. */
type Chunk = { readonly name: string; readonly gzip: number; readonly imports: readonly string[] }

/** A bundle of a page, written to a folder from which it can run. */
export type PageBundle = {
  readonly chunks: ReadonlyMap<string, Chunk>
  readonly inputs: readonly string[]
  /** The chunks that a page loads before it runs. */
  readonly atOnce: ReadonlySet<string>
  readonly url: string
}

// Each chunk reports that it runs; this line is not counted.
const markLoaded = (page: string) =>
  `(globalThis[${JSON.stringify(page)}]??=[]).push(import.meta.url);`
/** A stub: MSW is a dependency of the app, and the app does not call it here. */
const msw = 'data:text/javascript,export class HttpHandler {}'

/** Bundles a page like an app. Each chunk reports its start in the global `name`. */
export async function bundlePage(name: string, page: string): Promise<PageBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-page-'))
  const banner = markLoaded(name)
  const { metafile, outputFiles } = await build({
    stdin: { contents: page, resolveDir: process.cwd(), loader: 'ts', sourcefile: 'page.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    external: ['msw'],
    banner: { js: banner },
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      basename(path),
      output.imports
        .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
        .map(({ path: imported }) => basename(imported)),
    ]),
  )
  const chunks = new Map<string, Chunk>()
  for (const { path, text } of outputFiles) {
    const chunk = basename(path)
    const gzip = gzipSync(text.replace(banner, ''), { level: 9 }).length
    chunks.set(chunk, { name: chunk, gzip, imports: imports.get(chunk) ?? [] })
    await writeFile(path, text.replace(/from\s*"msw"/, `from "${msw}"`))
  }
  return {
    chunks,
    inputs: Object.keys(metafile.inputs),
    atOnce: reachedFrom('stdin.js', chunks),
    url: pathToFileURL(join(folder, 'stdin.js')).href,
  }
}

function reachedFrom(first: string, chunks: PageBundle['chunks']): Set<string> {
  const reached = new Set([first])
  for (const name of reached) for (const next of chunks.get(name)?.imports ?? []) reached.add(next)
  return reached
}

/** The chunks that a page has loaded so far. */
export const loadedOf = (name: string): ReadonlySet<string> =>
  new Set(((globalThis as Record<string, unknown>)[name] as string[]).map((url) => basename(url)))

/** The size of these chunks in KB, gzipped one by one. */
export const kilobytes = ({ chunks }: PageBundle, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + (chunks.get(name)?.gzip ?? 0), 0) / 1000
