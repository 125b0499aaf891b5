import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A test in Vitest's JSON report. */
export type Told = {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
  readonly meta: {
    readonly conformance?: { readonly verdict: string }
    readonly findings?: readonly object[]
  }
}

/** One file for all runs: its path is part of the key of Vitest's cache. */
const config = 'tests/conformance/suite-as-tests/vitest.config.mjs'

/** Runs a test file, some of whose tests should fail, in a separate Vitest. */
export async function vitest(file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  try {
    const outputFile = join(folder, 'told.json')
    const argv = [resolve('node_modules/vitest/vitest.mjs'), 'run', file, '--root', '.']
    const flags = ['--config', config, `--outputFile.json=${outputFile}`]
    const ended = await promisify(execFile)(process.execPath, [...argv, ...flags]).then(
      (output) => ({ ...output, code: 0 }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
    )
    const json = await readFile(outputFile, 'utf8')
    const { testResults } = JSON.parse(json) as { testResults: [{ assertionResults: Told[] }] }
    return {
      exit: ended.code,
      told: new Map(testResults[0].assertionResults.map((each) => [each.title, each])),
      /** The whole output of Vitest, on the terminal and in its report. */
      text: json + ended.stdout + ended.stderr,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
