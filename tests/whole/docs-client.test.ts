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

  it('docs/client.md lists the events, reasons, fields of errors and resources that the client has', () => {
    const listed = (start: string, end: string) => {
      const from = page.indexOf(start) + start.length
      const part = page.slice(from, page.indexOf(end, from))
      return Array.from(part.matchAll(/`([\w-]+)`/g), ([, name]) => name).toSorted()
    }
    const events: Record<client.TurnEventName, true> = {
      routing: true,
      step: true,
      step_progress: true,
      phase: true,
      compact: true,
      answer: true,
      inject: true,
      awaiting_confirmation: true,
      done: true,
      error: true,
      heartbeat: true,
      post_processing: true,
      suggestions: true,
      title: true,
      end: true,
    }
    expect(listed('discriminated by `event`:', '; and `unknown`')).toEqual(
      Object.keys(events).toSorted(),
    )
    const reasons: Record<client.InterruptedReason, true> = {
      lost: true,
      refused: true,
      differs: true,
      'not-resumable': true,
    }
    expect(listed('with its `reason` (', ')')).toEqual(Object.keys(reasons).toSorted())
    const details = { status: 422, code: 'x', message: '', fields: [], retryAfter: 1, request: '' }
    const error = new client.ApiError(details)
    expect(listed('is an `ApiError`:', '. Codes')).toEqual(Object.keys(details).toSorted())
    expect(error).toMatchObject(details)
    const made = client.createClient({ baseUrl: 'http://platform.test' })
    const resources = Object.entries(made)
      .filter(([, value]) => typeof value === 'object')
      .map(([name]) => name)
    expect(listed('## Resources', ': your editor')).toEqual(resources.toSorted())
  })

  it('every method and option of the client that docs/client.md names exists', () => {
    const made: object = client.createClient({ baseUrl: 'http://platform.test' })
    const valueAt = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], made)
    const named = [...page.matchAll(/\bclient((?:\.\w+)+)\(/g)].map(([, path = '']) =>
      path.slice(1),
    )
    expect(new Set(named).size).toBeGreaterThan(12)
    expect(named.filter((path) => typeof valueAt(path) !== 'function')).toEqual([])
  })

  it('the first example of docs/client.md streams an answer', async () => {
    const lines = await linesOf(examples[0] ?? '', server.url)
    expect(lines[0]).toMatch(/^\w+$/)
    expect(lines.at(-1)).toMatch(/\d+$/)
    expect(lines.length).toBeGreaterThan(10)
  })

  it('an example of docs/client.md stores a session and continues it', async () => {
    const storage = memory()
    const first = await linesOf(examples[1] ?? '', server.url, storage)
    expect(storage.getItem('session')).toContain('"accessToken":')
    expect(await linesOf(examples[1] ?? '', server.url, storage)).toEqual(first)
  })

  it('an example of docs/client.md approves a tool call and replays the turn', async () => {
    const lines = await linesOf(examples[2] ?? '', server.url)
    expect(lines.filter((line) => line.startsWith('Lost'))).toEqual([])
    expect(lines.slice(1)).toContain('awaiting_confirmation')
    expect(lines.at(-1)).toBe('end')
  })

  it('the examples of docs/client.md read lists and errors', async () => {
    const lines = await linesOf(examples[3] ?? '', server.url)
    expect(lines[0]).toMatch(/^\d+ of \d+$/)
    expect(lines).toContain('Support Desk')
    expect(lines).toContain('422 validation_error body.name')
    expect(lines.at(-1)).toContain('"version":')
  })

  it('an example of docs/client.md calls a fake in process', async () => {
    expect(await linesOf(examples[4] ?? '', server.url)).toEqual(['true'])
  })
})
