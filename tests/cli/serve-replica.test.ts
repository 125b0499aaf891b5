import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Ready, refusal, outputOf, start, temporaryFolder } from '../support/start-serve.ts'

const { folder, file } = temporaryFolder()

it.each([
  [
    ['--replica', 'a b'],
    '--replica takes 1 to 64 letters, digits, dots, dashes and underscores, not `a b`.',
  ],
  [['--replica', ''], '--replica takes 1 to 64 letters'],
  [['--replica', 'a', '--demo'], '--demo cannot be used with --replica'],
  [['--replica', 'a', '--public-url', 'https://x.test'], '--replica needs --secret-file'],
  [['--drain', '2h'], '--drain takes a time from 0s to 1h, such as 30s, not `2h`.'],
  [['--drain', 'long'], 'not `long`'],
  [['--secret-file', '/nowhere'], "--secret-file: /nowhere can't be read (ENOENT)."],
])('`serve %j` is refused', async (flags, message) => {
  expect(await refusal(...flags)).toContain(message)
})

it('`serve` refuses a secret of replicas that is too short', async () => {
  const short = await file('short', 'abc\n')
  expect(await refusal('--secret-file', short)).toContain('at least 16 characters')
})

it('servers with the same secret file accept the same keys, also with a public URL', async () => {
  const secret = await file('secret', 'a-secret-of-many-characters\n')
  const flags = ['--json', '--public-url', 'https://x.test', '--secret-file', secret]
  const keys = async (...more: string[]) =>
    (JSON.parse(await outputOf(...flags, ...more)) as Ready).keys
  const first = await keys('--replica', 'a')
  expect(await keys('--replica', 'b')).toEqual(first)
  expect(await keys('--replica', 'b', '--data', join(folder.path, 'data'))).toEqual(first)
  const other = await file('other', 'another-secret-of-many-characters\n')
  expect(await keys('--replica', 'c', '--secret-file', other)).not.toEqual(first)
})

it('every response of a replica names the replica in a header: the API, the control API, the page and errors', async () => {
  const { output, stop } = await start('--json', '--replica', 'a')
  const { url } = JSON.parse(output) as Ready
  for (const path of ['/api/agents', '/nowhere', '/__control/health', '/__control/clock', '/'])
    expect((await fetch(url + path)).headers.get('x-understudy-replica')).toBe('a')
  const response = await fetch(`${url}/__control/worlds`)
  expect(await response.json()).toMatchObject({ worlds: [{ name: 'default', replica: 'a' }] })
  await stop()
})

it('the responses of a server that is not a replica name no replica', async () => {
  const { output, stop } = await start('--json')
  const { url } = JSON.parse(output) as Ready
  const response = await fetch(`${url}/__control/worlds`)
  expect(response.headers.has('x-understudy-replica')).toBe(false)
  expect(await response.text()).not.toContain('replica')
  await stop()
})
