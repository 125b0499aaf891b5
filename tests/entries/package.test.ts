import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedPackage, packedPackage } from '../support/installed-package.ts'

const run = promisify(execFile)

/** Typical first code of a user of the package. */
const consumer = `
  import { createFake, readProfile, type Fake } from 'agent-understudy'
  import { handlers } from 'agent-understudy/msw'
  import { browserStorage } from 'agent-understudy/browser'
  import { listen } from 'agent-understudy/node'
  import { runConformance, exitCode } from 'agent-understudy/conformance'
  import type { ConformanceTestOptions } from 'agent-understudy/conformance/vitest'
  import { choices, limits } from 'agent-understudy/contract'
  import { sweep } from 'agent-understudy/sweep'
  import demo from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
  import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }

  const fake: Fake = createFake({
    fixture: demo,
    scenarios,
    profile: readProfile({ picks: { 'lists.default-size': { items: 3 } } }),
  })
  const { url, close } = await listen(fake)
  const report = await runConformance({
    target: { baseUrl: url, email: 'demo@example.com', password: 'demo-password' },
    plan: 'smoke',
    only: ['lists.*'],
  })
  const strictly: Pick<ConformanceTestOptions, 'strict'> = { strict: true }
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  await close()
  console.log(JSON.stringify({
    failed,
    exit: exitCode(report),
    choices: Object.keys(choices).length,
    handlers: handlers(fake).length,
    keeps: typeof browserStorage,
    lifetime: limits.accessTokenSeconds,
    sweeps: typeof sweep,
    strict: strictly.strict,
  }))
`

describe('the installed package', () => {
  let folder: string
  beforeAll(async () => {
    folder = await installedPackage('msw')
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'consumer.ts'), consumer)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('a program can use the fake, its mounts, the suite and the data of the installed package', async () => {
    const { stdout } = await run(process.execPath, ['consumer.ts'], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({
      failed: ['lists.size-is-20-by-default'],
      exit: 1,
      choices: expect.any(Number),
      handlers: 1,
      keeps: 'function',
      lifetime: 7200,
      sweeps: 'function',
      strict: true,
    })
  })

  it('the installed package has no script that npm runs, or warns about, during an installation', async () => {
    const manifest = await readFile(
      join(folder, 'node_modules/agent-understudy/package.json'),
      'utf8',
    )
    const { scripts } = JSON.parse(manifest) as { readonly scripts: object }
    const atInstallation = ['preinstall', 'install', 'postinstall', 'prepare']
    expect(Object.keys(scripts).filter((name) => atInstallation.includes(name))).toEqual([])
  })

  it('the installed package has working commands', async () => {
    const command = join(folder, 'node_modules/agent-understudy/dist/cli/understudy.js')
    const { stdout } = await run(process.execPath, [command, 'serve', '--help'])
    expect(stdout).toContain('--port N')
    const { stdout: printed } = await run(process.execPath, [command, 'init', folder])
    expect(printed).toContain('Copied mockServiceWorker.js')
  })
  it('publint finds no mistake in the archive of the package', async () => {
    const tarball = new Uint8Array(await packedPackage()).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: 'warning' })
    expect(pkg).toMatchObject({ name: 'agent-understudy' })
    expect(messages).toEqual([])
  })
})
