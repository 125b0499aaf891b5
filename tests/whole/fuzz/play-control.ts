import { controlProblems } from '../../support/adversary/oracle.ts'
import { openFuzzed, type Stage } from '../../support/adversary/fuzzed-fake.ts'
import { addressOf, type Call } from '../../support/requests.ts'

/** Platform calls between the control calls, from every part of the API. */
const asked: readonly Call[] = [
  ...[
    'auth/me',
    'me/api-keys',
    'conversations',
    'agents',
    'knowledge-bases',
    'connectors',
    'workflows',
    'channels',
    'orgs',
    'admin/audit-log',
    'admin/analytics/usage',
    'dashboard/stats',
  ].map((path) => ({ operation: `GET /api/${path}` })),
  { operation: 'POST /api/react', body: { q: 'Where is my order?' } },
  { operation: 'POST /api/auto', body: { q: 'Please pay back the broken gateways' } },
]

/** Sends control calls to a new fake. Returns crashes, invalid responses, and changes to other worlds. */
export async function playControl(stage: Stage, steps: readonly Call[]): Promise<string[]> {
  const { problems, key, send, close } = openFuzzed(stage)
  try {
    for (const [index, { operation, body }] of steps.entries()) {
      const answer = await send(
        addressOf(operation),
        undefined,
        { body },
        { patience: 10, mayBreak: true },
      )
      const found = answer ? controlProblems(answer) : []
      problems.push(
        ...found.map((one) => `${operation} ${JSON.stringify(body)?.slice(0, 2000)} → ${one}`),
      )
      const next = asked[index % asked.length]
      // A fault may break a platform call or never respond; a control call must always get a response.
      if (next !== undefined)
        await send(next.operation, key, next, { turns: 3000, patience: 10, mayBreak: true })
    }
  } finally {
    close()
  }
  return problems
}
