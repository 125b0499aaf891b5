import { createClient } from 'agent-understudy/client'
import { useFake } from 'agent-understudy/vitest'
import { expect, it } from 'vitest'
import { ask, type Reply } from './ask.ts'

const fake = useFake()

async function repliesTo(q: string): Promise<Reply[]> {
  const client = createClient({ baseUrl: fake.url, fetch: fake.fetch, backoff: [0] })
  await client.login({ email: 'demo@example.com', password: 'demo-password' })
  const shown: Reply[] = []
  await ask(client, { q }, new AbortController().signal, (reply) => shown.push(reply))
  return shown
}

it('shows the tool calls, then the growing answer', async () => {
  const shown = await repliesTo('Where is my order?')
  const states = new Set(shown.map(({ status }) => status?.replace(/Using .*/, 'Using …')))
  expect([...states]).toEqual(['Using …', 'Answering…', undefined])
  expect(shown.at(-1)?.text).toContain('is on its way')
})

it('reports a stream that cannot be resumed', async () => {
  await fake.faults.add({ match: {}, effect: { stream: { cut: { after_event: 0 } } } })
  const shown = await repliesTo('Where is my order?')
  expect(shown.map(({ status }) => status)).toContain('Reconnecting…')
  expect(shown.at(-1)?.problem).toContain('Interrupted')
})
