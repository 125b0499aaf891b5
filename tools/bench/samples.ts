import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from './process.ts'
import type { SampleEvent, BenchSamples } from './servers/server.ts'
import { authorization, listPath, understudy } from './servers/understudy.ts'

const answerText = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ')
const scenarioYaml = `name: bench
match: { query: [answer] }
pace: { by: word, size: 1, every: 250ms, pauses: { comma: 0ms, sentence: 0ms, paragraph: 0ms } }
script:
  - answer: ${answerText}
`

/**
 * Records one page and one turn of Understudy in a new temporary folder. The other servers send the
 * same page, and the same events at the same times.
 */
export async function createSamples(): Promise<BenchSamples> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'))
  mkdirSync(join(folder, 'scenarios'))
  writeFileSync(join(folder, 'scenarios', 'bench.yaml'), scenarioYaml)
  const { list, streams } = understudy({ folder })

  const lists = await startServer(list.command)
  const headers = await authorization(lists)
  const page = await (await fetch(lists.url + listPath, { headers })).text()
  await lists.stop()
  writeFileSync(join(folder, 'page.json'), page)

  const turns = await startServer(streams.command)
  const [request = ''] = await streams.requests(turns, 1)
  const events = await recordTurn(turns, request.split('\r\n\r\n')[1] ?? '')
  await turns.stop()
  writeFileSync(join(folder, 'events.json'), JSON.stringify(events))
  return { folder, page, events }
}

async function recordTurn(server: ServerProcess, body: string): Promise<readonly SampleEvent[]> {
  const headers = { ...(await authorization(server)), 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/react`, { method: 'POST', headers, body })
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '')
  const { conversation_id } = JSON.parse(body) as { conversation_id: string }
  const times = await storedTimes(server, conversation_id)
  return frames.map((frame, index) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    const id = field('id')
    return {
      // The frame that ends the stream has no stored time, so it gets that of the last event.
      at: times[index] ?? times.at(-1) ?? 0,
      ...(id !== undefined && { id }),
      event: field('event') ?? 'message',
      data: JSON.parse(field('data') ?? '{}') as object,
    }
  })
}

type Transcript = { conversation_id: string; events: readonly { at: string }[] }

/** The times of the stored events of a conversation, in ms after the first event. */
async function storedTimes(
  server: ServerProcess,
  conversation: string,
): Promise<readonly number[]> {
  const response = await fetch(`${server.url}/__control/snapshot`)
  const { fixture } = (await response.json()) as { fixture: { transcripts: readonly Transcript[] } }
  const match = fixture.transcripts.find(({ conversation_id }) => conversation_id === conversation)
  const times = match?.events.map(({ at }) => Date.parse(at)) ?? []
  return times.map((time) => time - (times[0] ?? 0))
}
