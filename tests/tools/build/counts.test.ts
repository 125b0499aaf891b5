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
    'a list of conversations': [25, 110],
    'the same list under deployed-0.8': [35, 160],
    'a resume of a finished turn': [32, 187],
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

it('at most 15 % of the files of the product are imported by exactly one other file', () => {
  const counted = execFileSync(process.execPath, ['tools/build/counts/run.ts', 'importers'], {
    encoding: 'utf8',
  })
  const [, alone, files] = /imports: (\d+) of (\d+)/.exec(counted) ?? []
  expect(Number(files)).toBeGreaterThan(900)
  expect(Number(alone) / Number(files)).toBeLessThanOrEqual(0.15)
})
