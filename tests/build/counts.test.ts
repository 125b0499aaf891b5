import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('one check of the suite takes at most 4,000 calls of our own code', () => {
  const counted = execFileSync(process.execPath, ['build/counts/run.ts', 'suite'], {
    encoding: 'utf8',
  })
  const [, check, calls] = /for the check (\S+): (\d+)/.exec(counted) ?? []
  expect(check).toBe('agents.read-answers-200')
  expect(Number(calls)).toBeGreaterThan(1000)
  expect(Number(calls)).toBeLessThanOrEqual(4000)
})
