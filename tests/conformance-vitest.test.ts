import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectChecks } from '../conformance/runner.ts'
import { allChecks } from '../conformance/checks.ts'

type Told = {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
  readonly meta: { readonly conformance?: { readonly verdict: string } }
}

describe('the checks as tests, on a platform that departs from the specification', () => {
  let folder: string
  let told: ReadonlyMap<string, Told>
  let exit: number
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'understudy-'))
    const [config, outputFile] = [join(folder, 'vitest.config.mjs'), join(folder, 'told.json')]
    const test = { include: ['tests/judged/departing.ts'], reporters: ['json'], outputFile }
    await writeFile(config, `export default ${JSON.stringify({ test })}`)
    const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', '.']
    exit = await promisify(execFile)(process.execPath, [...vitest, '--config', config]).then(
      () => 0,
      ({ code }: { readonly code: number }) => code,
    )
    const { testResults } = JSON.parse(await readFile(outputFile, 'utf8')) as {
      testResults: [{ assertionResults: Told[] }]
    }
    told = new Map(testResults[0].assertionResults.map((each) => [each.title, each]))
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true }))

  it('are as many as the plan selects, and one more that asks whether that was enough', () => {
    const selected = selectChecks(allChecks, 'core', ['lists.*', 'agents.*', 'conversations.*'])
    expect(selected.length).toBeGreaterThan(20)
    expect([...told.keys()]).toEqual([...selected.map(({ id }) => id), 'enough was decided'])
    expect(told.get('enough was decided')?.status).toBe('passed')
  })

  it('fail where it departs, saying what the specification asks and how to see it', () => {
    const failed = [...told.values()].filter(({ status }) => status === 'failed')
    expect(exit).toBe(1)
    expect(failed.map(({ title }) => title)).toEqual(['lists.size-is-20-by-default'])
    const [message = ''] = failed[0]?.failureMessages ?? []
    expect(message).toContain('expected size 20, got 7 (first of 4 instances)')
    expect(message).toContain('the spec says (4.C3)  Lists accept `size`')
    expect(message).toContain(`see it  curl -i 'http://platform.test/api/`)
    expect(message).toContain('see it on purpose  npx understudy serve --mutant fifty-by-default')
  })

  it('are skipped where nothing could be decided, and keep their verdicts', () => {
    const verdicts = Map.groupBy(told.values(), ({ meta }) => meta.conformance?.verdict)
    const statuses = (verdict: string) =>
      new Set(verdicts.get(verdict)?.map(({ status }) => status))
    expect(statuses('skipped')).toEqual(new Set(['skipped']))
    expect(statuses('pass')).toEqual(new Set(['passed']))
    expect(statuses('observed')).toEqual(new Set(['passed']))
  })
})
