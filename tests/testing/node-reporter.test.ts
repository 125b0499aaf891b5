import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareCommand } from '../../testing/tolerance/runners.ts'

const tests = `import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
describe('the shop', () => {
  it('adds', () => assert.equal(1, 2))
  it('is (open)', () => {})
})
test('parent', async (t) => {
  await t.test('good', () => {})
  await t.test('bad', () => { throw new Error('the child broke') })
})
describe('a suite with a hook', () => {
  before(() => { throw new Error('the hook broke') })
  it('never runs', () => {})
})
test('later', { skip: true }, () => {})`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  await writeFile(join(folder, 'a.test.mjs'), tests)
  await writeFile(join(folder, 'b.test.mjs'), `throw new Error('it cannot load')`)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the tests of a folder with Node, and returns their results. */
async function resultsOf(selectors?: readonly string[], cwd = folder) {
  const run = await mkdtemp(join(folder, 'run-'))
  const reporters = { vitest: '', playwright: '', node: resolve('testing/node/reporter.ts') }
  const { command } = prepareCommand([process.execPath, '--test'], {
    selectors,
    reporters,
    folder: run,
  })
  const [program = '', ...flags] = command
  const env = { ...process.env, UNDERSTUDY_RUN: run, NODE_TEST_CONTEXT: undefined }
  const { stdout } = await promisify(execFile)(program, flags, { cwd, env }).catch(
    (error: { readonly stdout: string }) => error,
  )
  const names = await readdir(run)
  const texts = await Promise.all(names.map((name) => readFile(join(run, name), 'utf8')))
  const lines = texts.join('').trim().split('\n')
  return { stdout, results: lines.map((line) => JSON.parse(line) as { readonly id: string }) }
}

describe('the results of node --test', () => {
  it('each test of `node --test` has its result, its assertion and a selector, and the usual output is printed', async () => {
    const { stdout, results } = await resultsOf()
    expect(stdout).toContain('✔ is (open)')
    const reason = 'Expected values to be strictly equal:\n\n1 !== 2\n'
    expect(results).toEqual([
      {
        id: 'a.test.mjs > the shop > adds',
        selector: 'the shop adds',
        status: 'failed',
        message: reason,
      },
      { id: 'a.test.mjs > the shop > is (open)', selector: 'the shop is (open)', status: 'passed' },
      {
        id: 'a.test.mjs > parent',
        selector: 'parent',
        status: 'failed',
        message: 'bad: the child broke',
      },
      {
        id: 'a.test.mjs > a suite with a hook > never runs',
        selector: 'a suite with a hook never runs',
        status: 'failed',
        message: 'the hook broke',
      },
      { id: 'a.test.mjs > later', selector: 'later', status: 'skipped' },
      {
        id: 'b.test.mjs',
        selector: 'b.test.mjs',
        status: 'failed',
        message: expect.stringMatching(/^Error: it cannot load/),
      },
    ])
  })

  it('only the selected tests of `node --test` run, together with their subtests', async () => {
    const { results } = await resultsOf(['the shop is (open)', 'parent'])
    expect(results.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['a.test.mjs > the shop > is (open)', 'a.test.mjs > parent']),
    )
    expect(results.map(({ id }) => id)).not.toContain('a.test.mjs > the shop > adds')
    expect(results).toContainEqual(expect.objectContaining({ message: 'bad: the child broke' }))
  })

  it('a test keeps the results of an earlier suite or test that has the same name', async () => {
    const own = await mkdtemp(join(folder, 'names-'))
    const text = `import { describe, it } from 'node:test'
    describe('session', () => {
      describe('login', () => { it('refuses', () => { throw new Error('it broke') }) })
      it('login', () => {})
      it('login', () => {})
    })`
    await writeFile(join(own, 'c.test.mjs'), text)
    const { results } = await resultsOf(undefined, own)
    const login = { id: 'c.test.mjs > session > login', status: 'passed' }
    expect(results).toMatchObject([
      { id: 'c.test.mjs > session > login > refuses', status: 'failed', message: 'it broke' },
      login,
      login,
    ])
  })
})
