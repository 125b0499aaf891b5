import { dirname } from 'node:path'
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
 * Says of all that is loaded later that `entry` was loaded before it. What they share with it stays
 * in one file then; esbuild would make a file for every set of modules that share something.
 */
export const afterEntry = (entry: string): Plugin => ({
  name: 'after-entry',
  setup(build) {
    const namespace = 'later'
    const looked = { looked: true }
    build.onResolve({ filter: /^\./ }, async ({ path, kind, pluginData, ...from }) => {
      if (kind !== 'dynamic-import' || pluginData === looked) return undefined
      const found = await build.resolve(path, { ...from, kind, pluginData: looked })
      return found.path === entry || found.external ? found : { path: found.path, namespace }
    })
    build.onLoad({ filter: /./, namespace }, ({ path }) => {
      const first = `import ${JSON.stringify(entry)}`
      return {
        contents: `${first}\nexport * from ${JSON.stringify(path)}`,
        resolveDir: dirname(path),
      }
    })
  },
})
