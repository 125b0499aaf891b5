import { expect, it } from 'vitest'
import { readEvent } from '../../client/events/read-event.ts'
import { createTurnProgress } from '../../client/streams/turn-progress.ts'

type Sent = readonly [name: string, data: object, cursor?: number]

const eventOf = ([name, data, cursor]: Sent) => readEvent({ name, data, cursor })

/**
 * The events that `TurnProgress` accepts from a broken live stream and then from replays of the
 * turn.
 */
function readOver(live: readonly Sent[], ...replays: (readonly Sent[])[]) {
  const progress = createTurnProgress()
  const taken = live.filter((sent) => progress.accept(eventOf(sent)))
  for (const replay of replays) {
    progress.startReplay()
    taken.push(...replay.filter((sent) => progress.accept(eventOf(sent))))
  }
  return { names: taken.map(([, data]) => Object.values(data)[0]), cursor: progress.cursor }
}

const title = (text: string, cursor?: number): Sent => ['title', { title: text }, cursor]
const thought = (text: string): Sent => ['step', { thinking_delta: text }]
const routing: Sent = ['routing', { mode: 'react' }]

it('the client continues a turn from a replay that lacks the live events which the platform does not store', () => {
  const live = [routing, title('a'), thought('hm'), title('b'), thought('well')]
  const replay = [title('a', 0), title('b', 1), title('c', 2)]
  const { names, cursor } = readOver(live, replay)
  expect(names).toEqual(['react', 'a', 'hm', 'b', 'well', 'c'])
  expect(cursor).toBe(2)
})

it('a replay that breaks before its first new event is started again, and no event is lost', () => {
  const live = [title('a'), title('b'), title('c')]
  const whole = [title('a', 0), title('b', 1), title('c', 2), title('d', 3)]
  const { names, cursor } = readOver(live, whole.slice(0, 2), whole)
  expect([names, cursor]).toEqual([['a', 'b', 'c', 'd'], 3])
})

it('the client uses the cursors of a replay once the replay has repeated all known events', () => {
  const live = [title('a'), title('b')]
  const first = [title('a', 0), title('b', 1)]
  expect(readOver(live, first, [title('c', 2)])).toEqual({ names: ['a', 'b', 'c'], cursor: 2 })
})

it('replays without cursors are compared with all known events, also with those of earlier replays', () => {
  const live = [title('a')]
  const replay = [title('a'), title('b')]
  const { names, cursor } = readOver(live, replay, [...replay, title('c')])
  expect([names, cursor]).toEqual([['a', 'b', 'c'], -1])
})

it('a stored event equals its live event even if its fields are in another order', () => {
  const live: Sent[] = [['done', { answer: 'x', usage: { total_tokens: 1, prompt_tokens: 0 } }]]
  const replay: Sent[] = [
    ['done', { usage: { prompt_tokens: 0, total_tokens: 1 }, answer: 'x' }, 0],
  ]
  expect(readOver(live, replay).names).toHaveLength(1)
})

it('a replay whose events differ from the live stream is an error', () => {
  expect(() => readOver([title('a'), title('b')], [title('a', 0), title('x', 1)])).toThrow(
    'Event 2 was `title`; the replay has a different `title` in its place.',
  )
})

it('events of a live stream are accepted with any cursors', () => {
  expect(readOver([title('a', 5), title('b', 5), title('c', 2)])).toEqual({
    names: ['a', 'b', 'c'],
    cursor: 5,
  })
})

it('an event that a live stream repeats with the same cursor is accepted once', () => {
  const live = [title('a', 1), title('a', 1), title('b', 2), title('b', 2), title('a', 3)]
  expect(readOver(live)).toEqual({ names: ['a', 'b', 'a'], cursor: 3 })
})
