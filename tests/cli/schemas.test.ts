import { globSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { loadProfilePath } from '../../contract/authoring/profile-folder.ts'
import { loadScenarios } from '../../contract/authoring/scenarios.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { writeCalibration } from '../../cli/calibrate.ts'
import type { Command } from '../../cli/define-command.ts'
import { conform } from '../../cli/conform.ts'
import { readFixtureFile } from '../../testing/fixture-file.ts'
import { importFiles } from '../../cli/import.ts'
import { openScriptFolder } from '../../cli/mcp/script-folder.ts'
import { schemaLine, schemaNames } from '../../cli/schema-line.ts'
import { shippedProfiles } from '../../cli/world-data.ts'
import { recording as recorded } from '../support/recorded-exchange.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { date: true } })
const validators = Object.fromEntries(
  schemaNames.map((name) => {
    const schema: unknown = createRequire(import.meta.url)(`agent-understudy/schemas/${name}.json`)
    return [name, ajv.compile(schema as object)]
  }),
)

/** The JSON pointers of the values in a document that do not fit the named schema. */
function marked(name: string, document: unknown): readonly string[] {
  const validate = validators[name]
  if (validate === undefined) throw new Error(`There is no schema ${name}.`)
  return validate(document) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath)
}

/** The schema that the first line of a YAML file names, as an editor finds it. */
function namedSchema(file: string): string {
  const [, path = ''] =
    /^# yaml-language-server: \$schema=(\S+)$/.exec(
      readFileSync(file, 'utf8').split('\n')[0] ?? '',
    ) ?? []
  return resolve(dirname(file), path)
}

/** The JSON pointers of the values in a YAML file that an editor marks as wrong. */
function markedByEditor(file: string): readonly string[] {
  const [, name = ''] =
    /^(.*)\.json$/.exec(relative(resolve('schemas'), realpathSync(namedSchema(file)))) ?? []
  return marked(name, parseYaml(readFileSync(file, 'utf8'), file).value)
}

const { folder, file: write } = temporaryFolder()

const silent = {
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  stopped: new Promise<void>(() => {}),
}
const run = (command: Command, ...argv: string[]) => command(argv, silent)

/** A project in which the package is installed. */
async function project(name: string): Promise<string> {
  const path = join(await realpath(folder.path), name)
  await mkdir(join(path, 'node_modules'), { recursive: true })
  await writeFile(join(path, 'package.json'), '{}')
  await symlink(resolve('.'), join(path, 'node_modules/agent-understudy'))
  return path
}

describe('the JSON Schemas of the package', () => {
  it.each(globSync('scenarios/*.yaml'))('the shipped script %s fits its schema', (file) => {
    expect(namedSchema(file)).toBe(resolve('schemas/scenario.json'))
    expect(markedByEditor(file)).toEqual([])
  })

  it.each(globSync('profiles/*/*.yaml'))('the shipped profile file %s fits its schema', (file) => {
    expect(marked('profile', parseYaml(readFileSync(file, 'utf8'), file).value)).toEqual([])
  })

  it.each(['demo', 'empty', 'crowded'])('the shipped fixture %s fits its schema', (name) => {
    const text = readFileSync(`generated/fixtures/${name}.json`, 'utf8')
    expect(marked('fixture', JSON.parse(text))).toEqual([])
  })

  it.each([
    ['scenario', { name: 'a', match: { qery: ['x'] }, script: [{ answer: 'x' }] }, '/match'],
    ['profile', { picks: { 'lists.envelope': 'none' } }, '/picks/lists.envelope'],
    ['fixture', { users: [{ email: 'a@b.test' }] }, '/users/0'],
    [
      'baseline',
      [{ check: 'lists.none', owner: 'a', reason: 'b', expires: '2026-12-31' }],
      '/0/check',
    ],
    [
      'tolerance-baseline',
      [{ behaviour: 'a', owner: '', reason: 'b', expires: '2026-12-31' }],
      '/0/owner',
    ],
    ['config', { port: 70_000 }, '/port'],
    [
      'config',
      { targets: { a: { url: 'https://a.test', credentials: { password: 'hunter2' } } } },
      '/targets/a/credentials/password',
    ],
    ['report', { plan: 'all' }, '/plan'],
  ])('the schema of a %s marks a mistake at its position', (name, document, place) => {
    expect(marked(name, document)).toContain(place)
  })

  it('a file may name its schema by the key `$schema`', async () => {
    const $schema = './node_modules/agent-understudy/schemas/some.json'
    const scripts = join(folder.path, 'keyed')
    await mkdir(scripts)
    const script = { $schema, name: 'a', match: { query: ['x'] }, script: [{ answer: 'Yes.' }] }
    await writeFile(join(scripts, 'a.yaml'), JSON.stringify(script))
    expect(marked('scenario', script)).toEqual([])
    expect(await loadScenarios(scripts)).toEqual([expect.not.objectContaining({ $schema })])

    const profile = { $schema, picks: { 'lists.envelope': 'array' } }
    expect(marked('profile', profile)).toEqual([])
    const parts = join(folder.path, 'parts')
    await mkdir(parts)
    await writeFile(join(parts, 'a.json'), JSON.stringify(profile))
    await writeFile(join(parts, 'b.json'), JSON.stringify({ $schema, name: 'parted' }))
    expect((await loadProfilePath(parts, {})).profile).toMatchObject({ name: 'parted' })
    expect((await loadProfilePath(join(parts, 'a.json'), {})).profile.name).toBe('a')

    const data = await write('data.json', JSON.stringify({ $schema, users: [] }))
    expect((await readFixtureFile(data)).users).toEqual([])
  })
})

