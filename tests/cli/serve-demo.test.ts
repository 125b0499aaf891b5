import { describe, expect, it, onTestFinished } from 'vitest'
import { textsAtStart } from '../support/loaded-files.ts'
import { refusal, outputOf, start } from '../support/start-serve.ts'
import type { VisitorAccount } from '../support/demo-visitors.ts'

type ReadyDemo = {
  readonly url: string
  readonly users: readonly object[]
  readonly demo: { readonly idle_ms: number; readonly rate: number; readonly worlds: number }
}

async function serveDemo(...flags: string[]) {
  const { output, stop } = await start('--demo', '--json', ...flags)
  onTestFinished(async () => void (await stop()))
  const ready = JSON.parse(output) as ReadyDemo
  const page = await fetch(ready.url)
  const [cookie = ''] = page.headers.get('set-cookie')?.split(';') ?? []
  const visitorReply = await fetch(`${ready.url}/__control/visitor`, { headers: { cookie } })
  return { ready, output, page, cookie, account: (await visitorReply.json()) as VisitorAccount }
}

describe('`serve --demo`', () => {
  it('`serve --demo` creates a world for each browser that opens the page, and prints no keys', async () => {
    const { ready, output, page, account } = await serveDemo('--idle', '5m', '--worlds', '7')
    expect(await page.text()).toContain('data-control="visitor"')
    expect(ready.demo).toEqual({ idle_ms: 300_000, rate: 20, worlds: 7 })
    expect(ready.users).toEqual(account.users)
    expect(account.ttl_ms).toBe(300_000)
    expect(output).not.toContain('svc_')
  })

  it('`serve --demo` creates random keys and cookies, which a seed does not determine', async () => {
    const [one, other] = [await serveDemo('--seed', 'x'), await serveDemo('--seed', 'x')]
    expect(one.account.keys['full']).not.toBe(other.account.keys['full'])
    expect(one.cookie).not.toBe(other.cookie)
  })

  it('`serve --demo` prints the limits and the permissions of a visitor', async () => {
    const printed = await outputOf('--demo', '--idle', '2h')
    expect(printed).toContain('Each browser that opens it gets its own world.')
    expect(printed).toContain('is deleted after 2h without a request; 500 at a time')
    expect(printed).not.toMatch(/svc_|undefined/)
  })

  it('`serve --demo` plays a mutant for all visitors', async () => {
    const { ready, cookie, account } = await serveDemo('--mutant', 'errors.envelope=detail')
    const { status } = await fetch(`${ready.url}/api/agents`, {
      headers: { cookie, authorization: `Bearer ${account.keys['full']}` },
    })
    expect(status).toBe(200)
    const refused = await fetch(`${ready.url}/api/agents`, { headers: { cookie } })
    expect(await refused.json()).toHaveProperty('detail')
    // Paths outside of worlds are refused with the same message.
    expect(await (await fetch(`${ready.url}/api/agents`)).json()).toHaveProperty('detail')
  })

  it.each([
    [['--idle', '5m'], '--idle only works together with --demo.'],
    [['--rate', '5'], '--rate only works together with --demo.'],
    [
      ['--demo', '--data', '/tmp/x'],
      '--demo cannot be used with --data: a demo keeps nothing after a restart.',
    ],
    [
      ['--demo', '--snapshot', 'x'],
      '--demo cannot be used with --snapshot: a demo has no default world.',
    ],
    [['--demo', '--idle', 'soon'], '--idle takes a time from 1s to 7d, such as 30m, not `soon`.'],
    [['--demo', '--idle', '0s'], '--idle takes a time from 1s to 7d, such as 30m, not `0s`.'],
    [['--demo', '--idle', '8d'], '--idle takes a time from 1s to 7d, such as 30m, not `8d`.'],
    [['--demo', '--rate', '0'], '--rate takes a whole number from 1 to 10000, not `0`.'],
    [['--worlds', '0'], '--worlds takes a whole number from 1 to 1000000, not `0`.'],
    [['--streams', 'many'], '--streams takes a whole number from 1 to 1000000, not `many`.'],
  ])('`serve --demo` refuses %j', async (flags, sentence) => {
    expect((await refusal(...flags)).slice(0, sentence.length)).toBe(sentence)
  })

  it('the code of `serve --demo` is not loaded by a start without the flag', async () => {
    const texts = await textsAtStart()
    expect(texts.some((text) => text.includes('gives each visitor their own world'))).toBe(true)
    expect(texts.filter((text) => text.includes('understudy-visitor'))).toEqual([])
  })
})

it('a server without --demo allows as many worlds as --worlds sets', async () => {
  const { output, stop } = await start('--json', '--worlds', '2')
  onTestFinished(async () => void (await stop()))
  const { url } = JSON.parse(output) as ReadyDemo
  for (const name of ['a', 'b', 'c']) await fetch(`${url}/w/${name}/api/agents`)
  const { worlds } = (await (await fetch(`${url}/__control/worlds`)).json()) as {
    worlds: readonly { readonly name: string }[]
  }
  expect(worlds.map(({ name }) => name)).toEqual(['default', 'c'])
})
