import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import type { Report } from '../../conformance/report/report.ts'
import { json, openConformanceServer, words } from './conformance-server.ts'

describe('the conformance API of a server', () => {
  it('the conformance API of a server requires the control token if one is set, but the report page does not', async () => {
    const server = await openConformanceServer('--control-token', 'a-token')
    onTestFinished(async () => void (await server.stop()))
    for (const method of ['GET', 'DELETE'])
      expect((await server.ask('conformance', { method })).status).toBe(401)
    expect((await server.send('conformance', { plan: 'smoke' })).status).toBe(401)
    expect((await server.ask('conformance/report')).status).toBe(401)
    const authorization = 'Bearer a-token'
    const init = { method: 'POST', headers: { ...json, authorization }, body: '{"plan":"smoke"}' }
    const { id } = (await (await server.ask('conformance', init)).json()) as ConformanceRun
    const page = () => fetch(`${server.url}/console/report-${id}.html`)
    await expect.poll(async () => (await page()).status, { timeout: 60_000 }).toBe(200)
  }, 90_000)

  it('the conformance API of a server is refused if the control API is off', async () => {
    const server = await openConformanceServer('--public-url', 'https://demo.example.com')
    onTestFinished(async () => void (await server.stop()))
    const [status, error] = await words(await server.send('conformance', { plan: 'smoke' }))
    expect([status, error]).toEqual([
      403,
      'The control API is off, because others can reach this address. Start with --control-token to use it.',
    ])
  })

  it('the report of a conformance run shows the public URL of the server', async () => {
    const publicUrl = 'https://demo.example.com/fake'
    const server = await openConformanceServer(
      '--control-token',
      'a-token',
      '--public-url',
      publicUrl,
    )
    onTestFinished(async () => void (await server.stop()))
    const headers = { ...json, authorization: 'Bearer a-token' }
    await server.ask('conformance', { method: 'POST', headers, body: '{"plan":"smoke"}' })
    const report = () => server.ask('conformance/report', { headers })
    await expect.poll(async () => (await report()).status, { timeout: 60_000 }).toBe(200)
    const { target, summary } = (await (await report()).json()) as Report
    expect(target.startsWith(`${publicUrl}/w/conformance-`)).toBe(true)
    expect(summary).toMatchObject({ fail: 0, blocked: 0 })
  }, 90_000)

  it('a conformance run against a server with a mutant detects the mutant', async () => {
    const server = await openConformanceServer('--mutant', 'fifty-by-default')
    onTestFinished(async () => void (await server.stop()))
    await server.begin('smoke')
    const { failures } = await server.over()
    expect(failures.map(({ id }) => id)).toContain('lists.size-is-20-by-default')
    expect(failures.flatMap(({ played }) => played)).toEqual([])
  }, 90_000)

  it('a conformance run in progress does not delay the stop of the server', async () => {
    const server = await openConformanceServer()
    const { world } = await server.begin('turn')
    await server.send('clock', { freeze: true }, 'POST', world)
    expect(await server.stop()).toBe(0)
  })
})
