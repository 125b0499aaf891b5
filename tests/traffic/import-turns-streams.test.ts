import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import {
  answersIn,
  chat,
  doneOf,
  end,
  frameOf,
  framesOf,
  linesOf,
  namesIn,
  playAll,
  start,
  textOf,
  turn,
  type Sent,
} from './import-turn-events.ts'
import { checkScripts, importTurns } from './import-turns.ts'

describe('odd streams', () => {
  const expected = ['One ', 'two', ' three.']

  it('recorded frames that are split at any point give the same script as whole frames', async () => {
    const text = textOf(turn(...expected))
    const whole = importTurns([chat(0, { frames: framesOf(turn(...expected), 0) })])
    const pieces = Array.from({ length: text.length }, (_, at) => ({ t: 0, text: text[at] ?? '' }))
    const split = importTurns([chat(0, { frames: pieces })])
    expect(split.result).toEqual(whole.result)
    const { events } = await playAll([chat(0, { frames: pieces })])
    expect(answersIn(events)).toEqual(expected)
  })

  it.each([
    ['CR LF lines', (text: string) => text.replaceAll('\n', '\r\n')],
    [
      'comments and retry lines',
      (text: string) => `: hi\nretry: 5\n\n${text.replaceAll('event:', ': ping\nevent:')}`,
    ],
    ['no space after the colon', (text: string) => text.replaceAll(/^(event|data): /gm, '$1:')],
    [
      'data of several lines',
      (text: string) => text.replaceAll('"type":"delta",', '"type":"delta",\ndata: '),
    ],
  ])('a recorded stream with %s gives the same answer', async (_form, change) => {
    const { events } = await playAll([chat(0, { text: change(textOf(turn(...expected))) })])
    expect(answersIn(events)).toEqual(expected)
  })

  it.each([
    ['without an end', (events: readonly Sent[]) => events.slice(0, -1)],
    ['without `done`', (events: readonly Sent[]) => events.filter(([name]) => name !== 'done')],
  ])('a recorded stream %s becomes a script with all its texts', async (_what, change) => {
    const { events } = await playAll([chat(0, { frames: framesOf(change(turn(...expected))) })])
    expect(answersIn(events)).toEqual(expected)
    expect(namesIn(events).at(-1)).toBe('end')
  })

  it('a stream that is cut at any character becomes a valid script, or is listed with a reason', async () => {
    const text = textOf(turn(...expected))
    const scripts = new Map<string, Scenario>()
    for (let length = 0; length < text.length; length += 3) {
      const cut = importTurns([chat(0, { text: text.slice(0, length) })])
      expect(cut.result.length + cut.unused.length).toBe(1)
      for (const script of cut.result) scripts.set(`cut-${scripts.size}`, script)
    }
    expect(scripts.size).toBeGreaterThan(100)
    const named = [...scripts].map(([name, script]) => ({
      ...script,
      name,
      match: { endpoint: 'react' as const, query: name.padStart(12, '-') + '.' },
    }))
    await checkScripts(named)
  })

  it('unknown events of a recording are played as they were recorded', async () => {
    const odd: Sent = ['quota_warning', { left: 3, cursor: 9 }]
    const events: readonly Sent[] = [start, odd, ...turn('Yes.').slice(1, -1), odd, end]
    const { events: played } = await playAll([chat(0, { frames: framesOf(events) })])
    const shown = played.filter(({ name }) => name === 'quota_warning')
    expect(shown.map(({ data }) => data)).toMatchObject([
      { left: 3, cursor: 1 },
      { left: 3, cursor: 8 },
    ])
    expect(namesIn(played)).toContain('done')
  })

  it('a recorded payload that is not JSON does not stop the import', async () => {
    const text = textOf(turn('Yes.')).replace('data: {"type":"answer"', 'data: {broken')
    const { events } = await playAll([chat(0, { text })])
    expect(answersIn(events)).toEqual(['Yes.'])
  })

  it('a jump of the recorded clock gives no negative pause, and no pause over ten minutes', async () => {
    const times = [0, 5, -4000, 20, 90_000_000, 90_000_010, 3, 90_000_020, 90_000_030]
    const frames = turn('One ', 'two').map((event, at) => ({
      t: times[at] ?? 90_000_030,
      text: frameOf(event),
    }))
    const { scripts, events } = await playAll([chat(0, { frames })])
    expect(answersIn(events)).toEqual(['One ', 'two'])
    const total = scripts
      .flatMap(linesOf)
      .reduce((sum, line) => sum + ('pause' in line ? line.pause : 0), 0)
    expect(total).toBeLessThanOrEqual(600_100)
  })

  it('an answer of 10,000 deltas is imported and played as the same deltas', async () => {
    const deltas = Array.from({ length: 10_000 }, (_, at) => `w${at}${at % 3 === 0 ? ', ' : ' '}`)
    const { events } = await playAll([chat(0, { frames: framesOf(turn(...deltas), 1) })])
    expect(answersIn(events)).toEqual(deltas)
  })

  it.each([
    ['an empty answer', []],
    ['empty deltas', ['', 'One', '', ' two', '']],
    [
      'deltas that split an emoji of several code points',
      ['Hi 👩', '\u200d', '💻!', ' e', '\u0301.'],
    ],
    ['text like a placeholder', ['Use {{query}} ', 'and {{ user }}.']],
    ['deltas of space', ['  ', '\n\n', 'x', '\n']],
  ])('an import plays %s as the same deltas', async (_what, deltas) => {
    const { events } = await playAll([chat(0, { frames: framesOf(turn(...deltas)) })])
    expect(answersIn(events)).toEqual(deltas)
    expect(events.find(({ name }) => name === 'done')?.data).toMatchObject({
      answer: deltas.join(''),
    })
  })

  it('an imported `done` event keeps its own answer if the deltas differ from it', async () => {
    const events = turn('One').map((event) => (event[0] === 'done' ? doneOf('One [1]') : event))
    const { events: played } = await playAll([chat(0, { frames: framesOf(events) })])
    expect(played.find(({ name }) => name === 'done')?.data).toMatchObject({ answer: 'One [1]' })
    expect(namesIn(played).filter((name) => name === 'done')).toHaveLength(1)
  })
})

describe('turns that fail', () => {
  it('a recorded `error` event becomes a failure in the script', async () => {
    const error: Sent = ['error', { error: 'TimeoutError', message: 'Too slow.' }]
    const { scripts, events } = await playAll([chat(0, { frames: framesOf([start, error, end]) })])
    expect(scripts.flatMap(linesOf)).toContainEqual({
      fail: { error: 'TimeoutError', message: 'Too slow.' },
    })
    expect(namesIn(events)).toEqual(['step', 'error', 'end'])
  })

  it('a recorded `done` with an error and no usage becomes a failure, with a message of several lines', async () => {
    const done: Sent = [
      'done',
      { answer: 'Agent error: HTTPError: 500\nfor url', iterations: 0, elapsed: 1 },
    ]
    const { scripts } = await playAll([chat(0, { frames: framesOf([start, done, end]) })])
    expect(scripts.flatMap(linesOf)).toContainEqual({
      fail: { error: 'HTTPError', message: '500\nfor url' },
    })
  })

  it('a recorded answer that begins like an error message is not a failure', async () => {
    const { events } = await playAll([
      chat(0, { frames: framesOf(turn('Agent error: ', 'Kind: no.')) }),
    ])
    expect(answersIn(events)).toEqual(['Agent error: ', 'Kind: no.'])
  })
})
