import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { config } from '../authoring/config/config-schema.ts'
import { findConfig } from '../authoring/config/find-config.ts'
import { readConfig, targetOf } from '../authoring/config/read-config.ts'
import { rows } from '../cli/config/rows.ts'
import { withConfig } from '../cli/config/with-config.ts'
import { plans } from '../conformance/session/check.ts'
import { temporaryFolder } from './start-serve.ts'

const { folder } = temporaryFolder()
let count = 0

/** A new project with these files. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const path = join(folder.path, `project-${++count}`)
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(join(path, name, '..'), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return path
}

/** The problems of a config file. */
async function problemsOf(text: string, name = 'understudy.config.yaml'): Promise<string> {
  const path = join(await project({ [name]: text }), name)
  return readConfig(path).then(
    () => 'none',
    (error: Error) => `${error.name} ${error.message}`,
  )
}

const yaml = `\
port: 4100
profile: deployed-0.8
fixture: data.yaml
scenarios: scripts
targets:
  staging:
    url: https://staging.test
    credentials:
      email: qa@example.com
      password: STAGING_PASSWORD
      restricted_key: STAGING_RESTRICTED
    plan: turn
    baseline: known.yaml
    max_turns: 4
  qa-2:
    url: http://127.0.0.1:9
`

const files = {
  'understudy.config.yaml': yaml,
  'data.yaml': '',
  'known.yaml': '',
  'scripts/_a': '',
}
const variables = { STAGING_PASSWORD: '-secret=1', STAGING_RESTRICTED: 'svc_1' }

/** A command line with the settings of a config file, as one line. */
const lineOf = async (cwd: string, line: string, more: Record<string, string | undefined> = {}) =>
  (await withConfig(line.split(' '), { cwd, variables: { ...variables, ...more } })).join(' ')

const refusalOf = (cwd: string, line: string, more: Record<string, string | undefined> = {}) =>
  lineOf(cwd, line, more).then(
    (made) => `no refusal: ${made}`,
    (error: Error) => `${error.name}: ${error.message}`,
  )

const target = (more: string) => `targets:\n  a:\n    url: https://a.test\n    ${more}\n`

