import type { Fixture } from '../../../contract/fixture.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import type { ControlStep } from './control-steps.ts'
import { readPatiently, within } from './read-patiently.ts'

type Stage = { readonly fixture: Fixture; readonly scenarios: readonly Scenario[] }

/** Platform calls between the control calls, from every part of the API. */
const asked = [
  'GET /api/auth/me',
  'GET /api/me/api-keys',
  'GET /api/conversations',
  'GET /api/agents',
  'GET /api/knowledge-bases',
  'GET /api/connectors',
  'GET /api/workflows',
  'GET /api/channels',
  'GET /api/orgs',
  'GET /api/admin/audit-log',
  'GET /api/admin/analytics/usage',
  'GET /api/dashboard/stats',
  'POST /api/react {"q":"Where is my order?"}',
  'POST /api/auto {"q":"Please pay back the broken gateways"}',
]

/** Sends control calls to a new fake. Returns crashes, invalid responses, and changes to other worlds. */
export async function playControl(stage: Stage, steps: readonly ControlStep[]): Promise<string[]> {
  const problems: string[] = []
  let doing = ''
  const fake = createFake({
    ...stage,
    fixtures: { demo: async () => stage.fixture },
    systemClock: createVirtualClock(),
    onCrash: (error) =>
      problems.push(`${doing}: ${error instanceof Error ? error.stack : String(error)}`),
  })
  const key = fake.world().keyring.valueOf(stage.fixture.showcase.keys['full'] ?? '')
  const send = async (method: string, path: string, body: string | undefined, bearer?: string) => {
    doing = `${method} ${path} ${body ?? ''}`.slice(0, 2000)
    const leaving = new AbortController()
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      signal: leaving.signal,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const answer = fake.fetch(request).catch(() => undefined)
    // A fault may break a platform call or never respond; a control call must always get a response.
    const response = await (bearer === undefined ? answer : within(answer, 3000))
    if (response === undefined) leaving.abort()
    const text = response && (await readPatiently(response, leaving, 10).catch(() => ''))
    return { status: response?.status ?? 0, text: text ?? '' }
  }
  try {
    for (const [index, { operation, body }] of steps.entries()) {
      const [method = '', path = ''] = operation.split(' ')
      const { status, text } = await send(
        method,
        `/__control/${path}`,
        body === undefined ? undefined : JSON.stringify(body),
      )
      const isRefusal = status >= 400 && status < 500 && /^\{"error":"./.test(text)
      if (!(status >= 200 && status < 300) && !isRefusal)
        problems.push(`${operation} ${JSON.stringify(body)?.slice(0, 2000)} → ${status} ${text}`)
      const [called = '', where = '', json] = (asked[index % asked.length] ?? '').split(' ')
      await send(
        called,
        where,
        json && (asked[index % asked.length] ?? '').slice(called.length + where.length + 2),
        key,
      )
    }
  } finally {
    fake.close()
  }
  return problems
}
