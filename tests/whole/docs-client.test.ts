import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as client from '../../entries/client.ts'
import * as understudy from '../../entries/index.ts'
import { type Listening, listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { runSample } from '../support/docs-samples.ts'
import { demo, shippedScenarios } from '../support/transports.ts'

const page = readFileSync(new URL('../../docs/client.md', import.meta.url), 'utf8')
const examples = Array.from(page.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code)

const modules: Readonly<Record<string, unknown>> = {
  'agent-understudy': understudy,
  'agent-understudy/client': client,
  'agent-understudy/fixtures/demo.json': { default: demo },
}

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

/** Runs an example unchanged and returns the lines it prints. */
async function linesOf(example: string, url: string, storage = memory()): Promise<string[]> {
  const lines: string[] = []
  const log = (...values: unknown[]) =>
    lines.push(values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' '))
  await runSample(example.replaceAll('http://127.0.0.1:4010', url), modules, {
    console: { log },
    localStorage: storage,
  })
  return lines
}

describe('docs/client.md', () => {
  let server: Listening
  beforeEach(async () => {
    const fake = createFake({ fixture: demo, scenarios: shippedScenarios, speed: Infinity })
    server = await listen(fake)
  })
  afterEach(() => server.close())

  it('docs/client.md has five examples', () => {
    expect(examples).toHaveLength(5)
  })

  it('docs/client.md streams an answer in its first example', async () => {
    const lines = await linesOf(examples[0] ?? '', server.url)
    expect(lines[0]).toMatch(/^\w+$/)
    expect(lines.at(-1)).toMatch(/\d+$/)
    expect(lines.length).toBeGreaterThan(10)
  })

  it('docs/client.md stores a session and continues it', async () => {
    const storage = memory()
    const first = await linesOf(examples[1] ?? '', server.url, storage)
    expect(storage.getItem('session')).toContain('"accessToken":')
    expect(await linesOf(examples[1] ?? '', server.url, storage)).toEqual(first)
  })

  it('docs/client.md approves a tool call and replays the turn', async () => {
    const lines = await linesOf(examples[2] ?? '', server.url)
    expect(lines.filter((line) => line.startsWith('Lost'))).toEqual([])
    expect(lines.slice(1)).toContain('awaiting_confirmation')
    expect(lines.at(-1)).toBe('end')
  })

  it('docs/client.md reads lists and errors', async () => {
    const lines = await linesOf(examples[3] ?? '', server.url)
    expect(lines[0]).toMatch(/^\d+ of \d+$/)
    expect(lines).toContain('Support Desk')
    expect(lines).toContain('422 validation_error body.name')
    expect(lines.at(-1)).toContain('"version":')
  })

  it('docs/client.md calls a fake in process', async () => {
    expect(await linesOf(examples[4] ?? '', server.url)).toEqual(['true'])
  })
})
