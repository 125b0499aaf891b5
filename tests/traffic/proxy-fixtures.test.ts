import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JournalFilter } from '../../contract/control/journal.ts'
import { useProxy } from '../../entries/vitest.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { openTestProxy } from '../../testing/proxy/test-proxy.ts'
import { createTestFake } from '../../testing/test-fake.ts'
import { recordingFiles } from '../../testing/vitest/use-proxy.ts'
import { callerWith, visitorOf } from './faked-staging.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { vitest } from '../support/inner-vitest.ts'
import { runPlaywright } from '../testing/playwright/run.ts'
import { isProving } from '../support/proving.ts'

const folder = await mkdtemp(join(tmpdir(), 'recordings-'))
const good = await listen(createTestFake({ seed: 'staging' }))
afterAll(async () => {
  await good.close()
  await rm(folder, { recursive: true })
})

describe('a deployment that keeps the rules', () => {
  const deployment = useProxy({ to: good.url, check: true })
  let last = ''

  it('useProxy passes calls on, and finds nothing in a deployment that keeps the rules', async () => {
    last = deployment.url
    const { json } = await (
      await visitorOf(deployment.url, good.url, 'demo')
    ).call('GET /api/agents')
    expect(json['items']).not.toEqual([])
    expect(await deployment.findings()).toEqual([])
    expect(deployment.journal().map(({ path }) => path)).toEqual(['/api/auth/login', '/api/agents'])
  })

  it.each([
    [{ endpoint: 'chat.reakt' }, 'did you mean `chat.react`?'],
    [{ endpont: 'chat.react' }, 'the key "endpont" is unknown'],
    [{ status: 'ok' }, '"status" is "ok"'],
  ])('useProxy refuses the filter %j of its journal', (filter, sentence) => {
    expect(() => deployment.journal(filter as JournalFilter)).toThrow(sentence)
  })

  it('useProxy opens a proxy of its own for each test', async () => {
    expect(deployment.journal()).toEqual([])
    expect(deployment.url).not.toBe(last)
    await expect(fetch(last)).rejects.toThrow('fetch failed')
  })
})

describe('a deployment with turns of a fake, faults and a recording', () => {
  const deployment = useProxy({ to: good.url, fake: { speed: 'max' }, record: folder })

  it('useProxy plays turns from a fake, adds faults, and records a file for each test', async () => {
    const visitor = await visitorOf(deployment.url, good.url, 'demo')
    const events = await (await visitor.stream('POST /api/react', { q: 'Hello' })).rest()
    expect(events.at(-1)?.event).toBe('end')
    expect(deployment.journal({ endpoint: 'chat.react' })).toMatchObject([
      { explanation: 'The fake responded in place of the target.' },
    ])
    deployment.addFaults({
      match: { endpoint: 'agents.list' },
      effect: { error: { code: 'conflict' } },
    })
    const { token } = visitor
    const agents = await callerWith(deployment.url, good.url, token).call('GET /api/agents')
    expect(agents.status).toBe(409)
    expect(await readdir(folder)).toEqual([
      'useproxy-plays-turns-from-a-fake-adds-faults-and-records-a-f.har.part',
    ])
  })
})

describe('tests with the same name in several files', () => {
  it('tests with the same name that start at the same time record to different files', async () => {
    const records = join(folder, 'same')
    const open = async () =>
      openTestProxy(
        { to: good.url },
        async () => expect.unreachable(),
        await recordingFiles(records, 'A test'),
      )
    for (const proxy of await Promise.all([open(), open()])) await proxy.close()
    expect((await readdir(records)).toSorted()).toEqual(['a-test-2.har', 'a-test.har'])
    await (await open()).close()
    expect(await readdir(records)).toContain('a-test-3.har')
  })
})

describe('tests that run at the same time', () => {
  const deployment = useProxy({ to: good.url })
  const refused = Promise.withResolvers<void>()

  it.concurrent('useProxy is refused in tests that run at the same time', async () => {
    await expect(refused.promise).resolves.toBeUndefined()
  })
  it.concurrent('useProxy is also refused in the second of two concurrent tests', () => {
    expect(() => deployment.url).toThrow('Concurrent tests would share one proxy')
    refused.resolve()
  })
})

describe.skipIf(!isProving)('the check of a fixture', () => {
  it('useProxy fails a test whose traffic breaks a rule', async () => {
    const ran = await vitest('tests/conformance/suite-as-tests/behind-proxy.ts')
    const [outcomes = new Map()] = ran.outcomes
    const failed = [...outcomes.values()].filter(({ status }) => status !== 'passed')
    expect(failed.map(({ title }) => title)).toEqual(['the check fails'])
    expect(failed[0]?.failureMessages.join('\n')).toMatch(
      /The traffic of this test breaks rules that must hold:\nFAIL errors\.\S+ .*GET \/api\/agents/,
    )
    expect(ran.exit).toBe(1)
    const findings = outcomes.get('the check reports')?.meta.findings ?? []
    expect(findings).toContainEqual(expect.objectContaining({ level: 'must', count: 1 }))
  })

  it.skipIf(foundBrowser === undefined)(
    'the fixture deployment serves pages, and fails a test whose traffic breaks a rule',
    async () => {
      const { stats, errors } = await runPlaywright(['deployment', '--workers', '1'])
      expect(JSON.stringify(errors)).toContain(
        'The traffic of this test breaks rules that must hold',
      )
      expect(errors).toMatchObject([{ title: 'the check fails' }])
      expect(stats).toMatchObject({ expected: 2, unexpected: 1, flaky: 0 })
    },
    180_000,
  )
})
