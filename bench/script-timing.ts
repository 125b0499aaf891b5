import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { arch, cpus, platform } from 'node:os'
import type { Fixture } from '../contract/fixture.ts'
import type { Scenario } from '../contract/scenario.ts'
import { listen } from '../mocks/adapters/node.ts'
import { createFake } from '../mocks/fake.ts'

/** How late the beats of shipped scenarios reach a client over HTTP at speed 1, beside a bare timer. */

const played: Readonly<Record<string, string>> = {
  'order-status': 'Where is my order?',
  'compare-plans': 'Compare the Team and Enterprise plans for 200 sensors',
  'margin-review': 'Why did gross margin fall in the third quarter?',
}

const read = async <T>(file: string) =>
  JSON.parse(await readFile(new URL(`../generated/${file}`, import.meta.url), 'utf8')) as T
const fixture = await read<Fixture>('fixtures/demo.json')
const shipped = await read<Scenario[]>('scenarios.json')

const fake = createFake({ fixture, scenarios: shipped })
const { url, close } = await listen(fake)
const world = fake.world()
const key = world.keyring.valueOf(fixture.showcase.keys['full'] ?? '')

/** Sends a body, and gives each part of the answer with the moment at which it came. */
const send = (path: string, body: object) =>
  new Promise<{ at: number; text: string }[]>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (response) => {
      const parts: { at: number; text: string }[] = []
      response.setEncoding('utf8')
      response.on('data', (text: string) => parts.push({ at: Date.now(), text }))
      response.on('end', () => resolve(parts))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })

/** Milliseconds from when each beat of a turn was due to when it came. */
async function latenessOf(scenario: string): Promise<number[]> {
  const [made] = await send('/api/conversations', {})
  const { data } = JSON.parse(made?.text ?? '') as { data: { id: string } }
  const match = shipped.find(({ name }) => name === scenario)?.match
  const body = { q: played[scenario], conversation_id: data.id }
  const parts = await send(`/api/${[match?.endpoint].flat()[0]}`, body)
  const [turn] = world.store.transcripts.owned(data.id, 'oldest')
  const due = new Map(turn?.events.map(({ cursor, at }) => [cursor, Date.parse(at)]))
  return parts.flatMap(({ at, text }) =>
    Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => due.get(Number(id)))
      .filter((moment) => moment !== undefined)
      .map((moment) => at - moment),
  )
}

/** Milliseconds by which a timer of 22 ms is late, the machine being as busy as for a script. */
async function latenessOfTimer(): Promise<number[]> {
  const late: number[] = []
  for (let count = 0; count < 200; count++) {
    const due = Date.now() + 22
    await new Promise((resolve) => setTimeout(resolve, 22))
    late.push(Date.now() - due)
  }
  return late
}

const share = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN

console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${platform()} ${arch()}, Node ${process.version}`,
)
console.log('beats at speed 1 over HTTP: how much later than due they come\n')
const contestants: readonly (readonly [string, () => Promise<number[]>])[] = [
  ['bare setTimeout', latenessOfTimer],
  ...Object.keys(played).map((name) => [name, () => latenessOf(name)] as const),
]
for (const [name, measure] of contestants) {
  const late = await measure()
  const figures = [0.5, 0.99, 1].map((part) => `${share(late, part)} ms`.padStart(6))
  console.log(
    `${name.padEnd(16)} ${String(late.length).padStart(4)} beats  p50 ${figures[0]}  p99 ${figures[1]}  most ${figures[2]}`,
  )
}
await close()
