import type { Operation } from '../../../contract/operations/operation.ts'
import type { StreamFamily } from '../../../contract/profile/own-operations.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import { LiveEvents } from '../../world/live-events.ts'
import { chunkText } from '../../../contract/scripts/chunk-text.ts'
import { streamEvents } from '../event-stream.ts'
import { startPlayback, type TimedEvent } from '../playback.ts'
import type { PipelineContext } from '../request-context.ts'
import { accessOf, type OwnOperation } from './own-row.ts'

/** An event of a stream of a profile: its name, and its payload as it is sent. */
type OwnEvent = { readonly name: string; readonly payload: unknown }

/** An operation that streams the events of a script by the clock of the world. */
export function streamOperation(
  name: string,
  family: StreamFamily,
  matches: MatchesPattern,
): OwnOperation {
  const { method = 'GET', body } = family
  const fields = body && readShape(body)
  const row: Operation = {
    method,
    path: family.path as Operation['path'],
    answer: 'stream',
    events: 'own',
    ...accessOf(family),
    ...(fields?.kind === 'object' && { body: objectSchema(fields.fields, matches) }),
  }
  return { family: name, row, run: (context) => startStream(context, family) }
}

/** Starts the script. It stops when its reader disconnects, and when its world is closed. */
function startStream(context: PipelineContext, family: StreamFamily): FrameStream {
  const { world, behaviour } = context
  const { frames } = behaviour.wire
  const live = new LiveEvents<OwnEvent>()
  const timeline = { startedAt: world.clock.now(), speed: world.speed }
  const end = (state: 'done' | 'cancelled') => {
    world.ownStreams.delete(live)
    live.close(state)
  }
  world.ownStreams.add(live)
  const playback = startPlayback(scriptEvents(context, family), timeline, world.clock, (event) => {
    if (event === 'end') end('done')
    else live.add(event)
  })
  return streamEvents({
    stored: [],
    live,
    includes: () => true,
    encode: ({ name, payload }) => [frames.own(name, payload)],
    preamble: frames.preamble,
    lastFrame: undefined,
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onDisconnect() {
      playback.stop()
      end('cancelled')
    },
  })
}

/** The events of a script with their times. `end` is not sent. */
function* scriptEvents(
  { world, behaviour }: PipelineContext,
  { script, pace }: StreamFamily,
): Generator<TimedEvent<OwnEvent | 'end'>> {
  const { payload } = behaviour.wire
  let at = 0
  for (const line of script)
    if ('pause' in line) at += line.pause
    else if ('send' in line)
      for (const [name, value] of Object.entries(line.send))
        yield { at, event: { name, payload: value } }
    else {
      const typed = typeof line.answer === 'string' ? { text: line.answer, pace } : line.answer
      const random = () => world.random.fraction('own-stream', '')
      for (const { text, delay } of chunkText(typed.text, typed.pace, random)) {
        at += delay
        const delta = { event: 'answer', data: { type: 'delta', text } } as const
        yield { at, event: { name: 'answer', payload: payload(delta) } }
      }
    }
  yield { at, event: 'end' }
}
