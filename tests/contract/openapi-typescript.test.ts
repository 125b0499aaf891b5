import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openApi } from '../../contract/openapi/document.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

/** Code that uses the types; the marked line must not compile. */
const consumer = `
  import type { operations, paths } from './platform.ts'
  type Login = paths['/api/auth/login']['post']['requestBody']['content']['application/json']
  export const login: Login = { email: 'demo@example.com', password: 'demo-password' }
  type Agents = operations['agents.list']['responses'][200]['content']['application/json']
  export const names = (page: Agents): readonly string[] => page.items.map(({ name }) => name)
  // @ts-expect-error A login needs a password.
  export const none: Login = { email: 'demo@example.com' }
`

it.runIf(hasToolchain('openapi-typescript'))(
  'openapi-typescript reads the OpenAPI document without a warning, and its types compile and fit',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    const run = (program: string, ...args: readonly string[]) =>
      promisify(execFile)(process.execPath, [join(toolchains, program), ...args], { cwd: folder })
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApi()))
    const cli = 'openapi-typescript/bin/cli.js'
    const { stdout, stderr } = await run(cli, 'openapi.json', '--output', 'platform.ts')
    expect(`${stdout}${stderr}`).not.toMatch(/warn|error/i)
    expect(await readFile(join(folder, 'platform.ts'), 'utf8')).toContain('"agents.list"')
    await writeFile(join(folder, 'consumer.ts'), consumer)
    const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--module', 'esnext']
    await run('typescript/bin/tsc', ...strict, '--moduleResolution', 'bundler', 'consumer.ts')
    await rm(folder, { recursive: true })
  },
  120_000,
)
