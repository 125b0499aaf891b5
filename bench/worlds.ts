import { readFile } from 'node:fs/promises'
import { arch, cpus, platform } from 'node:os'
import type { Fixture } from '../contract/fixture.ts'
import type { Call } from '../mocks/call.ts'
import { createFake } from '../mocks/fake.ts'

/** What a world costs beside a list call to one: made, made and called, and called. In process. */

const rounds = 15
const worlds = 1000
const fixture = JSON.parse(
  await readFile(new URL('../generated/fixtures/demo.json', import.meta.url), 'utf8'),
) as Fixture

const listCall = (key: string, world?: string): Call => ({
  method: 'GET',
  path: '/api/conversations',
  query: 'size=20',
  header: (name) => {
    if (name === 'authorization') return `Bearer ${key}`
    return name === 'x-understudy-world' ? world : undefined
  },
  headers: () => [],
  left: new AbortController().signal,
  read: async () => new Uint8Array(),
})

/** Microseconds that each of many runs takes. */
async function timed(count: number, run: (index: number) => unknown): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < count; index++) await run(index)
  return ((performance.now() - began) * 1000) / count
}

const names = Array.from({ length: worlds }, (_, index) => `world-${index}`)
const keyId = fixture.showcase.keys['full'] ?? ''

const contestants: Readonly<Record<string, () => Promise<number>>> = {
  async 'a list call'() {
    const fake = createFake({ fixture })
    const key = fake.world().keyring.valueOf(keyId)
    const call = listCall(key)
    const cost = await timed(worlds, () => fake.handle(call))
    fake.close()
    return cost
  },
  async 'a world made'() {
    const fake = createFake({ fixture })
    fake.world()
    const cost = await timed(worlds, (index) => fake.world(names[index]))
    fake.close()
    return cost
  },
  async 'a world made and called for the first time'() {
    const fake = createFake({ fixture })
    const calls = names.map((name) => listCall('svc_of_nobody', name))
    fake.world()
    const cost = await timed(worlds, (index) => fake.handle(calls[index] as Call))
    fake.close()
    return cost
  },
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const costs = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]))
for (const run of Object.values(contestants)) await run()
for (let round = 0; round < rounds; round++)
  for (const [name, run] of Object.entries(contestants)) costs.get(name)?.push(await run())

const [list = 1] = [...costs.values()].map(median)
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${platform()} ${arch()}, Node ${process.version}`,
)
console.log(`${worlds} each, ${rounds} interleaved rounds, in process\n`)
for (const [name, values] of costs) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const ratio = (median(values) / list).toFixed(3)
  console.log(
    `${name.padEnd(44)} ${median(values).toFixed(2).padStart(7)} µs  (${least.toFixed(2)}–${most.toFixed(2)})  × ${ratio}`,
  )
}
