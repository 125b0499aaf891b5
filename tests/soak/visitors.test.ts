import { expect, it } from 'vitest'
import { soakVisitors } from './visitors.ts'

/** What a world of one who is at work may take, of journal, records and all. */
const mostPerVisitor = 2e6

it('fifty visitors side by side see nothing of each other, and leave nothing behind', async () => {
  const visitors = 50
  const { problems, turns, began, during, ended } = await soakVisitors({ visitors, ms: 3000 })
  expect(problems).toEqual([])
  // Everyone's turns went on.
  expect(turns).toHaveLength(visitors)
  expect(Math.min(...turns)).toBeGreaterThan(0)
  const most = Math.max(...during.map(({ heap }) => heap))
  expect((most - began.heap) / visitors).toBeLessThan(mostPerVisitor)
  expect(ended.worlds).toBe(0)
}, 120_000)
