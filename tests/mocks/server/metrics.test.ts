import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadedWorld } from '../../../mocks/world/world-storage.ts'
import { createMetricsRoutes } from '../../../cli/serve/lazy-routes.ts'
import { createControlClient } from '../../../mocks/control/control-client.ts'
import { type Core, createCore } from '../../../mocks/core.ts'
import type { CoreOptions } from '../../../mocks/fake-options.ts'
import { createRequestHandler } from '../../../mocks/request-handler.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { type Ready, start } from '../../support/start-serve.ts'
import { demo } from '../../support/transports.ts'

const metrics = async (fetchFrom: (path: string) => Promise<Response>) => {
  const response = await fetchFrom('/__control/metrics')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ])
  const text = await response.text()
  return { text, samples: parse(text) }
}

/** Parses OpenMetrics; throws for a line that is not in the format. */
function parse(text: string): Record<string, number> {
  const lines = text.split('\n')
  expect(lines.slice(-2)).toEqual(['# EOF', ''])
  const families = new Map<string, string>()
  const samples: Record<string, number> = {}
  let family = ''
  for (const line of lines.slice(0, -2)) {
    const [, keyword, name = '', rest = ''] = /^# (TYPE|UNIT|HELP) (\w+) (.+)$/.exec(line) ?? []
    if (keyword !== undefined) {
      if (keyword === 'TYPE') {
        expect(families.has(name)).toBe(false)
        families.set(name, rest)
        family = name
      }
      expect(name).toBe(family)
      if (keyword === 'UNIT') expect(name.endsWith(`_${rest}`)).toBe(true)
      continue
    }
    const [, sample = '', labels = '', value = ''] =
      /^(\w+)(\{\w+="[\w.+-]*"\})? (\d+(?:\.\d+)?(?:e[+-]\d+)?)$/.exec(line) ?? []
    const suffixes = {
      gauge: '',
      counter: '_total',
      info: '_info',
      histogram: '_(bucket|count|sum)',
    }
    const suffix = suffixes[families.get(family) as keyof typeof suffixes]
    expect(sample).toMatch(new RegExp(`^${family}${suffix}$`))
    samples[sample + labels] = Number(value)
  }
  return samples
}

const ignore = () => undefined
/** A fake with its metrics. */
function createMeasured(options: Partial<CoreOptions> = {}, resources = {}) {
  const controlRoutes = createMetricsRoutes(() => core.parts.meter, resources)
  const core: Core = createCore({ fixture: demo, controlRoutes, ...options }, createRequestHandler)
  return { ...core, ...createControlClient(core.parts) }
}

const inProcess = (fake: Pick<Core, 'fetch'>) => (path: string) =>
  fake.fetch(new Request(`http://localhost${path}`))

describe('the metrics of a fake', () => {
  it('the metrics of a fake count streams, turns and worlds, and also calls by the class of their status', async () => {
    const clock = createManualClock()
    const fake = createMeasured({ systemClock: clock })
    const call = inProcess(fake)
    const authorization = `Bearer ${fake.control().about().keys['full']}`
    const before = await metrics(call)
    expect(before.samples['understudy_calls_total{status="2xx"}']).toBe(0)
    const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } }
    const url = 'http://localhost/api'
    await fake.fetch(new Request(`${url}/agents`, { headers: { authorization } }))
    await fake.fetch(new Request(`${url}/agents`))
    const react = { ...post, body: '{"q":"Hello"}' }
    const stream = await fake.fetch(new Request(`${url}/react`, react))
    await fake.fetch(new Request('http://localhost/w/%0A/api/agents'))
    const { samples } = await metrics(call)
    expect(samples).toMatchObject({
      'understudy_calls_total{status="2xx"}': 2,
      'understudy_calls_total{status="4xx"}': 2,
      'understudy_calls_total{status="5xx"}': 0,
      understudy_streams: 1,
      understudy_turns: 1,
      understudy_worlds: 1,
      understudy_ready: 1,
      understudy_moving: 0,
    })
    await stream.body?.cancel()
    expect((await metrics(call)).samples['understudy_streams']).toBe(0)
  })

  it('the metrics of a fake show how late timers ran', async () => {
    const clock = createManualClock()
    const fake = createMeasured({ systemClock: clock })
    const call = inProcess(fake)
    const at = fake.world().clock.now()
    fake.world().clock.at(at + 10, () => undefined)
    clock.pass(10)
    fake.world().clock.at(at + 5, () => undefined)
    clock.pass(0)
    const { samples } = await metrics(call)
    expect(samples).toMatchObject({
      'understudy_lateness_seconds_bucket{le="0.001"}': 1,
      'understudy_lateness_seconds_bucket{le="0.005"}': 2,
      'understudy_lateness_seconds_bucket{le="+Inf"}': 2,
      understudy_lateness_seconds_count: 2,
      understudy_lateness_seconds_sum: 0.005,
    })
  })

  it('the metrics of a fake count the writes to the storage, and the failed writes', async () => {
    let isFull = false
    const write = () => {
      if (isFull) throw new Error('The disk is full.')
    }
    const storage = {
      names: () => [],
      load: (): LoadedWorld | undefined => undefined,
      save: () => ({ write }),
      remove: () => undefined,
    }
    const resources = { storageBytes: () => 4096 }
    const fake = createMeasured({ storage, onCrash: ignore }, resources)
    fake.control().clock.freeze()
    const first = (await metrics(inProcess(fake))).samples
    expect(first).toMatchObject({
      understudy_storage_bytes: 4096,
      understudy_storage_failures_total: 0,
    })
    expect(first['understudy_storage_writes_total']).toBeGreaterThanOrEqual(2)
    isFull = true
    expect(() => fake.control().clock.resume()).toThrow('The disk is full.')
    const { samples } = await metrics(inProcess(fake))
    expect(samples['understudy_storage_failures_total']).toBe(1)
  })

  it('the metrics of a fake contain no text of clients, such as the names of worlds', async () => {
    const fake = createMeasured()
    fake.world('evil"} 1\\u00a0 # TYPE')
    expect((await metrics(inProcess(fake))).text).not.toContain('evil')
  })
})

describe('the metrics of a server', () => {
  let server: Awaited<ReturnType<typeof start>>
  const url = () => (JSON.parse(server.output) as Ready).url
  beforeAll(async () => {
    server = await start('--json', '--replica', 'eu-1.b', '--control-token', 'secret-token')
  })
  afterAll(() => server.stop())

  it('the metrics of a server need the token of the control API, and name the replica', async () => {
    expect((await fetch(`${url()}/__control/metrics`)).status).toBe(401)
    const headers = { authorization: 'Bearer secret-token' }
    const { samples } = await metrics((path) => fetch(url() + path, { headers }))
    expect(samples['understudy_replica_info{name="eu-1.b"}']).toBe(1)
    expect(samples['understudy_memory_bytes']).toBeGreaterThan(1e7)
  })
})
