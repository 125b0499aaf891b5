import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { loadScenarios } from '../../contract/authoring/scenarios.ts'
import { importFiles } from '../../cli/import.ts'
import { readFlags } from '../../cli/flags.ts'
import { serveFlags } from '../../cli/serve/flags.ts'
import { runCommand } from '../../cli/run-command.ts'
import { loadProfile } from '../../cli/world-data.ts'
import { isProving } from '../support/proving.ts'
import { recording } from '../support/recorded-exchange.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { start, temporaryFolder } from '../support/start-serve.ts'
import { zipOf } from '../support/zip-of.ts'
import { agents, agentsIn, friday, monday, question, refusalOf, run } from './import-command.ts'
import { call } from './import-entries.ts'

const { folder, file: write } = temporaryFolder()

/** A question and answer of the recording, and the minimum number of scripts from it. */
const recordedTurn = isProving
  ? {
      turn: '/api/auto',
      q: 'How much is two hours in a double kayak for a family with a season card?',
      answer: '14 euro',
      scripts: 10,
    }
  : { turn: '/api/react', q: 'Hello', answer: 'figures', scripts: 4 }

let count = 0
const newFolder = () => join(folder.path, `out-${++count}`)

/** An entry with a page of sheets. */
const sheet = (method: string, path: string, at: string, ...names: readonly string[]) =>
  agents(names, at, method, path, (name) => `${name}-4f7a09bc1122`)

