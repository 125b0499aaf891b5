import { beforeAll, describe, expect, it } from 'vitest'
import { askAll, type Result } from './retrieval/measure.ts'

const share = (some: readonly Result[], isFound: (one: Result) => boolean) =>
  some.filter(isFound).length / some.length

describe('questions to documents in five languages', () => {
  let results: readonly Result[] = []
  beforeAll(async () => {
    results = await askAll()
  })
  const known = (half: Result['half']) =>
    results.filter((one) => one.half === half && one.answer !== undefined)

  it('retrieval is measured with 100 answerable questions, half of them held out, and 30 unanswerable ones', () => {
    expect([known('open').length, known('held_out').length]).toEqual([50, 50])
    expect(results).toHaveLength(130)
  })

  it.each(['open', 'held_out'] as const)(
    '`retrieve` finds the answer among the first three passages for 80 %% of the questions: %s',
    (half) => {
      expect(share(known(half), ({ isRetrieved }) => isRetrieved)).toBeGreaterThanOrEqual(0.8)
    },
  )

  it.each(['open', 'held_out'] as const)(
    'a turn quotes the passage with the answer for 80 %% of the questions: %s',
    (half) => {
      expect(share(known(half), ({ isQuoted }) => isQuoted)).toBeGreaterThanOrEqual(0.8)
    },
  )

  it('a turn quotes only passages that `retrieve` ranks first', () => {
    for (const { quoted, ranking } of results)
      expect(ranking.filter((label) => quoted.includes(label))).toEqual(quoted)
  })

  it('at most two of the 30 questions without an answer are answered with a quote', () => {
    const wrong = results.filter(({ answer, isQuoted }) => answer === undefined && isQuoted)
    expect(wrong.slice(2)).toEqual([])
  })
})
