import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A test in Vitest's JSON report. */
export type TestOutcome = {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
  readonly meta: {
    readonly conformance?: { readonly verdict: string }
    readonly findings?: readonly object[]
  }
}

const config = 'tests/conformance/suite-as-tests/vitest.config.mjs'

/** Runs test files, some of whose tests should fail, in a separate Vitest. */
export async function vitest(...files: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  try {
    const outputFile = join(folder, 'outcomes.json')
    const argv = [resolve('node_modules/vitest/vitest.mjs'), 'run', ...files, '--root', '.']
    const flags = ['--config', config, `--outputFile.json=${outputFile}`]
    const ended = await promisify(execFile)(process.execPath, [...argv, ...flags]).then(
      (output) => ({ ...output, code: 0 }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
    )
    const json = await readFile(outputFile, 'utf8')
    type Ran = { readonly name: string; readonly assertionResults: readonly TestOutcome[] }
    const { testResults } = JSON.parse(json) as { readonly testResults: readonly Ran[] }
    const testsOf = (file: string) =>
      testResults.find(({ name }) => name.endsWith(file))?.assertionResults ?? []
    return {
      exit: ended.code,
      /** The tests of each file by their titles. */
      outcomes: files.map((file) => new Map(testsOf(file).map((each) => [each.title, each]))),
      /** The whole output of Vitest, on the terminal and in its report. */
      text: json + ended.stdout + ended.stderr,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
