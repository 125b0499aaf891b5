import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { proxy } from '../../cli/proxy.ts'
import { staging, visitorOf } from './faked-staging.ts'
import { entryOf } from '../support/planted-secrets.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder, file } = temporaryFolder()

/** Runs `proxy` until the test stops it. */
async function run(...flags: string[]) {
  const stopping = Promise.withResolvers<void>()
  const firstLine = Promise.withResolvers<string>()
  const errors: string[] = []
  const io = {
    stdout: { write: (text: string) => firstLine.resolve(text) },
    stderr: { write: (text: string) => errors.push(text) },
    stopped: stopping.promise,
  }
  const exit = proxy(flags, io)
  exit.then(() => firstLine.resolve(''), firstLine.reject)
  const output = await firstLine.promise
  const stop = async () => {
    stopping.resolve()
    return exit
  }
  return { output, errors, stop, exit }
}

const refusal = async (...flags: string[]): Promise<string> => {
  const error: unknown = await run(...flags).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof UsageError) return error.message
  throw new Error(`There was no refusal: ${String(error)}`)
}

const target = () => upstreamOf((_, outgoing) => outgoing.end('{"name":"ada@corp.io"}'))

type Ready = { readonly url: string; readonly control: string; readonly targets: unknown }

test('the command proxy prints one line of JSON when it is ready, and ends with 0 when it is stopped', async () => {
  const { url: to } = await target()
  const { output, stop } = await run('--to', to, '--port', '0', '--json')
  const { url, control, targets } = JSON.parse(output) as Ready
  expect(targets).toEqual([{ prefix: '/', url: `${to}/` }])
  expect(await (await fetch(`${url}/api/me`)).text()).toBe('{"name":"ada@corp.io"}')
  expect((await (await fetch(control)).json()) as object).toMatchObject({ calls: 1 })
  expect(await stop()).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('the command proxy logs exchanges with --verbose, and prints its addresses', async () => {
  const { url: to } = await target()
  const { output, errors, stop } = await run('--to', to, '--port', '0', '--verbose')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
  expect(output).toContain(`/  →  ${to}/`)
  await (await fetch(`${url}/api/me`)).text()
  await expect.poll(() => errors.join('')).toMatch(/^#1 proxy GET \/api\/me 200 \d+ ms\n$/)
  await stop()
})

test('the command proxy records until it is stopped, and prints the number of exchanges', async () => {
  const { url: to } = await target()
  const har = join(folder.path, 'one.har')
  // Some editors write a byte order mark.
  const secrets = await file('secrets.txt', '\uFEFFNightingale\r\n')
  const flags = ['--to', to, '--port', '0', '--json', '--record', har, '--secret', secrets]
  const { output, errors, stop } = await run(...flags)
  const { url } = JSON.parse(output) as Ready
  await (await fetch(`${url}/api/me?project=Nightingale`)).text()
  expect(await stop()).toBe(0)
  expect(errors).toEqual([`Recorded 1 exchange in ${har}.\n`])
  const text = await readFile(har, 'utf8')
  expect(text).not.toMatch(/Nightingale|ada@corp\.io/)
  expect(text).toContain('/api/me?project=')
})

test('the command proxy repairs a recording that was not finished', async () => {
  const part = await file('half.har.part', `${JSON.stringify(entryOf({}))}\n{"requ`)
  const { errors, exit } = await run('--repair', part)
  expect(await exit).toBe(0)
  expect(errors).toEqual([
    `Recorded 1 exchange in ${part.slice(0, -5)}. 1 incomplete line was left out.\n`,
  ])
  await writeFile(part, '')
  const again = await run('--repair', part)
  expect(await again.exit).toBe(1)
})

test('the command proxy repairs no recording whose exchanges were only in memory', async () => {
  const part = await file('empty.har.part', '{"requ')
  const { errors, exit } = await run('--repair', part)
  expect(await exit).toBe(1)
  expect(errors).toEqual([
    `${part} has no complete exchange: the newest 200 exchanges were only in memory. Save \`GET /__control/recording\` while the proxy runs.\n`,
  ])
  const names = await readdir(folder.path)
  expect(names.filter((name) => name.startsWith('empty.har'))).toEqual(['empty.har.part'])
})

test('the command proxy refuses to repair a file that does not exist', async () => {
  const part = join(folder.path, 'none.har.part')
  expect(await refusal('--repair', part)).toBe(`--repair: ${part} can't be read (ENOENT).`)
})

test('the command proxy adds the faults of YAML files, and refuses invalid faults', async () => {
  const { url: to } = await target()
  const faults = await file('faults.yaml', '- effect: { error: { code: forbidden } }\n')
  const { output, stop } = await run('--to', to, '--port', '0', '--json', '--fault', faults)
  const { url } = JSON.parse(output) as Ready
  expect((await fetch(`${url}/api/me`)).status).toBe(403)
  await stop()
  const wrong = await file('wrong.yaml', 'effect: { delay: 3s }\n')
  expect(await refusal('--to', to, '--fault', wrong)).toContain('the key "delay" is unknown')
  expect(await refusal('--to', 'https://api.example.com', '--fault', faults)).toContain(
    'Start the proxy with --allow-production',
  )
  expect(await refusal('--to', to, '--fault', join(folder.path, 'none.yaml'))).toContain('ENOENT')
})

test('a proxy that fails to start leaves no recording file behind', async () => {
  const { url: to } = await target()
  const record = ['--record', join(folder.path, 'typo.har')]
  const none = ['--fault', join(folder.path, 'none.yaml')]
  expect(await refusal('--to', to, ...record, ...none)).toContain('ENOENT')
  expect(await refusal('--to', to, ...record, ...none)).toContain('ENOENT')
  const har = join(folder.path, 'never.har')
  const { port } = new URL(to)
  expect(await refusal('--to', to, '--port', port, '--record', har)).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop the other server or choose one with --port (0 picks a free one).`,
  )
  await expect(readFile(`${har}.part`)).rejects.toThrow('ENOENT')
  await writeFile(har, '{}')
  expect(await refusal('--to', to, '--record', har)).toContain('never.har exists')
})

test.each([
  [[], '--to is missing'],
  [['--to', 'staging'], 'A target must be an http or https address'],
  [['--to', 'http://u:p@a.test'], 'must not have credentials'],
  [['--to', 'http://a.test', '--to', 'http://b.test'], 'Two targets have the prefix /'],
  [['--to', 'http://a.test', '--keep', 'hosts'], '--keep takes host, origin, referer'],
  [['--to', 'http://a.test', '--origin', 'a.test'], '--origin takes an origin'],
  [
    ['--to', 'http://a.test', '--keep-text', 'chunks'],
    '--keep-text only works together with --record or --repair.',
  ],
  [['--repair', 'a.har'], 'ends in .har.part'],
  [
    ['--repair', 'a.har.part', '--to', 'http://a.test'],
    '--to cannot be used with --repair: --repair finishes a recording, and starts no proxy.',
  ],
])('the command proxy refuses the wrong flags %j', async (flags, sentence) => {
  expect(await refusal(...flags)).toContain(sentence)
})

test('the help of the command proxy lists its flags and exit codes', async () => {
  const { output, exit } = await run('--help')
  expect(output).toContain('--keep-reading')
  expect(output).toContain('exit code 0')
  expect(await exit).toBe(0)
})

test('the flag `--fake turns` plays turns from a fake, with its profile and speed', async () => {
  const { url: to } = await staging()
  const flags = '--port 0 --json --fake turns --profile deployed-0.8 --speed max --seed mine'
  const { output, stop } = await run('--to', to, ...flags.split(' '))
  const { url } = JSON.parse(output) as Ready
  const visitor = await visitorOf(url, to, 'demo')
  const turn = await visitor.stream('POST /api/react', { q: 'Where is my order?' })
  const [first] = await turn.rest()
  // This profile sends no cursors.
  expect(first).toEqual({
    event: 'step',
    data: { type: 'thinking', status: 'start', iteration: 1 },
    id: undefined,
  })
  expect(await stop()).toBe(0)
})

test('--fake-unsafe warns that ids do not match', async () => {
  const { url: to } = await staging()
  const flags = '--port 0 --json --fixture demo --fake-unsafe models.*'
  const { output, errors, stop } = await run('--to', to, ...flags.split(' '))
  expect(errors).toEqual([
    'The ids in the responses to models.* are those of the fake: the deployment does not know them.\n',
  ])
  const { url } = JSON.parse(output) as Ready
  const visitor = await visitorOf(url, to, 'demo')
  expect((await visitor.send('GET /api/models')).headers.get('x-understudy-proxy')).toBe('fake')
  expect((await visitor.send('GET /api/agents')).headers.get('x-understudy-proxy')).toBeNull()
  await stop()
})

test('flags of the fake are refused if the proxy plays no fake', async () => {
  const to = ['--to', 'http://localhost:1']
  expect(await refusal(...to, '--fake', 'agents')).toBe(
    '--fake takes turns, not `agents`. For other operations, use --fake-unsafe PATTERN.',
  )
  expect(await refusal(...to, '--speed', '2')).toBe(
    '--speed only works together with --fake or --fake-unsafe.',
  )
  expect(await refusal(...to, '--fake-unsafe', 'GET /api/agentz')).toBe(
    '--fake-unsafe: No operation matches `GET /api/agentz`: did you mean `GET /api/agents`?',
  )
  expect(await refusal(...to, '--fake', 'turns', '--profile', 'unknown')).toContain(
    'There is no profile `unknown`',
  )
  expect(await refusal(...to, '--fake', 'turns', '--speed', 'fast')).toContain('--speed takes')
})
