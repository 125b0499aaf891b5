import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readProfile } from '../../contract/profile.ts'
import { mountInProcess } from '../support/transports.ts'
import { refusal, outputOf, start, temporaryFolder, type Ready } from '../support/start-serve.ts'

const page = readFileSync('docs/data.md', 'utf8')
const [, sample = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? []
const { file: writeFile } = temporaryFolder()

/** Runs the shell commands of the message that a server prints at start; returns their output. */
async function runBanner(...flags: string[]): Promise<string> {
  const { output, stop } = await start('--speed', 'max', ...flags)
  const commands = output.split('\n').filter((line) => /^ {2}(KEY=|CHAT=|curl )/.test(line))
  expect(commands).toHaveLength(4)
  const { stdout } = await promisify(execFile)('sh', ['-c', commands.join('\n')])
  await stop()
  return stdout
}

describe('`serve --fixture FILE`', () => {
  it('the start message of `serve` shows the users and a key of the fixture file', async () => {
    const printed = await outputOf('--fixture', await writeFile('data.yaml', sample))
    expect(printed).toContain('ada@acme.test / ada-password\n')
    expect(printed).toContain('cleo@acme.test / cleo-password\n')
    expect(printed).toMatch(/API key {4}svc_/)
  })

  it('if no key has full access, the start message of `serve` shows another key, and its commands sign in', async () => {
    const users = [{ email: 'a@b.test', password: 'x' }]
    const keys = [
      { name: 'Old', owner: 'a@b.test', is_active: false },
      { name: 'Till', owner: 'a@b.test', scopes: 'agent:read' },
    ]
    const file = await writeFile('keys.json', JSON.stringify({ users, api_keys: keys }))
    const printed = await outputOf('--fixture', file, '--seed', 'a')
    const { keys: values } = JSON.parse(
      await outputOf('--fixture', file, '--seed', 'a', '--json'),
    ) as Ready
    expect(printed).toContain(`API key    ${values['Till']}\n`)
    expect(printed).toContain('KEY=$(curl -s ')
  })

  it('`serve --json` lists the users of a fixture in JSON', async () => {
    const users = [{ email: 'a@b.test', password: 'x' }]
    const file = await writeFile('data.json', JSON.stringify({ users }))
    expect(JSON.parse(await outputOf('--json', '--fixture', file))).toMatchObject({ users })
  })

  it('`serve` lists every problem of a fixture file with its line, in order', async () => {
    const wrong = sample
      .replace('password: ada-password', 'pasword: ada-password')
      .replace('owner: bela@', 'owner: bella@')
    const file = await writeFile('wrong.yaml', wrong)
    const line = (text: string) => wrong.split('\n').findIndex((one) => one.includes(text)) + 1
    const lines = (await refusal('--fixture', file)).split('\n')
    expect(lines.map((one) => one.replace(/^.*wrong\.yaml:(\d+):\d+/, '$1'))).toEqual([
      `${line('ada@')}: "password" is missing; it must be text`,
      `${line('ada@')}: the key "pasword" is unknown; did you mean "password"?`,
      `${line('bella@')}: there is no user "bella@acme.test"; did you mean "bela@acme.test"?`,
    ])
  })

  it('docs/data.md shows the problems of a fixture file as `serve` prints them', async () => {
    const [, shown = ''] = /^```\n(data\.yaml:.*?)^```$/ms.exec(page) ?? []
    const wrong = sample
      .replace('password: ada-password', 'pasword: ada-password')
      .replace('owner: bela@', 'owner: bella@')
    const file = await writeFile('data.yaml', wrong)
    expect((await refusal('--fixture', file)).replaceAll(file, 'data.yaml')).toBe(shown.trimEnd())
  })

  it.each([
    ['missing.yaml', 'There is no file'],
    ['demos', 'There is no fixture `demos`: choose demo, empty, crowded.'],
  ])('`serve --fixture %s` is refused with one sentence', async (name, sentence) => {
    expect(await refusal('--fixture', name)).toContain(sentence)
  })

  it('`serve` refuses a fixture file that is not YAML with the line of the error', async () => {
    expect(await refusal('--fixture', await writeFile('broken.yaml', 'users: [\n'))).toMatch(
      /broken\.yaml:\d+:\d+: /,
    )
  })

  it('`serve --demo --fixture FILE` gives each visitor the users of the fixture file', async () => {
    const file = await writeFile('shown.yaml', sample)
    const { output, stop } = await start('--demo', '--json', '--fixture', file)
    const { url, users } = JSON.parse(output) as Ready
    expect(users.map(({ email }) => email)).toContain('bela@acme.test')
    const opened = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(users[1]),
    })
    expect(login.status).toBe(200)
    await stop()
  })

  it('`serve --demo --snapshot` is refused with the advice to pass the snapshot as --fixture, which works', async () => {
    expect(await refusal('--demo', '--snapshot', 'world.json')).toContain(
      'Pass the file as --fixture: each visitor then starts with the records of the snapshot',
    )
    const { output, stop } = await start('--json', '--fixture', await writeFile('own.yaml', sample))
    const { control } = JSON.parse(output) as Ready
    const snapshot = await (await fetch(`${control}/snapshot`)).text()
    await stop()
    const file = await writeFile('world.json', snapshot)
    const { users } = JSON.parse(await outputOf('--demo', '--json', '--fixture', file)) as Ready
    expect(users.map(({ email }) => email)).toContain('cleo@acme.test')
  })
})

describe('`serve --fixture` with a snapshot', () => {
  it('`serve --fixture` with a snapshot names the record kinds of a profile that it leaves out', async () => {
    const record = { name: 'string' }
    const operations = {
      tools: { kind: 'collection', path: '/api/tools', record, seeds: [{ name: 'Hammer' }] },
      agents: { kind: 'collection', path: '/api/own', record, seeds: [{ name: 'Bond' }] },
    }
    const { fake } = mountInProcess({ profile: readProfile({ operations }) })
    const control = fake.control()
    const fileOf = async (name: string) => writeFile(name, JSON.stringify(control.snapshot()))
    const plain = await start('--fixture', await fileOf('plain.json'))
    expect(plain.errors.join('')).toBe('')
    await plain.stop()
    for (const kind of ['tools', 'own_agents']) control.records.list(kind)
    const { errors, stop } = await start('--fixture', await fileOf('own.json'))
    expect(errors.join('')).toMatch(
      /own\.json: .* own_agents, tools are left out\. Use --snapshot to keep them\.\n$/,
    )
    await stop()
  })
})

describe('the commands in the message of `serve`', () => {
  it.each(['documented', 'deployed-0.8'])(
    'the commands that `serve` prints run a turn and resume it with the profile %s',
    async (profile) => {
      const output = await runBanner('--profile', profile)
      expect(output).toContain('"done"')
      expect(output).toContain('resume_done')
    },
  )

  it('the commands that `serve` prints sign in if the fixture has no API key', async () => {
    const users = [{ email: 'a@b.test', password: "it's" }]
    const text = JSON.stringify({ users, api_keys: [] })
    const output = await runBanner('--fixture', await writeFile('keyless.json', text))
    expect(output).toContain('resume_done')
  })
})
