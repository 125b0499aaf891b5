import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { Miniflare } from './miniflare.ts'

/** The settings of a `wrangler.jsonc` that the examples use. */
type WranglerConfig = {
  readonly main: string
  readonly compatibility_date: string
  readonly compatibility_flags: string[]
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[]
  }
  readonly migrations: readonly { readonly new_sqlite_classes: readonly string[] }[]
  readonly assets: {
    readonly directory: string
    readonly binding: string
    readonly run_worker_first: boolean
  }
}

/** Runs a project as Wrangler would. `installed` is the folder in which its packages are installed. */
export async function startWranglerProject(folder: string, installed: string) {
  const config = await readConfig(join(folder, 'wrangler.jsonc'))
  const { outputFiles } = await build({
    entryPoints: [join(folder, config.main)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
  })
  const isSql = (name: string) =>
    config.migrations.some(({ new_sqlite_classes: names }) => names.includes(name))
  const runtime = new Miniflare({
    modules: true,
    script: outputFiles[0]?.text ?? '',
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    host: '127.0.0.1',
    port: 0,
    durableObjects: Object.fromEntries(
      config.durable_objects.bindings.map(({ name, class_name: className }) => [
        name,
        { className, useSQLite: isSql(className) },
      ]),
    ),
    assets: {
      directory: join(installed, config.assets.directory),
      binding: config.assets.binding,
      routerConfig: {
        has_user_worker: true,
        invoke_user_worker_ahead_of_assets: config.assets.run_worker_first,
      },
    },
  })
  return {
    url: (await runtime.ready).origin,
    compatibilityDate: config.compatibility_date,
    [Symbol.asyncDispose]: () => runtime.dispose(),
  }
}

/** Reads JSON with whole-line comments and trailing commas. */
async function readConfig(file: string): Promise<WranglerConfig> {
  const text = await readFile(file, 'utf8')
  const json = text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(\s*[}\]])/g, '$1')
  return JSON.parse(json) as WranglerConfig
}
