import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('the second call of an operation executes few files and functions of the fake', () => {
  const counted = execFileSync(process.execPath, ['tools/build/counts/run.ts', 'walks'], {
    encoding: 'utf8',
  })
  const walks = [...counted.matchAll(/^(.+): (\d+) functions of (\d+) files$/gm)]
  const found = Object.fromEntries(
    walks.map(([, what, functions, files]) => [what, [Number(files), Number(functions)]]),
  )
  const bounds = {
    'a list of conversations': [29, 124],
    'the same list under deployed-0.8': [40, 186],
    'a resume of a finished turn': [41, 199],
  }
  expect(Object.keys(found)).toEqual(Object.keys(bounds))
  for (const [what, [files, functions]] of Object.entries(bounds)) {
    expect(found[what]?.[0]).toBeLessThanOrEqual(files ?? 0)
    expect(found[what]?.[1]).toBeLessThanOrEqual(functions ?? 0)
  }
})

it('one check of the conformance suite makes at most 4,000 function calls within the product', () => {
  const counted = execFileSync(process.execPath, ['tools/build/counts/run.ts', 'suite'], {
    encoding: 'utf8',
  })
  const [, check, calls] = /for the check (\S+): (\d+)/.exec(counted) ?? []
  expect(check).toBe('agents.read-answers-200')
  expect(Number(calls)).toBeGreaterThan(1000)
  expect(Number(calls)).toBeLessThanOrEqual(4000)
})
