import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../cli/serve.ts'
import { UsageError, usageExit } from '../cli/usage.ts'
import { demo } from './transports.ts'
import { visit } from './visitor.ts'

/** What `serve --json` says once it is ready. */
type Ready = {
  readonly url: string
  readonly control: string
  readonly users: readonly { readonly email: string; readonly password: string }[]
  readonly keys: Readonly<Record<string, string>>
  readonly tokens: { readonly expired: string }
}

/** Starts to serve; gives what it first says, and how to stop it. */
async function start(...flags: string[]) {
  const stopping = Promise.withResolvers<void>()
  const said = Promise.withResolvers<string>()
  const errors: string[] = []
  const io = {
    stdout: { write: (text: string) => said.resolve(text) },
    stderr: { write: (text: string) => errors.push(text) },
    stopped: stopping.promise,
  }
  const exit = serve(['--port', '0', ...flags], io)
  // A start that fails says nothing.
  exit.catch(said.reject)
  const output = await said.promise
  return {
    output,
    errors,
    async stop() {
      stopping.resolve()
      return exit
    },
  }
}

/** The sentence with which flags are refused. */
async function refusal(...flags: string[]): Promise<string> {
  const error: unknown = await start(...flags).then(
    async ({ stop }) => stop(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof UsageError)) throw new Error(`There was no refusal: ${String(error)}`)
  return error.message
}

const folder = { path: '' }
const file = async (name: string, text: string) => {
  const path = join(folder.path, name)
  await writeFile(path, text)
  return path
}
beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'serve-'))
})
afterAll(() => rm(folder.path, { recursive: true }))

describe('serve --json', () => {
  it('prints one line with all that a program needs', async () => {
    const { output, stop } = await start('--json')
    expect(output).toMatch(/^[^\n]+\n$/)
    const ready = JSON.parse(output) as Ready
    expect(ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      control: `${ready.url}/__control`,
      users: demo.showcase.users,
      keys: Object.fromEntries(
        ['full', 'chat', 'agents', 'kb', 'connectors', 'admin', 'disabled', 'expired'].map(
          (name) => [name, expect.stringMatching(/^svc_/)],
        ),
      ),
      tokens: { expired: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) },
    })
    expect(await stop()).toBe(0)
  })

  it('prints credentials that do what their names say', async () => {
    const { output, stop } = await start('--json')
    const { url, control, users, keys, tokens } = JSON.parse(output) as Ready
    const mounted = { baseUrl: url, fetch, fake: undefined as never }
    const answer = (bearer: string | undefined) => visit(mounted, bearer).refusal('GET /api/agents')
    for (const name of ['full', 'agents']) expect((await answer(keys[name]))[0]).toBe(200)
    for (const name of ['chat', 'kb', 'connectors', 'admin'])
      expect(await answer(keys[name])).toEqual([403, 'forbidden'])
    expect(await answer(keys['disabled'])).toEqual([401, 'unauthorized'])
    expect(await answer(keys['expired'])).toEqual([401, 'invalid_token'])
    expect(await answer(tokens.expired)).toEqual([401, 'token_expired'])
    const statuses = users.map(
      async (body) => (await visit(mounted).refusal('POST /api/auth/login', { body }))[0],
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403])
    expect((await fetch(`${control}/health`)).status).toBe(200)
    await stop()
  })

  it('prints the same credentials at every start, and others for another seed', async () => {
    const keys = async (...flags: string[]) => {
      const { output, stop } = await start('--json', ...flags)
      await stop()
      return (JSON.parse(output) as Ready).keys
    }
    const first = await keys()
    expect(await keys()).toEqual(first)
    expect(await keys('--seed', 'another')).not.toEqual(first)
  })

  it('keeps its credentials to itself where others can reach it', async () => {
    const keys = async () => {
      const { output, stop } = await start('--json', '--host', '0.0.0.0')
      await stop()
      return (JSON.parse(output) as Ready).keys
    }
    expect(await keys()).not.toEqual(await keys())
  })
})

