import { expect, it } from 'vitest'
import { type CrashServer, startServer } from './crash-server.ts'
import { CrashWriters } from './crash-writers.ts'
import { emptyFolder } from '../../support/stored-fake.ts'
import { seeded } from '../../support/seeded.ts'
import { cursorsOf, type SeenEvent } from '../../support/stream-reader.ts'
import { visit, type Visitor } from '../../support/visitor.ts'
import { isProving, sampleSeed } from '../../support/proving.ts'

/**
 * The number of times that the server is killed: a hundred in `npm run prove`, a few in a sample.
 */
const rounds = isProving ? 100 : 2
const clients = 4
/** The maximum number of responses until the server is killed: about two seconds with four clients. */
const mostAnswers = isProving ? 300 : 100

const visitorOf = ({ url, key }: CrashServer) =>
  visit({ baseUrl: url, fetch, fake: undefined as never }, key)

/** Reads a turn until the server is killed; `onEvent` gets the received events after each one. */
async function readTurn(
  visitor: Visitor,
  conversation_id: string,
  onEvent: (seen: readonly SeenEvent[]) => void,
): Promise<void> {
  const body = { q: 'Where is my order?', conversation_id }
  const reader = await visitor.read('POST /api/react', { body })
  try {
    for (let count = 1; ; count++) onEvent(await reader.until(count))
  } catch {
    return
  }
}

it(`a server that is killed ${rounds} times while it writes keeps every acknowledged write`, async () => {
  const draw = seeded(isProving ? 20_261_121 : sampleSeed)
  const folder = emptyFolder()
  let server = await startServer(folder)
  const { key } = server
  const writers = await CrashWriters.begin(visitorOf(server))
  for (let round = 0; round < rounds; round++) {
    const visitor = visitorOf(server)
    const conversation = await writers.spare(visitor)
    const killAt = writers.acknowledged + 20 + draw(mostAnswers)
    // The kill waits for these events, so that the rounds cut the turn at different places.
    const leastEvents = 1 + (round % 5)
    let received: readonly SeenEvent[] = []
    let killed: Promise<void> | undefined
    const client = async () => {
      while (killed === undefined)
        try {
          await writers.write(visitor, draw)
          const isTime = writers.acknowledged >= killAt && received.length >= leastEvents
          if (isTime) killed ??= server.kill()
        } catch (error) {
          if (killed === undefined) throw error
        }
    }
    const turn = readTurn(visitor, conversation, (events) => (received = events))
    await Promise.all(Array.from({ length: clients }, client))
    await killed
    await turn
    const seen = received.filter(({ event }) => event !== 'end')
    expect(seen.length).toBeGreaterThanOrEqual(leastEvents)

    server = await startServer(folder)
    const after = visitorOf(server)
    expect(server.key).toBe(key)
    expect(await writers.broken(after), `round ${round}`).toEqual([])
    const again = { conversation_id: conversation, cursor: -1 }
    const reader = await after.read('POST /api/chat/resume', { body: again })
    // The turn continues, so it sends at least one more event.
    const resumed = await reader.until(seen.length + 1)
    expect(resumed.slice(0, seen.length)).toEqual(seen)
    await reader.leave()
    const body = { q: 'And now?', conversation_id: conversation }
    const next = await after.read('POST /api/react', { body })
    const last = Math.max(...cursorsOf(resumed.slice(0, seen.length)))
    expect(cursorsOf(await next.until(1))[0]).toBeGreaterThan(last)
    await next.leave()
  }
  await server.kill()
}, 600_000)