describe('the search for a config file', () => {
  it('the nearest config file is found, up to the root of the repository', async () => {
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

  it('the variable UNDERSTUDY_CONFIG names another file, or none', async () => {
    const root = await project({ 'understudy.config.yaml': 'port: 1\n', 'other.yaml': 'port: 2\n' })
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: 'other.yaml' })).toBe('serve --port=2')
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: 'none' })).toBe('serve')
    expect(await lineOf(root, 'serve', { UNDERSTUDY_CONFIG: '' })).toBe('serve --port=1')
  })

  it('two config files in a folder are refused by their names', async () => {
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

  it('an empty config file sets nothing', async () => {
    expect(await problemsOf('')).toBe('none')
    expect(await problemsOf('# later\n')).toBe('none')
  })

  it.each([
    ['prot: 1', ':1:1: the key "prot" is unknown; did you mean "port"?'],
    ['port: x', ':1:7: "port" is "x"; it must be a number'],
    ['port: 70000', ':1:7: "port" is 70000; it must be at most 65535'],
    ['fixture: ""', ':1:10: "fixture" is empty'],
    ['- port', ':1:1: the config is a list; it must be a map'],
    ['port: [', ':1:'],
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
  ])('the config %j is refused with its line: %s', async (text, says) => {
    const problem = await problemsOf(`${text}\n`)
    expect(problem).toContain(`ConfigError understudy.config.yaml${says}`)
  })

  it('a secret in a config file is refused with the reason, and not repeated', async () => {
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

  it('a module that is wrong is refused with its key', async () => {
    const name = 'understudy.config.mjs'
    expect(await problemsOf('export const a = 1', name)).toContain('write `export default { … }`')
    expect(await problemsOf('throw new Error("no")', name)).toContain(
      `${name}: the file threw an error: no`,
    )
    const wrong = 'export default { targets: { a: { url: 3 } } }'
    expect(await problemsOf(wrong, name)).toContain(`${name}:targets.a.url: `)
    const typed = await problemsOf('enum A { a }\nexport default {}', 'understudy.config.ts')
    expect(typed).toContain('Node only removes types, and this file needs more')
  })

  it('a config file that does not exist, and a target that does not, are refused', async () => {
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

  it('the plans of a target are those of the suite', () => {
    for (const plan of plans)
      expect(config.safeParse({ targets: { a: { url: 'https://a.test', plan } } }).success).toBe(
        true,
      )
  })
})

describe('the command line with a config file', () => {
  it('a command takes what it can use', async () => {
    const root = await project(files)
    const played = '--profile=deployed-0.8 --fixture=./data.yaml'
    expect(await lineOf(root, 'serve --json')).toBe(
      `serve --port=4100 ${played} --scenarios=./scripts --json`,
    )
    expect(await lineOf(root, 'tolerance -- npm test')).toBe(
      `tolerance ${played} --scenarios=./scripts -- npm test`,
    )
    expect(await lineOf(root, 'mcp')).toBe(`mcp ${played} --scenarios=./scripts`)
    expect(await lineOf(root, 'mcp --url http://x.test')).toBe(
      'mcp --scenarios=./scripts --url http://x.test',
    )
    expect(await lineOf(root, 'scenarios play a.yaml')).toBe(`scenarios play ${played} a.yaml`)
    expect(await lineOf(root, 'choices --json')).toBe('choices --json')
    expect(await lineOf(root, 'serve --help')).toBe('serve --help')
  })

  it('paths lead from the working folder to the folder of the config file', async () => {
    const root = await project({ ...files, 'app/src/a.ts': '', '.git/HEAD': '' })
    expect(await lineOf(join(root, 'app/src'), 'serve')).toBe(
      'serve --port=4100 --profile=deployed-0.8 --fixture=../../data.yaml --scenarios=../../scripts',
    )
  })

  it('flags win over the config file', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'serve --port 0 --fixture=empty --profile documented')).toBe(
      'serve --scenarios=./scripts --port 0 --fixture=empty --profile documented',
    )
    expect(await lineOf(root, 'serve --from staging')).toBe('serve --port=4100 --from staging')
    expect(await lineOf(root, 'serve --no-config --port 0')).toBe('serve --port 0')
    expect(await refusalOf(root, 'serve --no-config --config a.yaml')).toContain('used together')
  })

  it('a run of tolerance sets the profile of servers, not the config file', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'serve', { UNDERSTUDY_RUN: '/run' })).toBe(
      'serve --port=4100 --fixture=./data.yaml --scenarios=./scripts',
    )
  })

  it('a target gives its address, its credentials from variables, and its options', async () => {
    const root = await project(files)
    const staging = '--base-url=https://staging.test --email=qa@example.com --password=-secret=1'
    expect(await lineOf(root, 'conform --target staging --strict')).toBe(
      `conform ${staging} --plan=turn --max-turns=4 --baseline=./known.yaml --strict`,
    )
    expect(await lineOf(root, 'conform gc --target=staging')).toMatch(/^conform gc --base-url=/)
    expect(await lineOf(root, 'calibrate --target staging --plan full')).toBe(
      `calibrate ${staging} --restricted-key=svc_1 --max-turns=4 --plan full`,
    )
    expect(await lineOf(root, 'replay a.har --target staging')).toBe(
      `replay ${staging.replace('base-url', 'to')} a.har`,
    )
    expect(await lineOf(root, 'proxy --target qa-2')).toBe('proxy --to=http://127.0.0.1:9')
    expect(await lineOf(root, 'proxy --target qa-2 --fake turns')).toBe(
      'proxy --profile=deployed-0.8 --fixture=./data.yaml --scenarios=./scripts --to=http://127.0.0.1:9 --fake turns',
    )
    expect(await lineOf(root, 'proxy --target staging --check')).toContain(
      '--baseline=./known.yaml',
    )
  })

  it('the credentials of a target give way to flags', async () => {
    const root = await project(files)
    expect(
      await lineOf(root, 'conform --target staging --password x', { STAGING_PASSWORD: undefined }),
    ).toMatch(/^conform --base-url=\S+ --email=qa@example.com --plan=turn .* --password x$/)
  })

  it('the only target needs no name, and commands with an address or a recording use none', async () => {
    const one = 'targets: { only: { url: https://only.test } }\n'
    const root = await project({ 'understudy.config.yaml': one })
    expect(await lineOf(root, 'conform')).toBe('conform --base-url=https://only.test')
    for (const line of [
      'conform --base-url https://a.test',
      'conform --traffic a.har',
      'calibrate --traffic=a.har',
      'proxy --repair a.har.part',
      'proxy --to https://a.test',
    ])
      expect(await lineOf(root, line)).toBe(line)
    expect(await refusalOf(root, 'conform --target only --base-url https://a.test')).toContain(
      '--target only cannot be used with --base-url',
    )
  })

  it('mistakes of targets are refused in a sentence', async () => {
    const root = await project(files)
    expect(await refusalOf(root, 'conform')).toBe(
      'UsageError: understudy.config.yaml has 2 targets: choose one with --target staging or --target qa-2, or pass --base-url URL.',
    )
    expect(await refusalOf(root, 'conform --target staging', { STAGING_PASSWORD: '' })).toBe(
      'UsageError: understudy.config.yaml:10:17: the variable STAGING_PASSWORD is not set: set it, or pass --password.',
    )
    expect(await refusalOf(root, 'conform --target')).toContain('--target needs a value')
    expect(await refusalOf(root, 'conform --target a --no-config')).toContain(
      'the config file has the targets',
    )
    const empty = await project({})
    expect(await refusalOf(empty, 'conform --target a')).toContain(
      '--target a needs a config file, and there is no understudy.config.yaml in',
    )
  })

  it('a file that does not exist is refused with the line that names it, unless the command makes it', async () => {
    const root = await project({ 'understudy.config.yaml': yaml })
    expect(await refusalOf(root, 'serve')).toBe(
      'UsageError: understudy.config.yaml:3:10: "fixture" is "data.yaml"; there is no such file beside understudy.config.yaml, and the shipped ones are demo, empty, crowded',
    )
    expect(await refusalOf(root, 'conform --target staging')).toContain(
      'understudy.config.yaml:13:15: "baseline" is "known.yaml"; there is no such file',
    )
    expect(
      await lineOf(root, 'conform --target staging --write-baseline known.yaml'),
    ).not.toContain('--baseline=')
    expect(await lineOf(root, 'mcp --fixture demo')).toContain('--scenarios=./scripts')
  })

  it('`scenarios check` and `list` use the folder of the config file, unless one is given', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'scenarios check --json')).toBe(
      'scenarios check --fixture=./data.yaml --json ./scripts',
    )
    expect(await lineOf(root, 'scenarios check mine --fixture demo')).toBe(
      'scenarios check mine --fixture demo',
    )
    expect(await lineOf(root, 'scenarios list --query hello --all')).toBe(
      'scenarios list --query hello --all ./scripts',
    )
    expect(await lineOf(root, 'scenarios list --query hello mine')).toBe(
      'scenarios list --query hello mine',
    )
  })

  it('commands that take nothing from a config file do not accept its flags', async () => {
    expect(Object.keys(rows)).not.toContain('choices')
    const root = await project(files)
    expect(await lineOf(root, 'choices --no-config')).toBe('choices --no-config')
  })
})