describe('serve', () => {
  it('tells people how to sign in and what to try', async () => {
    const { output, stop } = await start()
    await stop()
    expect(output).toContain('demo@example.com / demo-password')
    expect(output).toContain('/api/chat/resume')
  })

  it('explains its flags and serves nothing', async () => {
    const { output, stop } = await start('--help')
    expect(output).toContain('--fixture NAME')
    expect(await stop()).toBe(0)
  })

  it.each(['demo', 'empty', 'crowded'])('serves the fixture %s', async (fixture) => {
    const { output, stop } = await start('--json', '--fixture', fixture)
    const { url, keys } = JSON.parse(output) as Ready
    const headers = { authorization: `Bearer ${keys['full']}` }
    expect((await fetch(`${url}/api/conversations`, { headers })).status).toBe(200)
    await stop()
  })

  it('plays the scenarios of a folder before its own', async () => {
    const scenarios = await mkdtemp(join(folder.path, 'scenarios-'))
    const text = `name: mine\nmatch: { endpoint: react, query: order }\nscript:\n  - answer: My own answer.\n`
    await writeFile(join(scenarios, 'mine.yaml'), text)
    const { output, stop } = await start('--json', '--speed', 'max', '--scenarios', scenarios)
    const { url, keys } = JSON.parse(output) as Ready
    const response = await fetch(`${url}/api/react`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: 'Where is my order?', token: keys['full'] }),
    })
    expect(await response.text()).toContain('My own answer.')
    await stop()
  })

  it('answers as its profile says', async () => {
    const profile = await file('staging.profile.yaml', 'picks:\n  errors.envelope: detail\n')
    const { output, stop } = await start('--json', '--profile', profile)
    const { url } = JSON.parse(output) as Ready
    expect(await (await fetch(`${url}/api/agents`)).json()).toHaveProperty('error_code')
    await stop()
  })
})

describe('serve refuses', () => {
  const taken: { server?: Server; port: number } = { port: 0 }
  beforeAll(async () => {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    Object.assign(taken, { server, port: (server.address() as AddressInfo).port })
  })
  afterAll(() => taken.server?.close())

  it('a port that is taken', async () => {
    expect(await refusal('--port', String(taken.port))).toBe(
      `Port ${taken.port} on 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`,
    )
  })

  it.each([
    [['--host', '203.0.113.7'], '203.0.113.7 is not an address of this machine.'],
    [['--port', '70000'], '--port takes a whole number from 0 to 65535, not `70000`.'],
    [['--port', '4010.5'], '--port takes a whole number from 0 to 65535, not `4010.5`.'],
    [['--port', ''], '--port takes a whole number from 0 to 65535, not ``.'],
    [['--port=-1'], '--port takes a whole number from 0 to 65535, not `-1`.'],
    [['--speed', 'fast'], '--speed takes a number above 0, or `max`, not `fast`.'],
    [['--speed', '0'], '--speed takes a number above 0, or `max`, not `0`.'],
    [['--speed', 'Infinity'], '--speed takes a number above 0, or `max`, not `Infinity`.'],
    [['--fixture', 'full'], 'There is no fixture `full`: choose demo, empty, crowded.'],
    [['--profile', 'nowhere.yaml'], 'There is no profile `nowhere.yaml`:'],
    [['--scenarios', '/nowhere'], 'There is no folder `/nowhere` to read scenarios from.'],
    [['--sped', '2'], 'There is no flag --sped. Did you mean --speed?'],
    [['--port'], '--port needs a value;'],
    [['--json=yes'], '--json takes no value.'],
    [['4010'], 'An argument has no flag before it; see --help.'],
  ])('%j', async (flags, sentence) => {
    const message = await refusal(...flags)
    expect(message.slice(0, sentence.length)).toBe(sentence)
    expect(message).not.toContain('\n')
  })

  it.each([
    ['picks:\n  errors.envelop: detail\n', '2:3', 'Unknown choice `errors.envelop`.'],
    [
      'picks:\n  errors.envelope: detial\n',
      '2:20',
      'Unknown option of `errors.envelope` `detial`.',
    ],
    ['name: x\npick: {}\n', '2:1', 'Unknown key `pick`.'],
    ['picks:\n  login.expires-in: { seconds: 0 }\n', '2:21', 'Option `seconds` of `login.'],
    ['picks:\n  lists.envelope:\n    at:\n      GET /api: items\n', '4:7', 'Unknown operation'],
    ['picks: [\n', '2:1', 'this is not valid YAML:'],
    ['- one\n', '1:1', 'A profile is an object with `picks`'],
  ])('the profile %j and says where it is wrong', async (text, place, sentence) => {
    const path = await file('wrong.profile.yaml', text)
    const message = await refusal('--profile', path)
    expect(message.slice(0, `${path}:${place}: ${sentence}`.length)).toBe(
      `${path}:${place}: ${sentence}`,
    )
    expect(message).not.toMatch(/\n\s+at /)
  })
})

describe('the command', () => {
  it('ends with exit code 3 and one sentence, without a stack', async () => {
    const args = ['--import', 'tsx', 'cli/understudy.ts', 'serve', '--port', 'many']
    const ended = await new Promise((resolve) => {
      execFile(process.execPath, args, (error, stdout, stderr) =>
        resolve({ code: error?.code, stdout, stderr }),
      )
    })
    expect(ended).toEqual({
      code: usageExit,
      stdout: '',
      stderr: '--port takes a whole number from 0 to 65535, not `many`.\n',
    })
    expect(usageExit).toBe(3)
  })
})
