import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { config } from '../../../contract/authoring/config/config-schema.ts'
import { findConfig } from '../../../contract/authoring/config/find-config.ts'
import { readConfig, targetOf } from '../../../contract/authoring/config/read-config.ts'
import { plans } from '../../../conformance/session/check.ts'
import { files, lineOf, project, refusalOf } from '../../cli/config-project.ts'

async function problemsOf(text: string, name = 'understudy.config.yaml'): Promise<string> {
  const path = join(await project({ [name]: text }), name)
  return readConfig(path).then(
    () => 'none',
    (error: Error) => `${error.name} ${error.message}`,
  )
}

const target = (more: string) => `targets:\n  a:\n    url: https://a.test\n    ${more}\n`

describe('the search for a config file', () => {
  it('the nearest config file is used, from the current folder up to the root of the repository', async () => {
    const root = await project({ '.git/HEAD': '', 'understudy.config.json': '{}', 'a/b/c.txt': '' })
    await writeFile(join(root, 'a/package.json'), '{}')
    expect(findConfig(join(root, 'a/b'), {})).toEqual([join(root, 'understudy.config.json')])
    await writeFile(join(root, 'a/understudy.config.mjs'), '')
    expect(findConfig(join(root, 'a/b'), {})).toEqual([join(root, 'a/understudy.config.mjs')])
    expect(findConfig(root, {})).toEqual([join(root, 'understudy.config.json')])
  })

  it('without a repository, a config file above the nearest package.json is not used', async () => {
    const root = await project({ 'understudy.config.yaml': '', 'app/package.json': '{}' })
    expect(findConfig(join(root, 'app'), {})).toEqual([])
    expect(findConfig(root, {})).toHaveLength(1)
  })

  it('the variable UNDERSTUDY_CONFIG names another config file, or `none` for no config file', async () => {
    const root = await project({ 'understudy.config.yaml': 'port: 1\n', 'other.yaml': 'port: 2\n' })
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: 'other.yaml' })).toBe('serve --port=2')
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: 'none' })).toBe('serve')
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: '' })).toBe('serve --port=1')
  })

  it('two config files in one folder are refused, and the error names both', async () => {
    const root = await project({ 'understudy.config.yaml': '', 'understudy.config.json': '{}' })
    expect(await refusalOf(root, 'serve')).toBe(
      'UsageError: There are two config files, understudy.config.yaml and understudy.config.json: remove one of them, or name one with --config.',
    )
    expect(await lineOf(root, 'serve --config understudy.config.json')).toBe('serve')
  })
})

describe('a config file', () => {
  it('a config file may be JSON, a module or TypeScript', async () => {
    const values = { port: 4100, targets: { a: { url: 'https://a.test' } } }
    for (const [name, text] of [
      ['understudy.config.json', JSON.stringify(values)],
      ['understudy.config.mjs', `export default ${JSON.stringify(values)}`],
      [
        'understudy.config.ts',
        `const port: number = 4100\nexport default { ...${JSON.stringify(values)}, port } satisfies object`,
      ],
    ] as const) {
      const path = join(await project({ [name]: text, 'package.json': '{"type":"module"}' }), name)
      expect((await readConfig(path)).values).toEqual(values)
    }
  })

  it('an empty config file sets no option', async () => {
    expect(await problemsOf('')).toBe('none')
    expect(await problemsOf('# later\n')).toBe('none')
  })

  it.each([
    ['prot: 1', ':1:1: the key "prot" is unknown; did you mean "port"?'],
    ['port: x', ':1:7: "port" is "x"; it must be a number'],
    ['port: 70000', ':1:7: "port" is 70000; it must be at most 65535'],
    ['fixture: ""', ':1:10: "fixture" is empty'],
    ['- port', ':1:1: the config is a list; it must be a map'],
    ['port: [', ':2:1: the [ is not closed'],
    ['port: 1\nport: 2', ':2:1: '],
    ['password: x', ':1:1: the key "password" is unknown; it belongs under "credentials"'],
    ['plan: core', ':1:1: the key "plan" is unknown; it belongs to a target, under "targets"'],
    [
      'targets: { A b: { url: https://a.test } }',
      ':1:12: the key "A b" is wrong; a name has small letters',
    ],
    ['targets: { a: {} }', ':1:15: "url" is missing'],
    ['targets: { a: { url: a.test } }', ':1:22: "url" must be an http or https address'],
    [
      'targets: { a: { url: https://a.test, base_url: x } }',
      ':1:38: the key "base_url" is unknown',
    ],
    [
      'targets: { a: { url: https://a.test, plan: all } }',
      ':1:44: "plan" is "all"; it must be "smoke"',
    ],
    [
      'targets: { a: { url: https://a.test, rate: 0 } }',
      ':1:44: "rate" is 0; it must be at least 1',
    ],
  ])('the config file %j is refused with its line: %s', async (text, says) => {
    const problem = await problemsOf(`${text}\n`)
    expect(problem).toContain(`ConfigError understudy.config.yaml${says}`)
  })

  it('a secret value in a config file is refused with the reason, and the error does not repeat it', async () => {
    const secrets = {
      'credentials: { password: hunter2 }':
        ':4:30: "password" is not the name of an environment variable; write a name in capital letters, such as STAGING_PASSWORD, and set that variable: this file must not have secrets, because it is shared',
      'credentials: { api_key: svc_hunter2 }': ':4:29: "api_key" is not the name',
      'credentials: { email: hunter2 }': ':4:27: "email" is not the name',
      'proxy: http://me:hunter2@proxy.test':
        ':4:12: "proxy" must be an http or https address without a user or password',
      'password: hunter2':
        ':4:5: the key "password" is unknown; it belongs under "credentials", as the name of an environment variable',
    }
    for (const [written, says] of Object.entries(secrets)) {
      const problem = await problemsOf(target(written))
      expect(problem).toContain(says)
      expect(problem).not.toContain('hunter2')
    }
    const url = await problemsOf('targets: { a: { url: "https://me:hunter2@a.test" } }\n')
    expect(url).toContain('without a user or password')
    expect(url).not.toContain('hunter2')
  })

  it('an unknown key in a config file that is a module is refused with its name', async () => {
    const name = 'understudy.config.mjs'
    expect(await problemsOf('export const a = 1', name)).toContain('write `export default { … }`')
    expect(await problemsOf('throw new Error("no")', name)).toContain(
      `${name}: the file threw an error: no`,
    )
    const wrong = 'export default { targets: { a: { url: 3 } } }'
    expect(await problemsOf(wrong, name)).toContain(`${name}:targets.a.url: `)
  })

  it('a missing config file and an unknown target are refused with one sentence', async () => {
    const root = await project(files)
    expect(await refusalOf(root, 'serve --config other.yaml')).toBe(
      'UsageError: There is no config file other.yaml.',
    )
    expect(await refusalOf(root, 'conform --target stagin')).toBe(
      'UsageError: understudy.config.yaml: there is no target `stagin`. Did you mean staging?',
    )
    expect(await refusalOf(root, 'conform --target prod')).toContain('There are: staging, qa-2')
    const read = await readConfig(join(root, 'understudy.config.yaml'))
    expect(() => targetOf(read, 'toString')).toThrow('there is no target `toString`')
  })

  it('a target of a config file accepts exactly the plans of the suite', () => {
    for (const plan of plans)
      expect(config.safeParse({ targets: { a: { url: 'https://a.test', plan } } }).success).toBe(
        true,
      )
  })
})
