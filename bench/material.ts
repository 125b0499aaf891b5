import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Material, Note, ScoreName } from './contestants/contestant.ts'
import { authorization, listPath, understudy } from './contestants/understudy.ts'
import { type Server, start } from './server.ts'

/** How many words apart how far each stream says. */
const scripts: Readonly<Record<ScoreName, { words: number; every: number }>> = {
  quick: { words: 20, every: 50 },
  slow: { words: 20, every: 250 },
  unpaced: { words: 10_000, every: 0 },
}

/**
 * Makes what all contestants send. The fake plays each piece once, undisturbed: the others are given
 * the same page and the same events at the same moments.
 */
export async function gather(): Promise<Material> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'))
  const scenarios = join(folder, 'scenarios')
  mkdirSync(scenarios)
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(scenarios, `${name}.yaml`), scriptOf(name, script))
  const { list, streams, unpaced } = understudy(scenarios)

  const crowded = await start(list.launch)
  const page = await (
    await fetch(crowded.url + listPath, { headers: await authorization(crowded) })
  ).text()
  await crowded.stop()
  writeFileSync(join(folder, 'page.json'), page)
  const records = recordsOf(page)
  writeFileSync(join(folder, 'records.json'), JSON.stringify({ conversations: records }))
  const few = { conversations: records.slice(0, 20) }
  writeFileSync(join(folder, 'few-records.json'), JSON.stringify(few))

  const scores: Record<string, readonly Note[]> = {}
  for (const name of Object.keys(scripts) as ScoreName[]) {
    const { launch, requests } = name === 'unpaced' ? unpaced : streams(name)
    const server = await start(launch)
    const [request = ''] = await requests(server, 1)
    scores[name] = await listenTo(server, request)
    await server.stop()
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(scores[name]))
  }
  return { folder, page, records, scores: scores as Material['scores'] }
}

/** As many conversations as there are in the fixture of the fake, made of those of its first page. */
function recordsOf(page: string): readonly object[] {
  const { items } = JSON.parse(page) as { items: readonly object[] }
  return Array.from({ length: 10_000 }, (_, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    return { ...items[index % items.length], id }
  })
}

const scriptOf = (name: string, { words, every }: { words: number; every: number }) => {
  const text = Array.from({ length: words }, (_, index) => `word${index}`).join(' ')
  return `name: bench-${name}
match: { query: [play ${name}] }
pace: { by: word, size: 1, every: ${every}ms, pauses: { comma: 0ms, sentence: 0ms, paragraph: 0ms } }
script:
  - answer: ${text}
`
}

/** Every event of a turn, with the moment at which it was due by the clock of its world. */
async function listenTo(server: Server, request: string): Promise<readonly Note[]> {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const path = head.split(' ')[1] ?? ''
  const headers = { ...(await authorization(server)), 'content-type': 'application/json' }
  const response = await fetch(server.url + path, { method: 'POST', headers, body })
  const text = await response.text()
  const moments = await momentsOf(
    server,
    (JSON.parse(body) as { conversation_id: string }).conversation_id,
  )
  const told = text.split('\n\n').filter((frame) => frame !== '')
  return told.map((frame, index) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    const id = field('id')
    return {
      // What ends a stream is no event of the turn: it comes with the last.
      at: moments[index] ?? moments.at(-1) ?? 0,
      ...(id !== undefined && { id }),
      event: field('event') ?? 'message',
      data: JSON.parse(field('data') ?? '{}') as object,
    }
  })
}

type Kept = { conversation_id: string; events: readonly { at: string }[] }

async function momentsOf(server: Server, conversation: string): Promise<readonly number[]> {
  const response = await fetch(`${server.url}/__control/snapshot`)
  const { fixture } = (await response.json()) as { fixture: { transcripts: readonly Kept[] } }
  const kept = fixture.transcripts.find(({ conversation_id }) => conversation_id === conversation)
  const times = kept?.events.map(({ at }) => Date.parse(at)) ?? []
  return times.map((time) => time - (times[0] ?? 0))
}
