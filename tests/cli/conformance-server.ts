import { expect } from 'vitest'
import type { describePlans } from '../../cli/serve/conformance/runs.ts'
import type { ConformanceRun } from '../../contract/control/conformance.ts'
import type { Report } from '../../conformance/report/report.ts'
import { type Ready, start } from '../support/start-serve.ts'

type Standing = { readonly plans: ReturnType<typeof describePlans>; readonly run: ConformanceRun }

/** A server, with the conformance routes of its control API. */
export async function openConformanceServer(...flags: string[]) {
  const { output, stop } = await start('--json', ...flags)
  const ready = JSON.parse(output) as Ready & { readonly listening?: string }
  const url = ready.listening ?? ready.url
  const ask = (path: string, init: RequestInit = {}, world = 'red') =>
    fetch(`${url}/w/${world}/__control/${path}`, init)
  const send = (path: string, body: unknown, method = 'POST', world = 'red') =>
    ask(path, { method, headers: json, body: JSON.stringify(body) }, world)
  const status = async () => (await (await ask('conformance')).json()) as Standing
  const begin = async (plan: string) =>
    (await (await send('conformance', { plan })).json()) as ConformanceRun
  const over = async () => {
    await expect.poll(async () => (await status()).run.state, { timeout: 60_000 }).toBe('over')
    return (await status()).run
  }
  const report = async () => (await (await ask('conformance/report')).json()) as Report
  return { url, stop, ask, send, status, begin, over, report }
}

export const json = { 'content-type': 'application/json' }
export const words = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]
