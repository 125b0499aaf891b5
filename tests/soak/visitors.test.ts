import { expect, it } from 'vitest'
import { isProving } from '../support/proving.ts'
import { soakVisitors } from './visitors.ts'

/** Bytes that the world of an active visitor may hold, including request log and records. */
const mostPerVisitor = 2e6

it.runIf(isProving)(
  'fifty parallel visitors of a demo never see data of each other, and all their worlds end',
  async () => {
    const visitors = 50
    const { problems, turns, began, during, ended } = await soakVisitors({ visitors, ms: 3000 })
    expect(problems).toEqual([])
    // Every visitor completed turns.
    expect(turns).toHaveLength(visitors)
    expect(Math.min(...turns)).toBeGreaterThan(0)
    const most = Math.max(...during.map(({ heap }) => heap))
    expect((most - began.heap) / visitors).toBeLessThan(mostPerVisitor)
    expect(ended.worlds).toBe(0)
  },
  120_000,
)
