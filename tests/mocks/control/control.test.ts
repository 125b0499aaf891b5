import { describe, expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { demo } from '../../support/transports.ts'

/** Calls the control API of a listening fake, or of one whose control API is off. */
async function serving(control = true) {
  const fake = createFake({ fixture: demo, control })
  const { url, close } = await listen(fake)
  const call = async (operation: string, body?: unknown, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = operation.split(' ')
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url + path, { method, headers: { ...json, ...headers }, ...text })
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }
  return { fake, url, call, [Symbol.asyncDispose]: close }
}

const clock = '/__control/clock'

/** A fixture that fails to load. */
function torn(): never {
  throw new TypeError('torn')
}

describe('the control API', () => {
  it('the control API freezes, advances and resumes the clock of a world', async () => {
    await using served = await serving()
    const { json: frozen } = await served.call(`POST ${clock}`, { freeze: true })
    const { json: moved } = await served.call(`POST ${clock}`, { advance: '2h' })
    expect(Date.parse(moved['now'] ?? '') - Date.parse(frozen['now'] ?? '')).toBe(7_200_000)
    const { json: further } = await served.call(`POST ${clock}`, { advance: 1500 })
    expect(Date.parse(further['now'] ?? '') - Date.parse(moved['now'] ?? '')).toBe(1500)
    expect((await served.call(`GET ${clock}`)).json).toEqual(further)
    expect((await served.call(`POST ${clock}`, { resume: true })).status).toBe(200)
    await served.call(`POST ${clock}`, { scale: 60 })
    await served.call(`POST ${clock}`, { freeze: true })
    const { json: resumed } = await served.call(`POST ${clock}`, { resume: true })
    expect(resumed).toMatchObject({ frozen: false, scale: 60 })
  })

  it.each([{ freeze: '2030-01-02T03:04:05Z' }, { scale: 3600 }])(
    'the control API returns a clock to the real time and speed after %j',
    async (body) => {
      await using served = await serving()
      await served.call(`POST ${clock}`, { advance: '2h' })
      await served.call(`POST ${clock}`, body)
      const { json } = await served.call(`POST ${clock}`, { resume: 'real' })
      expect(json).toMatchObject({ frozen: false, scale: 1 })
      // A second of the machine may pass between the steps, and no minute.
      expect(Math.abs(Number(json['ahead_ms']))).toBeLessThan(60_000)
    },
  )

  it('the control API advances the clock of the named world only', async () => {
    await using served = await serving()
    served.fake.world().clock.freeze()
    const before = served.fake.world().clock.now()
    await served.call(`POST /w/other${clock}`, { advance: '1d' })
    await served.call(`POST ${clock}`, { advance: '1d' }, { 'x-understudy-world': 'other' })
    expect(served.fake.world().clock.now()).toBe(before)
    expect(served.fake.world('other').clock.now() - before).toBeGreaterThanOrEqual(2 * 86_400_000)
  })

  it.each([
    {},
    { advance: 'soon' },
    { advance: -1 },
    { scale: 0 },
    { advance: 1, freeze: true },
    [],
  ])('the control API refuses the clock command %j, and explains what is allowed', async (body) => {
    await using served = await serving()
    const { status, json } = await served.call(`POST ${clock}`, body)
    expect([status, json['error']]).toEqual([422, expect.stringContaining('{"advance": "2h"}')])
  })

  it.each([{ advance: '9999999d' }, { freeze: '0000-01-01' }, { freeze: '9999-12-31' }])(
    'the control API refuses times outside the range of timestamps: %j',
    async (body) => {
      await using served = await serving()
      const { status, json } = await served.call(`POST ${clock}`, body)
      expect([status, json['error']]).toEqual([
        422,
        'The time of a world must be between 1000-01-01 and 9000-01-01.',
      ])
      expect((await served.call(`GET ${clock}`)).json).toMatchObject({ frozen: false })
    },
  )

  it('the control API lists its operations if an operation is unknown', async () => {
    await using served = await serving()
    const { status, json } = await served.call('GET /__control/nope')
    expect([status, json['error']]).toEqual([404, expect.stringContaining('GET health')])
  })

  it('the control API refuses pages of another origin, and form bodies', async () => {
    await using served = await serving()
    const move = (headers: Record<string, string>) =>
      served.call(`POST ${clock}`, { advance: 1 }, headers)
    expect((await move({ origin: 'http://evil.test' })).status).toBe(403)
    expect((await move({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await move({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await move({ origin: served.url })).status).toBe(200)
  })

  it('the control API of a fake that other machines can reach is off, except for its health', async () => {
    await using served = await serving(false)
    expect((await served.call(`POST ${clock}`, { advance: 1 })).status).toBe(403)
    expect((await served.call('GET /__control/health')).json).toEqual({ status: 'ok' })
  })

  it('the control API responds to a crash with 500, and reports the cause to the process that runs the fake', async () => {
    const crashes: unknown[] = []
    const fixtures = { torn }
    const fake = createFake({ fixture: demo, fixtures, onCrash: (...crash) => crashes.push(crash) })
    const response = await fake.fetch(
      new Request('http://platform.test/__control/worlds', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"fixture": "torn"}',
      }),
    )
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.not.stringContaining('torn'),
    ])
    const call = { method: 'POST', path: '/__control/worlds' }
    expect(crashes).toEqual([
      [new TypeError('torn'), { world: 'default', seed: 'understudy', call }],
    ])
  })
})
