import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = process.cwd()

/** What somebody would write who has just installed the package. */
const consumer = `
  import { createFake, readProfile, type Fake } from 'understudy'
  import { handlers } from 'understudy/msw'
  import { browserKeeper } from 'understudy/browser'
  import { listen } from 'understudy/node'
  import { runConformance, exitCode } from 'understudy/conformance'
  import type { ConformanceTestOptions } from 'understudy/conformance/vitest'
  import { choices, limits } from 'understudy/contract'
  import { sweep } from 'understudy/sweep'
  import demo from 'understudy/fixtures/demo.json' with { type: 'json' }
  import scenarios from 'understudy/scenarios.json' with { type: 'json' }
  import type { Fixture, Scenario } from 'understudy'

  const fake: Fake = createFake({
    fixture: demo as unknown as Fixture,
    scenarios: scenarios as unknown as Scenario[],
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
    keeps: typeof browserKeeper,
    lifetime: limits.accessTokenSeconds,
    sweeps: typeof sweep,
    strict: strictly.strict,
  }))
`

describe('the package, installed elsewhere', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-'))
    const { stdout } = await run('npm', [
      'pack',
      '--silent',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    ])
    const installed = join(folder, 'node_modules/understudy')
    await mkdir(installed, { recursive: true })
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', installed, '--strip-components=1'])
    // Its dependencies, as an installer would put them beside it.
    await symlink(resolve(root, 'node_modules'), join(installed, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'consumer.ts'), consumer)
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('runs: the fake, its mounts, the judge and the data', async () => {
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

  it('has types that a strict consumer can compile against', async () => {
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--resolveJsonModule',
      '--types',
      'node',
      '--typeRoots',
      resolve(root, 'node_modules/@types'),
    ]
    const compile = run(
      process.execPath,
      [resolve(root, 'node_modules/typescript/bin/tsc'), ...options, 'consumer.ts'],
      { cwd: folder },
    )
    await expect(compile).resolves.toMatchObject({ stdout: '' })
  })

  it('brings the commands', async () => {
    const command = join(folder, 'node_modules/understudy/dist/cli/understudy.js')
    const { stdout } = await run(process.execPath, [command, 'serve', '--help'])
    expect(stdout).toContain('--port N')
    // It looks for MSW where the application is: there is none.
    await expect(run(process.execPath, [command, 'init', folder])).rejects.toThrow(
      `There is no MSW for ${folder}`,
    )
  })
})
