import { isDeepStrictEqual } from 'node:util'
import { resumingClient } from '../support/resuming-client.ts'
import type { SeenEvent } from '../support/stream-reader.ts'
import { newConversation, visit } from '../support/visitor.ts'
import { type Actor, type Draw, withNewWorld, type Load } from './load.ts'

const questions = [
  'Where is my order?',
  'Tell me about the weather',
  'How do I reset my password?',
  'Compare the plans',
]

/** The positions at which the server cuts streams: after an event, or in the middle of one. */
const cuts = (draw: Draw) => [
  { after_event: draw(30) },
  { at_byte: draw(4000) },
  { event: 1 + draw(20), inside: 'character' },
]

/** A fetch whose streams are aborted by the reader after a random number of chunks. */
const disconnecting =
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

type ComparableEvent = Pick<SeenEvent, 'event' | 'data'>
const comparable = (events: readonly ComparableEvent[]) =>
  events
    .filter(({ event }) => event !== 'end' && event !== 'resume_done')
    .map(({ event, data }) => ({ event, data }))

/**
 * Reads turns with interruptions by client and server, resumes them, and compares the events with a
 * full replay.
 */
export const read: Actor = async (load, name, draw) => {
  for (let life = 0; load.isRunning(); life++)
    await withNewWorld(load, `${name}-${life}`, async ({ baseUrl, key, callControl }) => {
      const visitor = visit({ baseUrl, fetch, fake: undefined as never }, key)
      for (let turns = 0; turns < 5 && load.isRunning(); turns++) {
        const conversation_id = await newConversation(visitor)
        if (draw(2) === 0) {
          const effect = { stream: { cut: cuts(draw)[draw(3)] } }
          await callControl('POST faults', {
            match: { endpoint: '/api/*' },
            times: 1 + draw(2),
            effect,
          })
          load.tally.faults++
        }
        const q = questions[draw(questions.length)] ?? ''
        const reading = resumingClient()({
          baseUrl,
          fetch: disconnecting(draw, load),
          token: key,
          path: '/api/react',
          body: { q, conversation_id },
          conversation_id,
        })
        const advanceClock = async () => {
          while (draw(3) > 0) await callControl('POST clock', { advance: 'next' })
        }
        const [seen] = await Promise.all([reading, advanceClock()])
        const parts = comparable(seen as readonly ComparableEvent[])
        await callControl('DELETE faults')
        const body = { conversation_id, cursor: -1 }
        const whole = comparable(await visitor.stream('POST /api/chat/resume', { body }))
        load.tally.turns++
        if (whole.length === 0 || !isDeepStrictEqual(parts, whole))
          load.problems.push(
            `“${q}” in ${name}-${life} has ${whole.length} events, but ${parts.length} were received:  ` +
              JSON.stringify({ parts, whole }),
          )
      }
    })
}
