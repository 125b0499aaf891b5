import type { JsonObject } from '../../contract/json.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { isObject } from '../../contract/json.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { checkScripts, eventsOf, exchangeOf, importTurns, playTurn } from './import-turns.ts'

export type Sent = readonly [name: string, data: unknown]

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
export const doneOf = (answer: string): Sent => [
  'done',
  { answer, tokens: 15, elapsed: 1, usage, cache: { read_tokens: 0, creation_tokens: 0 } },
]
export const start: Sent = ['step', { type: 'thinking', status: 'start', iteration: 1 }]
export const thought = (reasoning: string, iteration = 1): Sent => [
  'step',
  { type: 'thinking', status: 'done', iteration, reasoning },
]
export const answerLines = (...deltas: readonly string[]): Sent[] => [
  ['step', { type: 'answer', status: 'start' }],
  ['answer', { type: 'start' }],
  ...deltas.map((text): Sent => ['answer', { type: 'delta', text }]),
  ['answer', { type: 'done' }],
]
export const end: Sent = ['end', {}]
export const callOf = (status: 'start' | 'done', more: JsonObject = {}): Sent => [
  'step',
  { type: 'iteration', status, iteration: 1, tool: 'pay', input: { amount: 7 }, ...more },
]
export const turn = (...deltas: readonly string[]): readonly Sent[] => [
  start,
  thought('I think.'),
  ...answerLines(...deltas),
  doneOf(deltas.join('')),
  end,
]

export const frameOf = ([name, data]: Sent) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
export const textOf = (events: readonly Sent[]) => events.map(frameOf).join('')
export const framesOf = (events: readonly Sent[], every = 10) =>
  events.map((event, index) => ({ t: index * every, text: frameOf(event) }))

export const chat = (index: number, given: Partial<Parameters<typeof exchangeOf>[0]> = {}) =>
  exchangeOf({
    index,
    path: '/api/react',
    body: { q: 'What is it?', conversation_id: 'c1' },
    ...given,
  })

/** Imports these exchanges, checks the scripts, and plays each. Returns the played events. */
export async function playAll(
  exchanges: readonly RecordedExchange[],
  decision?: 'approve' | 'reject',
) {
  const { result, uses, unused } = importTurns(exchanges)
  const scripts = await checkScripts(result)
  const played = []
  for (const script of scripts) {
    const q = String([script.match.query].flat()[0])
    const endpoint = String(script.match.endpoint)
    const asked = { q, endpoint, ...(decision !== undefined && { decision }) }
    const { frames } = await playTurn(
      { scenarios: [{ ...script, match: { endpoint: script.match.endpoint } }] },
      asked,
    )
    played.push(eventsOf(frames))
  }
  return { scripts, uses, unused, played, events: played[0] ?? [] }
}

export const answersIn = (events: Awaited<ReturnType<typeof playAll>>['events']) =>
  events.flatMap(({ name, data }) =>
    name === 'answer' && isObject(data) && typeof data['text'] === 'string' ? [data['text']] : [],
  )
export const namesIn = (events: Awaited<ReturnType<typeof playAll>>['events']) =>
  events.map(({ name }) => name)
export const linesOf = ({ script }: Scenario) => script

/** The decision on an approval. */
export const respond = (index: number, id: string, decision: string, startedAt: number) =>
  exchangeOf({ index, path: `/api/confirmations/${id}/respond`, body: { decision }, startedAt })
