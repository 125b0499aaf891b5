import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { nodeProblem } from '../../cli/node-version.ts'

const command = 'dist/cli/understudy.js'

/** Runs the built command in a process that claims this version of Node. */
async function runOn(version: string, ...args: readonly string[]) {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const hook = `data:text/javascript,${encodeURIComponent(claim)}`
  return promisify(execFile)(process.execPath, ['--import', hook, command, ...args]).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

describe('the version of Node', () => {
  it.each(['22.12.0', '22.20.1', '23.0.0', '24.0.0', '26.1.0'])(
    'Node %s is accepted',
    (version) => {
      expect(nodeProblem(version)).toBeUndefined()
    },
  )

  it.each(['14.21.3', '18.0.0', '20.20.2', '22.11.0', '21.7.3'])(
    'Node %s is refused with one sentence that names both versions',
    (version) => {
      expect(nodeProblem(version)).toContain('agent-understudy needs Node 22.12 or newer')
      expect(nodeProblem(version)).toContain(`this is Node ${version}.`)
    },
  )

  it.each([
    [[]],
    [['--help']],
    [['serve', '--port', '0']],
    [['conform', '--no-such-flag']],
    [['scenarios', 'list']],
    [['choices']],
    [['openapi']],
    [['init', 'public']],
  ])('the command %j ends on Node 20 with exit code 3 and one sentence', async (args) => {
    const { code, stdout, stderr } = await runOn('20.20.2', ...args)
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toBe(nodeProblem('20.20.2'))
  })

  it('the command `understudy` runs on the lowest accepted Node version', async () => {
    expect(await runOn('22.12.0', '--help')).toMatchObject({ code: 0 })
  })

  it('`serve --data` is refused with one sentence on a Node version without SQLite, that is, before 22.13', async () => {
    const args = ['--no-experimental-sqlite', command, 'serve', '--port', '0', '--data', 'unused']
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^Worlds are stored by `node:sqlite`.*: use Node 22\.13 or newer/,
      ),
    })
    expect(existsSync('unused')).toBe(false)
  })

  it.each(['--version', '-v'])('%s prints the version of the package', async (flag) => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    const { code, stdout } = await runOn('24.0.0', flag)
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` })
  })

  it('the command file has the syntax of Node 14, and imports nothing before it checks the Node version', async () => {
    const code = await readFile(command, 'utf8')
    const at = async (target: string) =>
      (await transform(code, { target, format: 'esm', legalComments: 'none' })).code
    expect(await at('node14')).toBe(await at('esnext'))
    expect(code).not.toMatch(/^\s*(?:import|export)\s*[\w{*'"]/m)
  })

  it.each([
    ['20.18.1', 1],
    ['22.11.0', 1],
    ['20.19.0', 0],
    ['22.12.0', 0],
    ['24.0.0', 0],
  ])('installing a clone with Node %s ends with exit code %i', async (version, expected) => {
    const env = { ...process.env, npm_config_user_agent: `npm/11.0.0 node/v${version} linux x64` }
    const { code, stderr } = await promisify(execFile)(
      process.execPath,
      ['tools/build/check-npm-node.mjs'],
      { env },
    ).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    expect(code).toBe(expected)
    expect(stderr.includes(`npm runs on Node ${version}`)).toBe(expected === 1)
  })

  it('package.json names the lowest accepted Node version as its engine', async () => {
    const { engines } = JSON.parse(await readFile('package.json', 'utf8')) as {
      readonly engines: { readonly node: string }
    }
    expect(engines.node).toBe('>=22.12')
  })
})
