import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, lineOf, project, refusalOf, yaml } from './config-project.ts'

describe('the command line with a config file', () => {
  it('a command takes the settings that apply to it from a config file', async () => {
    const root = await project(files)
    const played = '--profile=deployed-0.8 --fixture=./data.yaml'
    expect(await lineOf(root, 'serve --json')).toBe(
      `serve --port=4100 ${played} --scenarios=./scripts --json`,
    )
    expect(await lineOf(root, 'tolerance -- npm test')).toBe(
      `tolerance ${played} --scenarios=./scripts -- npm test`,
    )
    expect(await lineOf(root, 'mcp')).toBe(`mcp --scenarios=./scripts ${played}`)
    expect(await lineOf(root, 'mcp --url http://x.test')).toBe(
      'mcp --scenarios=./scripts --url http://x.test',
    )
    expect(await lineOf(root, 'scenarios play a.yaml')).toBe(
      'scenarios play --fixture=./data.yaml --profile=deployed-0.8 a.yaml',
    )
    expect(await lineOf(root, 'choices --json')).toBe('choices --json')
    expect(await lineOf(root, 'serve --help')).toBe('serve --help')
  })

  it('`serve` allows the origins in a config file, unless the command line names allowed origins', async () => {
    const text = 'allow_origin: [http://localhost:5173, http://localhost:6006]\n'
    const root = await project({ 'understudy.config.yaml': text })
    expect(await lineOf(root, 'serve')).toBe(
      'serve --allow-origin=http://localhost:5173 --allow-origin=http://localhost:6006',
    )
    const other = 'serve --allow-origin http://localhost:3000'
    expect(await lineOf(root, other)).toBe(other)
    expect(await lineOf(root, 'conform')).toBe('conform')
    const wrong = await project({ 'understudy.config.yaml': 'allow_origin: [localhost:5173]\n' })
    expect(await refusalOf(wrong, 'serve')).toContain('must be an origin such as http://')
  })

  it('paths of a config file are relative to its folder', async () => {
    const root = await project({ ...files, 'app/src/a.ts': '', '.git/HEAD': '' })
    expect(await lineOf(join(root, 'app/src'), 'serve')).toBe(
      'serve --port=4100 --profile=deployed-0.8 --fixture=../../data.yaml --scenarios=../../scripts',
    )
  })

  it('flags of the command line override the config file', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'serve --port 0 --fixture=empty --profile documented')).toBe(
      'serve --scenarios=./scripts --port 0 --fixture=empty --profile documented',
    )
    expect(await lineOf(root, 'serve --from staging')).toBe('serve --port=4100 --from staging')
    expect(await lineOf(root, 'serve --no-config --port 0')).toBe('serve --port 0')
    expect(await refusalOf(root, 'serve --no-config --config a.yaml')).toContain(
      'use only one of them',
    )
  })

  it('the servers that `tolerance` runs ignore the profile in the config file', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'serve', { UNDERSTUDY_RUN: '/run' })).toBe(
      'serve --port=4100 --fixture=./data.yaml --scenarios=./scripts',
    )
  })

  it('a target in a config file sets the address and the options, and names the variables with the credentials', async () => {
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

  it('flags override the credentials of a target in a config file', async () => {
    const root = await project(files)
    expect(
      await lineOf(root, 'conform --target staging --password x', { STAGING_PASSWORD: undefined }),
    ).toMatch(/^conform --base-url=\S+ --email=qa@example.com --plan=turn .* --password x$/)
  })

  it('a command without an address or a recording uses the only target of the config file', async () => {
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

  it('`conform --list` and `calibrate --list` need nothing of a config file except the plan of a named target', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'conform --list')).toBe('conform --list')
    const unset = { STAGING_PASSWORD: '' }
    expect(await lineOf(root, 'conform --list --target staging', unset)).toBe(
      'conform --base-url=https://staging.test --plan=turn --max-turns=4 --list',
    )
    expect(await lineOf(root, 'calibrate --list', unset)).toBe('calibrate --list')
  })

  it('a mistake in the targets of a config file is refused with one sentence', async () => {
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

  it('a file that the config file names must exist, unless the command creates it; the refusal states the line', async () => {
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

  it('`scenarios check` and `scenarios list` use the script folder of the config file, unless a folder is given', async () => {
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

  it('`compare` keeps the flags that choose a config file, because it reads that file for each of its targets', async () => {
    const root = await project(files)
    for (const line of [
      'compare http://a.test http://b.test --no-config',
      'compare staging qa-2 --config other.yaml',
    ])
      expect(await lineOf(root, line)).toBe(line)
  })

  it('commands that take nothing from a config file accept --no-config, but not --config', async () => {
    const root = await project(files)
    expect(await lineOf(root, 'choices --no-config')).toBe('choices')
    expect(await lineOf(root, 'profiles check a.yaml --no-config')).toBe('profiles check a.yaml')
    expect(await lineOf(root, 'choices --config a.yaml')).toBe('choices --config a.yaml')
  })
})
