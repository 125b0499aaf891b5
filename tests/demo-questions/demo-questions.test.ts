import { describe, expect, it } from 'vitest'
import { drawn, isProving } from '../support/proving.ts'
import { askAll, dialogues, type Verdict } from './questions.ts'

const asked = await Promise.all(drawn(dialogues, 40, 'demo questions').map(askAll))
const judged = asked.flat()
const shareOf = (verdict: Verdict) =>
  judged.filter((one) => one.verdict === verdict).length / judged.length

describe('two hundred free questions to the agents of the demo', () => {
  it('the set of free questions to the demo has two hundred questions, of which forty are follow-ups', () => {
    expect(dialogues.flatMap(({ questions }) => questions)).toHaveLength(200)
    expect(dialogues.flatMap(({ questions }) => questions.slice(1))).toHaveLength(40)
  })

  it('every free question to an agent of the demo is answered', () => {
    expect(judged.filter(({ answer }) => answer === '')).toEqual([])
  })

  it.runIf(isProving)(
    'the demo answers at least 87 % of free questions well, and at most 4 % wrongly',
    () => {
      expect(shareOf('good')).toBeGreaterThanOrEqual(0.87)
      expect(shareOf('wrong')).toBeLessThanOrEqual(0.04)
    },
  )
})
