import * as vitest from 'vitest'
import * as entry from '../../entries/vitest.ts'
import { runSample, samplesOf } from '../support/docs-samples.ts'

const { describe, expect, it } = vitest

/** The samples of docs/testing.md that need no app and no real deployment. */
const samples = samplesOf('ts').filter(
  ({ page, code }) =>
    page === 'docs/testing.md' && code.includes('= useFake()') && !code.includes('window'),
)

it('docs/testing.md has two Vitest samples that run as they stand', () => {
  expect(samples.map(({ code }) => /^it\('(.*)'/m.exec(code)?.[1])).toEqual([
    'shows why a token is refused',
    'resumes a turn whose stream was cut',
  ])
})

// A sample registers its tests; they then run like a user's tests.
for (const { name, code } of samples)
  describe(`the sample ${name}`, () =>
    runSample(code, { vitest, 'agent-understudy/vitest': entry }))
