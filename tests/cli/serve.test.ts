import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ready, outputOf, start, temporaryFolder } from '../support/start-serve.ts'
import { demo } from '../support/transports.ts'
import { visit } from '../support/visitor.ts'

const { folder, file } = temporaryFolder()

const keysOf = async (...flags: string[]) =>
  (JSON.parse(await outputOf('--json', ...flags)) as Ready).keys

describe('`serve --json`', () => {
  it('`serve --json` prints one line of JSON with the URLs, the allowed origins, the users and the credentials', async () => {
    const { output, stop } = await start('--json')
    expect(output).toMatch(/^[^\n]+\n$/)
    const ready = JSON.parse(output) as Ready
    expect(ready).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      control: `${ready.url}/__control`,
      origins: ['*'],
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

  it('each credential that `serve --json` prints has the access that its name says', async () => {
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

  it('`serve --json` prints the same credentials at every start, and others for another seed', async () => {
    const first = await keysOf()
    expect(await keysOf()).toEqual(first)
    expect(await keysOf('--seed', 'another')).not.toEqual(first)
  })

  it('`serve --json` does not print credentials if other machines can reach the server', async () => {
    const everywhere = ['--host', '0.0.0.0']
    expect(await keysOf(...everywhere)).not.toEqual(await keysOf(...everywhere))
    const proxied = ['--public-url', 'https://demo.example.com/fake/']
    expect(await keysOf(...proxied)).not.toEqual(await keysOf(...proxied))
    expect(await keysOf('--public-url', 'http://localhost:80')).toEqual(await keysOf())
  })

  it('`serve --json` prints the public URL, and the address it listens on', async () => {
    const printed = await outputOf('--json', '--public-url', 'https://demo.example.com/fake/')
    expect(JSON.parse(printed)).toMatchObject({
      url: 'https://demo.example.com/fake',
      control: 'https://demo.example.com/fake/__control',
      listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
  })
})

describe('a server that other machines can reach', () => {
  const everywhere = ['--host', '0.0.0.0', '--json']
  const ask = async (flags: string[], headers: Record<string, string>) => {
    const { output, stop } = await start(...everywhere, ...flags)
    const { url, control, keys } = JSON.parse(output) as Ready
    const { status } = await fetch(`${control}/clock`, { headers })
    const platform = { authorization: `Bearer ${keys['full']}` }
    const { status: played } = await fetch(`${url}/api/agents`, { headers: platform })
    await stop()
    return [status, played]
  }

  it('a server that other machines can reach has a control API only with a token', async () => {
    const authorization = 'Bearer a-token'
    expect(await ask([], { authorization })).toEqual([403, 200])
    const guarded = ['--control-token', 'a-token']
    expect(await ask(guarded, {})).toEqual([401, 200])
    expect(await ask(guarded, { authorization })).toEqual([200, 200])
  })

  it('a server that other machines can reach allows pages of a given origin to use the control API', async () => {
    const origin = 'http://localhost:3000'
    const headers = { authorization: 'Bearer a-token', origin }
    const guarded = ['--control-token', 'a-token']
    expect(await ask(guarded, headers)).toEqual([403, 200])
    expect(await ask([...guarded, '--control-origin', origin], headers)).toEqual([200, 200])
  })

  it('a server that other machines can reach prints that secrets are random, and whether the control API is off', async () => {
    const everyone = ['--host', '0.0.0.0']
    expect(await outputOf(...everyone)).toContain('keys and tokens are random: new at every start')
    expect(await outputOf(...everyone)).toMatch(
      /control {4}off, .+ enable it with --control-token TOKEN/,
    )
    const guarded = await outputOf(...everyone, '--control-token', 'a-secret-token')
    expect(guarded).toMatch(/control {4}http:\/\/127\.0\.0\.1:\d+\/__control with -H/)
    expect(guarded).not.toContain('a-secret-token')
  })
})

describe('`serve`', () => {
  it('`serve` prints how to sign in, and commands to try', async () => {
    const output = await outputOf()
    expect(output).toContain('demo@example.com / demo-password')
    expect(output).toContain('/api/chat/resume')
  })

  it('`serve` prints which web pages may call it, with the origins of --allow-origin', async () => {
    expect(await outputOf()).toContain('pages      may call from: every origin')
    const flags = ['--profile', 'deployed-0.8', '--allow-origin', 'http://localhost:5173']
    const listed =
      /may call from: http:\/\/localhost:3000, .*, http:\/\/localhost:5173 \(--allow-origin/
    expect(await outputOf(...flags)).toMatch(listed)
    expect(await outputOf(...flags, '--demo')).toMatch(listed)
    const { origins } = JSON.parse(await outputOf(...flags, '--json')) as Ready
    expect(origins).toContain('http://localhost:5173')
  })

  it('`serve` prints its flags with --help, and starts no server', async () => {
    const { output, stop } = await start('--help')
    expect(output).toContain('--fixture NAME')
    expect(await stop()).toBe(0)
  })

  it.each(['demo', 'empty', 'crowded'])('`serve` serves the fixture %s', async (fixture) => {
    const { output, stop } = await start('--json', '--fixture', fixture)
    const { url, keys } = JSON.parse(output) as Ready
    const headers = { authorization: `Bearer ${keys['full']}` }
    expect((await fetch(`${url}/api/conversations`, { headers })).status).toBe(200)
    await stop()
  })

  it('`serve` prefers the scenarios of a given folder to the shipped scenarios', async () => {
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

  it('`serve --profile` responds like the deployment of the profile', async () => {
    const profile = await file('staging.profile.yaml', 'picks:\n  errors.envelope: detail\n')
    const { output, stop } = await start('--json', '--profile', profile)
    const { url } = JSON.parse(output) as Ready
    expect(await (await fetch(`${url}/api/agents`)).json()).toHaveProperty('error_code')
    await stop()
  })
})
