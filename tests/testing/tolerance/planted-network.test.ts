import { describe, expect, it } from 'vitest'
import { drawn } from '../../support/proving.ts'
import type { Mounted } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'
import { falseFindings, type PlantedClient, sessionOf } from './planted.ts'

type Visitor = Awaited<ReturnType<typeof signIn>>
type Planted = PlantedClient & { readonly breaksAt: readonly string[] }

/** How a client reads streams; each planted client does one part wrong. */
type Habits = {
  /** Splits text into events; the rest waits for more text. */
  readonly split?: (text: string) => readonly string[]
  /** How often it resumes a turn. */
  readonly resumes?: number
  /** Whether a stream that closes is complete, whatever its last event. */
  readonly trustsClose?: boolean
  /** Decodes each chunk by itself. */
  readonly decodesChunks?: boolean
}

const anyLineEnd = (text: string) => text.split(/\r\n\r\n|\n\n|\r\r/)

/** Reads a stream until it breaks; the last cursor, and the event with which it ended. */
async function readStream(response: Response, habits: Habits, from: number) {
  const { split = anyLineEnd, decodesChunks = false } = habits
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let [cursor, last, rest] = [from, '', '']
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return { cursor, last, broke: false }
      rest += decoder.decode(value, { stream: !decodesChunks })
      if (rest.includes('\uFFFD')) return { cursor, last: 'broken text', broke: false }
      const parts = split(rest)
      rest = parts.at(-1) ?? ''
      for (const part of parts.slice(0, -1)) {
        const name = /^event: ?([^\r\n]+)/m.exec(part)?.[1]
        if (name === undefined) continue
        last = name
        cursor = Math.max(cursor, Number(/^id: ?(\d+)/m.exec(part)?.[1] ?? cursor))
      }
    }
  } catch {
    return { cursor, last, broke: true }
  }
}

/** Asks, and resumes until the turn has ended. Throws if it does not see the end. */
async function askToTheEnd(visitor: Visitor, habits: Habits): Promise<void> {
  const { json } = await visitor.call('POST /api/conversations', { body: {} })
  const id = (json as { readonly data: { readonly id: string } }).data.id
  const body = { q: 'Where is my order?', conversation_id: id }
  let read = await readStream(await visitor.open('POST /api/react', { body }), habits, -1)
  const isOver = () => /^(end|resume_done)$/.test(read.last)
  for (let left = habits.resumes ?? 9; left > 0 && !isOver(); left--) {
    if (!read.broke && habits.trustsClose === true) break
    const again = { conversation_id: id, cursor: read.cursor }
    const response = await visitor.open('POST /api/chat/resume', { body: again })
    if (response.ok) read = await readStream(response, habits, read.cursor)
  }
  if (!isOver()) throw new Error(`The turn ended with ${read.last}.`)
}

const asks = (name: string, breaksAt: readonly string[], habits: Habits): Planted => ({
  name,
  breaksAt,
  run: async (mounted: Mounted) => askToTheEnd(await signIn(mounted), habits),
})

const clients: readonly Planted[] = [
  {
    name: 'a client that parses bodies before it looks at the status',
    breaksAt: ['bad-gateway-once', 'gateway-timeout-once'],
    async run(mounted) {
      const visitor = await signIn(mounted)
      for (let reads = 0; reads < 3; reads++) {
        const response = await visitor.open('GET /api/agents')
        JSON.parse(await response.text())
      }
    },
  },
  asks('a client that takes a closed stream for a complete one', ['closed-without-end'], {
    trustsClose: true,
  }),
  asks('a client that resumes once', ['cut-resumes', 'token-expired-at-resume'], { resumes: 1 }),
  asks('a client that knows only LF', ['crlf-lines'], { split: (text) => text.split('\n\n') }),
  asks('a client that decodes each chunk by itself', ['split-writes'], {
    decodesChunks: true,
    resumes: 0,
  }),
]

describe('clients that networks break', () => {
  it.each(drawn(clients, 2))(
    '$name is found, and every finding is true',
    { timeout: 120_000 },
    async (client) => {
      const report = await sessionOf(client, { only: client.breaksAt.map((id) => `fault:${id}`) })
      const found = report.findings.flatMap(({ behaviours }) => behaviours)
      expect(found.toSorted()).toEqual(client.breaksAt.map((id) => `fault:${id}`).toSorted())
      expect(await falseFindings(client, report)).toEqual([])
    },
  )

  it('a report names the classes of behaviour that no run played', async () => {
    const [client] = clients
    const { notPlayed = [] } = await sessionOf(client!, { only: ['fault:bad-gateway-once'] })
    expect(notPlayed).toContain('streams that break off')
    expect(notPlayed).toContain('redirects')
    expect(notPlayed).not.toContain('answers of proxies before the platform')
  })
})
