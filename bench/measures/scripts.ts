import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { figure } from '../figures.ts'
import { quantile } from '../statistics.ts'
import type { Measure } from './measure.ts'

const played: Readonly<Record<string, string>> = {
  'order-status': 'Where is my order?',
  'compare-plans': 'Compare the Team and Enterprise plans for 200 sensors',
  'margin-review': 'Why did gross margin fall in the third quarter?',
}

/** How late the beats of shipped scenarios reach a client over HTTP, beside a timer. */
export const scripts: Measure = async ({ quick }) => {
  const fixture = await read<Fixture>('fixtures/demo.json')
  const shipped = await read<readonly Scenario[]>('scenarios.json')
  const fake = createFake({ fixture, scenarios: shipped })
  const { url, close } = await listen(fake)
  const world = fake.world()
  const key = world.keyring.valueOf(fixture.showcase.keys['full'] ?? '')

  /** Milliseconds from when each beat of a turn was due to when it came. */
  async function latenessOf(scenario: string): Promise<number[]> {
    const [made] = await send(`${url}/api/conversations`, key, {})
    const { data } = JSON.parse(made?.text ?? '') as { data: { id: string } }
    const match = shipped.find(({ name }) => name === scenario)?.match
    const body = { q: played[scenario], conversation_id: data.id }
    const parts = await send(`${url}/api/${[match?.endpoint].flat()[0]}`, key, body)
    const [turn] = world.store.transcripts.owned(data.id, 'oldest')
    const due = new Map(turn?.events.map(({ cursor, at }) => [cursor, Date.parse(at)]))
    return parts.flatMap(({ at, text }) =>
      Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => due.get(Number(id)))
        .filter((moment) => moment !== undefined)
        .map((moment) => at - moment),
    )
  }

  const rows = [row('bare setTimeout', await latenessOfTimer(quick ? 50 : 200))]
  const names = Object.keys(played).slice(0, quick ? 1 : undefined)
  for (const name of names) rows.push(row(name, await latenessOf(name)))
  await close()
  return {
    title: 'Scripts at speed 1',
    about: 'How much later than due the beats of shipped scripts reach a reader over HTTP.',
    columns: ['', 'beats', 'p50 ms', 'p99 ms', 'most ms'],
    rows,
  }
}

const read = async <T>(file: string) =>
  JSON.parse(await readFile(new URL(`../../generated/${file}`, import.meta.url), 'utf8')) as T

const row = (name: string, late: readonly number[]) => [
  name,
  `${late.length}`,
  ...[0.5, 0.99, 1].map((share) => figure(quantile(late, share))),
]

/** Sends a body, and gives each part of the answer with the moment at which it came. */
const send = (url: string, key: string, body: object) =>
  new Promise<{ at: number; text: string }[]>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers }, (response) => {
      const parts: { at: number; text: string }[] = []
      response.setEncoding('utf8')
      response.on('data', (text: string) => parts.push({ at: Date.now(), text }))
      response.on('end', () => resolve(parts))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })

/** Milliseconds by which a timer of 22 ms is late, the machine being as busy as for a script. */
async function latenessOfTimer(count: number): Promise<number[]> {
  const late: number[] = []
  while (late.length < count) {
    const due = Date.now() + 22
    await wait(22)
    late.push(Date.now() - due)
  }
  return late
}
