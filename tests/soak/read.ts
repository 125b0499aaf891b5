import { isDeepStrictEqual } from 'node:util'
import { resumingClient } from '../resuming-client.ts'
import type { SeenEvent } from '../stream-reader.ts'
import { newConversation, visit } from '../visitor.ts'
import { type Actor, type Draw, inNewWorld, type Load } from './load.ts'

const questions = [
  'Where is my order?',
  'Tell me about the weather',
  'How do I reset my password?',
  'Compare the plans',
]

/** Where the server cuts streams: at an event, or in the middle of one. */
const cuts = (draw: Draw) => [
  { after_event: draw(30) },
  { at_byte: draw(4000) },
  { event: 1 + draw(20), inside: 'character' },
]

/** Reads streams as one who is now and then gone in the middle, and takes his time before that. */
const leaving =
  (draw: Draw, { tally }: Load): typeof fetch =>
  async (input, init) => {
    const leave = new AbortController()
    const response = await fetch(input, { ...init, signal: leave.signal })
    if (response.body === null || draw(2) === 0) return response
    let left = 1 + draw(20)
    tally.cuts++
    const part = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk)
        if (--left === 0) leave.abort()
      },
    })
    return new Response(response.body.pipeThrough(part), response)
  }

type Told = Pick<SeenEvent, 'event' | 'data'>
const told = (events: readonly Told[]) =>
  events
    .filter(({ event }) => event !== 'end' && event !== 'resume_done')
    .map(({ event, data }) => ({ event, data }))

/** Plays turns that break at both ends, resumes them, and holds what it saw against the whole. */
export const read: Actor = async (load, name, draw) => {
  for (let life = 0; load.goesOn(); life++)
    await inNewWorld(load, `${name}-${life}`, async ({ baseUrl, key, steer }) => {
      const visitor = visit({ baseUrl, fetch, fake: undefined as never }, key)
      for (let turns = 0; turns < 5 && load.goesOn(); turns++) {
        const conversation_id = await newConversation(visitor)
        if (draw(2) === 0) {
          const effect = { stream: { cut: cuts(draw)[draw(3)] } }
          await steer('POST faults', { match: { endpoint: '/api/*' }, times: 1 + draw(2), effect })
          load.tally.faults++
        }
        const q = questions[draw(questions.length)] ?? ''
        const reading = resumingClient()({
          baseUrl,
          fetch: leaving(draw, load),
          token: key,
          path: '/api/react',
          body: { q, conversation_id },
          conversation_id,
        })
        const hurrying = async () => {
          while (draw(3) > 0) await steer('POST clock', { advance: 'next' })
        }
        const [seen] = await Promise.all([reading, hurrying()])
        const parts = told(seen as readonly Told[])
        await steer('DELETE faults')
        const body = { conversation_id, cursor: -1 }
        const whole = told(await visitor.stream('POST /api/chat/resume', { body }))
        load.tally.turns++
        if (whole.length === 0 || !isDeepStrictEqual(parts, whole))
          load.problems.push(
            `“${q}” in ${name}-${life} has ${whole.length} events, and ${parts.length} came: ` +
              JSON.stringify({ parts, whole }),
          )
      }
    })
}
