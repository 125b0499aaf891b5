import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Plugin } from 'esbuild'

/** Leaves the commands of these names to a bundle of their own beside this one. */
export const elsewhere = (names: readonly string[]): Plugin => ({
  name: 'elsewhere',
  setup(build) {
    const filter = new RegExp(`^\\./(${names.join('|')})\\.ts$`)
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace(/ts$/, 'js'), external: true } : undefined,
    )
  },
})

/**
 * Says that these modules are loaded in this order, before all else that is loaded later. What all
 * share with one of them stays in one file with it; esbuild would make a file for every set of
 * modules that share something.
 */
export const inOrder = (first: readonly string[]): Plugin => ({
  name: 'in-order',
  setup(build) {
    const namespace = 'later'
    const looked = { looked: true }
    build.onResolve({ filter: /^\./ }, async ({ path, kind, pluginData, ...from }) => {
      if (kind !== 'dynamic-import' || pluginData === looked) return undefined
      const found = await build.resolve(path, { ...from, kind, pluginData: looked })
      return found.external ? found : { path: found.path, namespace }
    })
    build.onLoad({ filter: /./, namespace }, ({ path }) => {
      const before = first.includes(path) ? first.slice(0, first.indexOf(path)) : first
      const imports = before.map((one) => `import ${JSON.stringify(one)}\n`)
      return {
        contents: `${imports.join('')}export * from ${JSON.stringify(path)}`,
        resolveDir: dirname(path),
      }
    })
  },
})

/**
 * Leaves out the files that only pass on what another one has, and leads to that one at once: esbuild
 * makes one for each module that is loaded later and shared, and each costs a millisecond.
 */
export const straight: Plugin = {
  name: 'straight',
  setup(build) {
    build.initialOptions.write = false
    build.onEnd(async ({ outputFiles = [] }) => {
      const goals = new Map(
        outputFiles.map(({ path, text }) => [basename(path), passedOn(text)] as const),
      )
      const written = outputFiles.map(async ({ path, text }) => {
        if (goals.get(basename(path)) !== undefined) return
        const led = text.replaceAll(/import\("\.\/([^"]+)"\)/g, (call, name: string) => {
          const goal = goals.get(name)
          return goal === undefined ? call : `import("./${goal}")`
        })
        await mkdir(dirname(path), { recursive: true })
        // As esbuild does for what begins with the program that runs it.
        await writeFile(path, led, { mode: led.startsWith('#!') ? 0o755 : 0o644 })
      })
      await Promise.all(written)
    })
  },
}

/** The file beside it whose exports a file passes on under the same names, if it does nothing else. */
function passedOn(text: string): string | undefined {
  const [, taken, from, given] =
    /^(?:const .*\n)?(?:import"[^"]*";)*import\{([^}]*)\}from"\.\/([^"]*)";(?:import"[^"]*";)*export\{([^}]*)\};\n$/.exec(
      text,
    ) ?? []
  return taken === given ? from : undefined
}
