import { expect, it, onTestFinished } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { runWorlds } from '../support/replicas.ts'
import { type Ready, start } from '../support/start-serve.ts'

async function serve(...flags: string[]): Promise<string> {
  const server = await start('--json', ...flags)
  onTestFinished(async () => void (await server.stop()))
  return (JSON.parse(server.output) as Ready).url
}

const refused = async (...argv: string[]) => {
  const error: unknown = await runWorlds(...argv).catch((reason: unknown) => reason)
  if (!(error instanceof UsageError)) throw new Error(`There was no refusal: ${String(error)}`)
  return error.message
}

it('`worlds` prints help for itself and for its commands', async () => {
  expect((await runWorlds('--help')).out).toContain('move')
  expect((await runWorlds()).code).toBe(3)
  for (const command of ['list', 'hold', 'move'])
    expect(await runWorlds(command, '--help')).toEqual({
      code: 0,
      out: expect.stringContaining('--from URL'),
      errors: '',
    })
  expect(await refused('mvoe')).toContain('Did you mean move?')
})

it('`worlds` refuses a wrong command line, and says what it accepts', async () => {
  expect(await refused('list')).toContain('--from http://host-a:4010')
  expect(await refused('list', '--from', 'host-a')).toContain(
    '--from takes an http or https address',
  )
  expect(await refused('move', '--from', 'http://localhost:1')).toContain('--through')
  const hold = ['hold', '--from', 'http://localhost:1', '--for']
  expect(await refused(...hold, '11m')).toContain('a time from 0s to 10m')
})

it('`worlds` exits with code 4 if a server does not respond, or is not a replica', async () => {
  const plain = await serve()
  const a = await serve('--replica', 'a')
  const gone = await runWorlds('list', '--from', 'http://127.0.0.1:1')
  expect([gone.code, gone.errors]).toEqual([4, expect.stringContaining('does not respond')])
  const { url } = await upstreamOf((_, response) => response.end('<!doctype html>'))
  const page = await runWorlds('list', '--from', url)
  expect([page.code, page.errors]).toEqual([
    4,
    expect.stringContaining('is not a replica of Understudy'),
  ])
  const held = await runWorlds('hold', '--from', plain)
  expect([held.code, held.errors]).toEqual([4, expect.stringContaining('--replica NAME')])
  const same = await runWorlds('hold', '--from', a, '--from', a)
  expect([same.code, same.errors]).toEqual([4, expect.stringContaining('both the replica `a`')])
  const unnamed = await runWorlds('move', '--from', a, '--through', plain)
  expect([unnamed.code, unnamed.errors]).toEqual([4, expect.stringContaining('names no replica')])
  const b = await serve('--replica', 'b')
  const other = await runWorlds('move', '--from', a, '--through', b)
  expect([other.code, other.errors]).toEqual([4, expect.stringContaining('not one of --from')])
})

it('`worlds hold` requires the control token of the replicas, and `worlds hold --end` ends the hold', async () => {
  const a = await serve('--replica', 'a', '--control-token', 'a-token')
  const without = await runWorlds('hold', '--from', a)
  expect([without.code, without.errors]).toEqual([4, expect.stringContaining('Bearer TOKEN')])
  const flags = ['--from', a, '--control-token', 'a-token']
  const status = async () => (await fetch(`${a}/w/new/api/agents`)).status
  expect((await runWorlds('hold', ...flags)).code).toBe(0)
  expect(await status()).toBe(503)
  expect((await runWorlds('hold', ...flags, '--end')).code).toBe(0)
  expect(await status()).toBe(401)
})

it('`worlds list` prints the replica of each world', async () => {
  const a = await serve('--replica', 'a')
  await fetch(`${a}/w/red/api/agents`)
  expect(await runWorlds('list', '--from', a)).toEqual({
    code: 0,
    out: 'a  default\na  red\n',
    errors: '',
  })
})