describe('the command import', () => {
  it('an import turns a recording into a folder with valid scripts, which the command serve plays', async () => {
    const out = newFolder()
    const { code, stdout } = await run(importFiles, recording.file, '--out', out)
    expect(code).toBe(0)
    expect(stdout).toContain(`serve --from ${out}`)
    expect((await stat(join(out, 'fixture.yaml'))).mode & 0o777).toBe(0o600)
    const report = JSON.parse(await readFile(join(out, 'import-report.json'), 'utf8')) as {
      entries: number
      used_percent: number
      scenarios: string[]
    }
    expect(report.entries).toBe(recording.exchanges)
    expect(report.used_percent).toBeGreaterThan(95)
    expect(report.scenarios.length).toBeGreaterThan(recordedTurn.scripts)
    expect(await run(runCommand, 'scenarios', 'check', join(out, 'scenarios'))).toMatchObject({
      code: 0,
    })

    const server = await start('--from', out, '--json', '--speed', 'max')
    const ready = JSON.parse(server.output) as {
      url: string
      users: { email: string; password: string }[]
      keys: Record<string, string>
    }
    const [user] = ready.users
    expect(user?.email).toMatch(/@example\.com$/)
    expect(ready.keys['full']).toMatch(/^abc_/)
    const post = (path: string, body: unknown, headers = {}) =>
      fetch(ready.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const login = await post('/api/auth/login', user)
    const { access_token: token } = (await login.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    const made = await post('/api/conversations', { title: 'T', mode: 'auto' }, headers)
    const { data } = (await made.json()) as { data: { id: string } }
    const { q, answer } = recordedTurn
    const turn = await post(recordedTurn.turn, { q, conversation_id: data.id, token }, headers)
    expect(await turn.text()).toContain(answer)
    await server.stop()
  })

  it('a second import merges both recordings, and the newer recording wins in any order', async () => {
    const old = await write('monday.har', harText([agents(['Ann', 'Bob'], monday)]))
    const newer = await write(
      'friday.har',
      harText([agents(['Cid', 'Bea'], friday), agents([], friday, 'DELETE', '/agents/a-A')]),
    )
    for (const order of [
      [old, newer],
      [newer, old],
    ]) {
      const out = newFolder()
      for (const one of order) await run(importFiles, one, '--out', out)
      expect((await agentsIn(out)).toSorted()).toEqual(['Bea', 'Cid'])
    }
    const together = newFolder()
    await run(importFiles, newer, old, '--out', together)
    expect((await agentsIn(together)).toSorted()).toEqual(['Bea', 'Cid'])
  })

  it('an import keeps ids with a prefix, so that a second import recognizes the records', async () => {
    const out = newFolder()
    const [agent, key] = ['agent_01HZX3K8Q2V5N7M4B6C9D0E1F2', 'svc_9aB3cD4eF5gH6iJ7kL8mN9']
    const list = agents([`Ann of ${agent} with ${key}`], monday, 'GET', '/agents', () => agent)
    const file = await write('prefixed.har', harText([list]))
    for (const _ of [1, 2]) await run(importFiles, file, '--out', out)
    const names = await agentsIn(out)
    expect(names).toEqual([expect.stringMatching(new RegExp(`^Ann of ${agent} with svc_(?!9aB3)`))])
  })

  it('scripts of two imports have different names, although their questions have no Latin letters', async () => {
    const out = newFolder()
    for (const [q, at] of [
      ['你好吗', monday],
      ['天气怎么样', friday],
    ] as const)
      await run(importFiles, await write(`${at}.har`, harText([question(q, at)])), '--out', out)
    const scripts = await loadScenarios(join(out, 'scenarios'))
    const questions = Object.fromEntries(scripts.map(({ name, match }) => [name, match?.query]))
    expect(questions).toEqual({ turn: '你好吗', 'turn-2': '天气怎么样' })
  })

  it('a second import removes a record of the profile that its recording deleted', async () => {
    const out = newFolder()
    const [row, sail] = ['/sheets/row-4f7a09bc1122', '/sheets/sail-4f7a09bc1122']
    const recordings = [
      [sheet('GET', '/sheets', monday, 'row', 'sail'), sheet('GET', sail, monday, 'sail')],
      [
        sheet('DELETE', row, friday, 'row'),
        sheet('GET', '/sheets', friday, 'sail'),
        sheet('GET', sail, friday, 'sail'),
      ],
    ]
    for (const [at, entries] of recordings.entries())
      await run(
        importFiles,
        await write(`sheets-${at}.har`, harText([...entries, agents([], friday)])),
        '--out',
        out,
      )
    const { operations } = await loadProfile(join(out, 'profile'))
    expect(operations?.['sheets']).toMatchObject({ seeds: [{ name: 'sail' }] })
  })

  it('an import over a profile uses it as the base, and lists the differences', async () => {
    const file = await write('base.har', harText([agents(['Ann', 'Bob'], monday)]))
    const own = await write(
      'own.yaml',
      'base: deployed-0.8\npicks: { login.expires-in: { seconds: 5 } }',
    )
    const deployed = await loadProfile('deployed-0.8')
    for (const [given, base, seconds] of [
      ['deployed-0.8', 'deployed-0.8', undefined],
      [own, '../../own.yaml', { option: 'seconds', value: 5 }],
    ] as const) {
      const out = newFolder()
      await run(importFiles, file, '--out', out, '--profile', given)
      const picks = await readFile(join(out, 'profile/picks.yaml'), 'utf8')
      expect(parseYaml(picks, 'picks.yaml').value).toMatchObject({ name: 'imported', base })
      const answers = await readFile(join(out, 'profile/answers.yaml'), 'utf8')
      expect(parseYaml(answers, 'answers.yaml').value).toEqual({
        answers: { 'GET /api/agents': expect.anything() },
      })
      const profile = await loadProfile(join(out, 'profile'))
      expect(profile.picks['login.expires-in']).toEqual(seconds)
      expect(profile.operations).toEqual(deployed.operations)
    }
  })

  it('a second import over another base keeps the results of the first import', async () => {
    const out = newFolder()
    const old = await write(
      'old.har',
      harText([agents(['Ann'], monday), call('GET /notes', { level: 1 }, { at: monday })]),
    )
    const newer = await write(
      'new.har',
      harText([agents(['Bea'], friday), call('GET /more', { level: 1 }, { at: friday })]),
    )
    await run(importFiles, old, '--out', out, '--profile', 'documented')
    await run(importFiles, newer, '--out', out, '--profile', 'deployed-0.8')
    const { operations = {} } = await loadProfile(join(out, 'profile'))
    expect(Object.keys(operations)).toEqual(expect.arrayContaining(['notes', 'more', 'skills']))
    const text = await readFile(join(out, 'profile/operations-recorded.yaml'), 'utf8')
    expect(parseYaml(text, 'a.yaml').value).toEqual({
      operations: { notes: expect.anything(), more: expect.anything() },
    })
  })

  it('an import does not replace edited files without --overwrite, and keeps files of the user', async () => {
    const out = newFolder()
    const file = await write('edited.har', harText([agents(['Ann'], monday)]))
    await run(importFiles, file, '--out', out)
    const fixture = join(out, 'fixture.yaml')
    await writeFile(fixture, (await readFile(fixture, 'utf8')).replaceAll('Ann', 'Anna'))
    await writeFile(join(out, 'notes.md'), 'mine')
    expect(await refusalOf(file, '--out', out)).toContain(
      'edited since the last import: fixture.yaml',
    )
    expect(await agentsIn(out)).toEqual(['Anna'])
    const newer = await write('newer.har', harText([agents(['Bob'], friday)]))
    await run(importFiles, newer, '--out', out, '--overwrite')
    expect((await agentsIn(out)).toSorted()).toEqual(['Anna', 'Bob'])
    expect(await readFile(join(out, 'notes.md'), 'utf8')).toBe('mine')
  })

  it('an import refuses a folder with files that no import has written, and does not change it', async () => {
    const out = newFolder()
    await mkdir(out)
    await writeFile(join(out, 'thesis.md'), 'years of work')
    expect(await refusalOf(recording.file, '--out', out)).toContain(
      'has files that no import wrote',
    )
    expect(await readdir(out)).toEqual(['thesis.md'])
  })

  it('an import refuses the working folder, a folder above it, and a link', async () => {
    const [link, target] = [newFolder(), newFolder()]
    await mkdir(target)
    await symlink(target, link)
    expect(await refusalOf(recording.file, '--out', link)).toContain('is a link')
    for (const out of ['.', '..', '/'])
      expect(await refusalOf(recording.file, '--out', out)).toContain('is the working folder')
    expect(await readdir(link)).toEqual([])
  })

  it.each([
    ['a compressed recording', 'one.har.gz', (text: string) => gzipSync(text)],
    ['a zip archive', 'one.zip', (text: string) => zipOf({ 'har.har': text })],
    ['the part of a running proxy', 'one.har.part', (text: string) => partOf(text)],
  ])('an import reads %s', async (_, name, pack) => {
    const out = newFolder()
    const file = join(folder.path, name)
    await writeFile(file, await pack(harText([agents(['Ann'], monday)])))
    expect(await refusalOf(file, '--out', out)).toBe('exit code 0')
    expect(await agentsIn(out)).toEqual(['Ann'])
  })

  it('an import refuses a damaged zip archive with the reason', async () => {
    const zip = await zipOf({ 'har.har': harText([agents(['Ann'], monday)]) })
    const file = join(folder.path, 'damaged.zip')
    // Damages a byte of the packed file.
    zip[80] = (zip[80] ?? 0) ^ 0xff
    await writeFile(file, zip)
    expect(await refusalOf(file, '--out', newFolder())).toContain("can't be unpacked")
  })

  it('an import reports invalid entries and a truncated file, and imports the other entries', async () => {
    const out = newFolder()
    const text = harText([
      { ...agents(['Ann'], monday), startedDateTime: 'never' },
      agents(['Bob'], monday),
      agents(['Cid'], monday),
    ])
    const file = await write('broken.har', text.slice(0, -200))
    const { stderr } = await run(importFiles, file, '--out', out)
    expect(stderr).toContain(
      'Entry 0: startedDateTime must be a date in ISO 8601, not `never`. It was left out.',
    )
    expect(stderr).toContain('it is not a complete HAR file')
    expect(await agentsIn(out)).toEqual(['Bob'])
  })

  it('an import of a recording without calls of the platform writes nothing, and says why', async () => {
    const out = newFolder()
    const other = harEntry({ url: 'https://tracker.test/api/collect' })
    const file = await write('other.har', harText([other]))
    expect(await refusalOf(file, '--out', out)).toContain('another API: tracker.test (1)')
    await expect(stat(out)).rejects.toThrow('ENOENT')
  })

  it.each([
    [[], 'import takes recordings and a folder'],
    [['missing.har', '--out', 'nowhere'], "missing.har can't be read (ENOENT)"],
    [[recording.file, '--out', 'package.json'], "can't be read (ENOTDIR)"],
    [
      [recording.file, '--out', 'nowhere', '--profile', 'missing.yaml'],
      'no profile `missing.yaml`',
    ],
  ])('an import with the arguments %j is refused with the reason', async (argv, sentence) => {
    expect(await refusalOf(...argv)).toContain(sentence)
  })
})

it('the flag --from cannot be combined with the flags for single parts of the folder', () => {
  for (const name of ['fixture', 'scenarios', 'profile', 'snapshot'])
    expect(() => readFlags(['--from', 'home', `--${name}`, 'x'], { flags: serveFlags })).toThrow(
      `--from cannot be used with --${name}: the folder has data, scripts and a profile`,
    )
})

function partOf(har: string): string {
  const { log } = JSON.parse(har) as { log: { entries: unknown[] } }
  return `${log.entries.map((entry) => JSON.stringify(entry)).join('\n')}\n{"startedDa`
}
