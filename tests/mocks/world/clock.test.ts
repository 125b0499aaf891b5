import { describe, expect, it } from 'vitest'
import { type Clock, createClock, systemClock, toIsoTime } from '../../../mocks/world/clock.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { seeded } from '../../support/seeded.ts'

/** A clock on a manual system clock, and the tasks that have run. */
function begin(start = 1000) {
  const wall = createManualClock(start)
  const clock: Clock = createClock(wall)
  const ran: (readonly [name: string, now: number])[] = []
  const plan = (name: string, due: number) => clock.at(due, () => ran.push([name, clock.now()]))
  return { wall, clock, ran, plan }
}

describe('the clock of a world', () => {
  it('the clock of a world follows the system clock, and writes its time in UTC', () => {
    const { wall, clock } = begin(Date.parse('2026-11-21T08:00:00.000Z'))
    expect(clock.iso()).toBe('2026-11-21T08:00:00.000Z')
    wall.pass(1500)
    expect(clock.iso()).toBe('2026-11-21T08:00:01.500Z')
  })

  it('the clock of a world stays within the range of timestamps, however far and fast it is moved', () => {
    const { wall, clock } = begin()
    clock.advance(1e300)
    expect(clock.iso()).toBe('9000-01-01T00:00:00.000Z')
    clock.freeze(-1e300)
    expect(clock.iso()).toBe('1000-01-01T00:00:00.000Z')
    clock.resume(1e308)
    wall.pass(1000)
    expect(clock.iso()).toBe('9000-01-01T00:00:00.000Z')
    expect(wall.waiting).toBe(0)
  })

  it('a task that is due after the range of timestamps is listed at its end, and runs there', () => {
    const { wall, clock, plan, ran } = begin()
    plan('beyond all time', Number.MAX_VALUE)
    const end = Date.parse('9000-01-01T00:00:00.000Z')
    expect(clock.upcoming()).toMatchObject([{ due: end }])
    expect(clock.step()).toBe(true)
    expect(ran).toEqual([['beyond all time', end]])
    expect(wall.waiting).toBe(0)
  })

  it('the clock of a world runs tasks in order of their due time; tasks of the same time in order of their creation', () => {
    const { wall, ran, plan } = begin()
    for (const [name, due] of [
      ['late', 1300],
      ['first', 1100],
      ['second', 1100],
      ['middle', 1200],
    ] as const)
      plan(name, due)
    wall.pass(1000)
    expect(ran).toEqual([
      ['first', 1100],
      ['second', 1100],
      ['middle', 1200],
      ['late', 1300],
    ])
  })

  it.each(['advanced', 'frozen at a moment', 'stepped', 'left to run'] as const)(
    'a clock that is %s throws the error of a task after it has run the other due tasks, and continues',
    (how) => {
      const { wall, clock, ran, plan } = begin(0)
      clock.at(10, () => {
        throw new Error('broken')
      })
      plan('due at the same time', 10)
      const move = {
        advanced: () => clock.advance(10),
        'frozen at a moment': () => clock.freeze(10),
        stepped: () => clock.step(),
        'left to run': () => wall.pass(10),
      }[how]
      expect(move).toThrow('broken')
      expect(ran).toEqual([['due at the same time', 10]])
      expect([clock.now(), clock.state.frozen]).toEqual([10, how === 'frozen at a moment'])
      clock.resume()
      plan('later', 15)
      wall.pass(5)
      expect(ran.at(-1)).toEqual(['later', 15])
    },
  )

  it('the clock of a world reports a task that throws, and runs the tasks after it', () => {
    const wall = createManualClock()
    const errors: unknown[] = []
    const clock = createClock(wall, { onCrash: (error) => errors.push(error) })
    let ran = false
    clock.at(10, () => {
      throw new Error('broken')
    })
    clock.at(10, () => (ran = true))
    wall.pass(10)
    expect([errors, ran]).toEqual([[new Error('broken')], true])
  })

  it('the clock of a world uses a single timer for any number of tasks', () => {
    const { wall, plan } = begin()
    for (let due = 2000; due > 1000; due -= 10) plan('x', due)
    expect(wall.waiting).toBe(1)
    wall.pass(2000)
    expect(wall.waiting).toBe(0)
  })

  it('the clock of a world runs a task that is overdue when it is scheduled', () => {
    const { wall, ran, plan } = begin()
    plan('overdue', 500)
    wall.pass(0)
    expect(ran).toEqual([['overdue', 1000]])
  })

  it.each([
    { late: 0, most: 4 },
    { late: 5000, most: 1 },
  ])(
    'a world on the system clock runs at most $most tasks before it yields if its tasks are $late ms late',
    async ({ late, most }) => {
      const clock = createClock(systemClock)
      const order: string[] = []
      const takeTurns = () => {
        order.push('else')
        if (order.filter((who) => who === 'task').length < 50) setImmediate(takeTurns)
      }
      const tasks = Array.from({ length: 50 }, () =>
        clock.wait(-late).then(() => order.push('task')),
      )
      setImmediate(takeTurns)
      await Promise.all(tasks)
      const runs = order.join(' ').split('else')
      expect(Math.max(...runs.map((run) => run.split('task').length - 1))).toBe(most)
      clock.stop()
    },
  )

  it('a world on the system clock runs all due tasks when it is advanced', () => {
    const clock = createClock(systemClock)
    let ran = 0
    for (let task = 0; task < 50; task++) clock.at(clock.now() + 60_000, () => ran++)
    clock.advance(120_000)
    expect(ran).toBe(50)
    clock.stop()
  })

  it('the clock of a world does not run a cancelled task', () => {
    const { wall, ran, plan } = begin()
    const callOff = plan('gone', 1100)
    plan('stays', 1200)
    callOff()
    wall.pass(500)
    callOff()
    expect(ran).toEqual([['stays', 1200]])
  })

  it('a frozen clock stands still and runs nothing until it is advanced', () => {
    const { wall, clock, ran, plan } = begin()
    plan('later', 1100)
    clock.freeze()
    wall.pass(5000)
    expect([clock.now(), ran, wall.waiting]).toEqual([1000, [], 0])
    clock.advance(99)
    expect(ran).toEqual([])
    clock.advance(1)
    expect(ran).toEqual([['later', 1100]])
  })

  it('an advanced clock runs every task at its own time, including those that tasks schedule', () => {
    const { clock, ran, plan } = begin()
    clock.freeze()
    clock.at(1100, () => plan('planned on the way', 1150))
    plan('after', 1200)
    plan('beyond', 1301)
    clock.advance(300)
    expect(ran).toEqual([
      ['planned on the way', 1150],
      ['after', 1200],
    ])
    expect(clock.now()).toBe(1300)
  })

  it('a clock that is advanced while it runs continues from the new time', () => {
    const { wall, clock, ran, plan } = begin()
    wall.pass(100)
    plan('on the way', 1500)
    plan('afterwards', 2200)
    clock.advance(1000)
    expect([clock.now(), ran]).toEqual([2100, [['on the way', 1500]]])
    wall.pass(100)
    expect(ran.at(-1)).toEqual(['afterwards', 2200])
  })

  it('a clock that is moved back has the earlier time and runs nothing twice', () => {
    const { clock, ran, plan } = begin()
    clock.freeze()
    plan('once', 1100)
    clock.advance(200)
    clock.advance(-500)
    expect(clock.now()).toBe(700)
    clock.advance(1000)
    expect(ran).toEqual([['once', 1100]])
  })

  it('the clock of a world freezes at a given time, and resumes from it', () => {
    const { wall, clock } = begin()
    clock.freeze(5_000_000)
    wall.pass(100)
    expect(clock.now()).toBe(5_000_000)
    clock.resume()
    wall.pass(100)
    expect(clock.now()).toBe(5_000_100)
  })

  it.each([0.5, 2, 60])('the clock of a world runs %d times as fast', (scale) => {
    const { wall, clock, ran, plan } = begin()
    clock.resume(scale)
    plan('due', 1000 + 120 * scale)
    wall.pass(119)
    expect(ran).toEqual([])
    wall.pass(1)
    expect(ran).toEqual([['due', 1000 + 120 * scale]])
  })

  it('the clock of a world waits for tasks beyond the longest timer of the platform', () => {
    const { wall, ran, plan } = begin()
    const far = 1000 + 2 ** 32
    plan('far', far)
    wall.pass(2 ** 32 - 1)
    expect(ran).toEqual([])
    wall.pass(1)
    expect(ran).toEqual([['far', far]])
  })

  it('a stopped clock cancels all of its tasks', () => {
    const { wall, clock, ran, plan } = begin()
    plan('never', 1100)
    clock.stop()
    wall.pass(1000)
    expect([ran, wall.waiting]).toEqual([[], 0])
  })

  it.each([1, 2, 3])('the clock of a world runs many random tasks in order, seed %i', (seed) => {
    const draw = seeded(seed)
    const { wall, clock, plan, ran } = begin(0)
    const expected: [string, number][] = []
    for (let task = 0; task < 500; task++) {
      const due = draw(10_000)
      const callOff = plan(String(task), due)
      if (draw(4) === 0) callOff()
      else expected.push([String(task), due])
    }
    expected.sort(([, a], [, b]) => a - b)
    if (seed % 2 === 0) clock.freeze()
    while (clock.now() < 10_000) {
      if (seed % 2 === 0) clock.advance(draw(500))
      else wall.pass(draw(500))
    }
    expect(ran).toEqual(expected)
  })
})

it.each([0, 999, 1000, -1, -1000, -1001, 1.9, Date.parse('9000-01-01T00:00:00.001Z')])(
  'the time %d is formatted like an ISO text of `Date`',
  (ms) => {
    expect(toIsoTime(ms)).toBe(new Date(ms).toISOString())
    expect(toIsoTime(ms + 1)).toBe(new Date(ms + 1).toISOString())
  },
)
