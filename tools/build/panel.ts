import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The files of the console pages that need a server: their routes have the flag `needsServer`. */
async function serverPages(): Promise<readonly string[]> {
  const routes = await readFile(`${root}console/app/routes.ts`, 'utf8')
  const flagged = routes.matchAll(/needsServer: true,\s+load: [^']*'\.\.\/([^']+)'/g)
  const pages = Array.from(flagged, ([, page = '']) => `/console/${page}`)
  if (pages.length === 0) throw new Error('No route of the console has the flag `needsServer`.')
  return pages
}

/**
 * Builds the console as one function, `startConsole(window)`, for pages that run a fake themselves.
 * The function is part of the page's code, so it needs no URL and no permission of a content
 * security policy. It takes all browser globals, such as `document`, from the given window.
 */
export async function buildPanel(config: InlineConfig, file: string): Promise<void> {
  const leftOut = [...(await serverPages()), '/console/pages/traffic/reading/turn-script.ts']
  const built = await build({
    ...config,
    plugins: [
      {
        name: 'leave-out-server-pages',
        load: (id) =>
          leftOut.some((page) => id.endsWith(page)) ? `throw new Error('${id}')` : undefined,
      },
    ],
    build: {
      ...config.build,
      write: false,
      license: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssCodeSplit: false,
      rolldownOptions: {
        // No warning about an empty `import.meta.url`: it is only used for URLs of files.
        checks: { emptyImportMeta: false, missingNameOptionForIifeExport: false },
        input: `${root}console/main.tsx`,
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  const script = output.find((part) => part.type === 'chunk')?.code ?? ''
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))
  const css = style?.type === 'asset' ? String(style.source) : ''
  const names = await browserGlobalsIn(script)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(
    file,
    `export const style=${JSON.stringify(withoutFonts(css))}
export function startConsole(window){const globalThis=window,self=window,{${names.join(',')}}=window;
${script}}
`,
  )
}

/** Removes the fonts, which are larger than all other parts. The panel uses fonts of the system. */
const withoutFonts = (css: string) => css.replaceAll(/@font-face\s*\{[^}]*\}/g, '')

/** The names of the browser globals in a script, which have to come from the given window. */
async function browserGlobalsIn(script: string): Promise<readonly string[]> {
  const [lib] = globSync(`${root}node_modules/@typescript/*/lib/lib.dom.d.ts`)
  if (lib === undefined)
    throw new Error(
      'The installed `typescript` lacks lib.dom.d.ts, which lists what browsers declare.',
    )
  const declared = (await readFile(lib, 'utf8')).matchAll(/^declare (?:var|function) (\w+)/gm)
  const usedNames = new Set(script.match(/(?<![\w$.])[A-Za-z]\w+/g))
  const ownNames = new Set(['window', 'self', 'globalThis'])
  return [...new Set(Array.from(declared, ([, name = '']) => name))].filter(
    (name) => usedNames.has(name) && !ownNames.has(name),
  )
}