describe('the schema that a written file names', () => {
  it('the schema line of a file refers to the installed package of its project, also from subfolders', async () => {
    const path = await project('lines')
    expect(schemaLine('profile', join(path, 'a.yaml'))).toBe(
      '# yaml-language-server: $schema=./node_modules/agent-understudy/schemas/profile.json\n',
    )
    expect(schemaLine('profile', join(path, 'deep/er/a.yaml'))).toContain(
      '$schema=../../node_modules/agent-understudy/schemas/profile.json\n',
    )
  })

  it('the schema line of a file is correct even if the package is only installed later', async () => {
    const path = join(await realpath(folder.path), 'later')
    await mkdir(path)
    await writeFile(join(path, 'package.json'), '{}')
    expect(schemaLine('fixture', join(path, 'data/a.yaml'))).toContain(
      '$schema=../node_modules/agent-understudy/schemas/fixture.json\n',
    )
  })

  it('`import` writes data, scripts and a profile that name their schemas and fit them', async () => {
    const out = join(await project('imported'), 'staging')
    await run(importFiles, recorded.file, '--out', out)
    const files = globSync('**/*.yaml', { cwd: out })
    const kinds = files.map((file) => file.replace(/[\\/].*|\.yaml$/, ''))
    expect(new Set(kinds)).toEqual(new Set(['fixture', 'scenarios', 'profile']))
    for (const file of files) expect([file, markedByEditor(join(out, file))]).toEqual([file, []])
  })

  it('`calibrate` writes a profile that names its schema and fits it', async () => {
    const recording = join(await project('calibrated'), 'staging.yaml')
    await run(writeCalibration, '--traffic', recorded.file, '--out', recording)
    expect(markedByEditor(recording)).toEqual([])
    expect((await loadProfilePath(recording, shippedProfiles)).profile.name).not.toBe('')
  })

  it('the baseline of `conform --write-baseline` names its schema, which marks owners and reasons to fill in', async () => {
    const to = join(await project('known'), 'known.yaml')
    const only = [
      '--base-url',
      'http://target.test',
      '--api-key',
      'svc_0123456789',
      '--only',
      'lists.items-*',
    ]
    const means = {
      fetch: async () => Response.json({ items: 1 }),
      sleep: async () => {},
      today: '2026-11-21',
    }
    await conform([...only, '--write-baseline', to], silent, means)
    expect(markedByEditor(to)).toEqual(['/0/owner', '/0/reason'])
    const filled = (await readFile(to, 'utf8')).replaceAll('""', '"Ada"')
    await writeFile(to, filled)
    expect(markedByEditor(to)).toEqual([])
  })

  it('a script that an assistant writes names its schema exactly once', async () => {
    const path = await project('assisted')
    const scripts = openScriptFolder(join(path, 'scripts'), {})
    const text = 'name: a\nmatch: { query: [x] }\nscript: [{ answer: Yes. }]\n'
    const target = await scripts.write('a.yaml', text, false)
    expect(markedByEditor(target)).toEqual([])
    const named = await readFile(target, 'utf8')
    await scripts.write('a.yaml', named, true)
    expect(await readFile(target, 'utf8')).toBe(named)
  })
})
