import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isProving } from '../support/proving.ts'

it.runIf(isProving)(
  'the smoke test of the CI matrix passes with the server, the suite and the library on this Node',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/entries/smoke.mjs'])
    expect(stdout).toContain(`Node ${process.version} on ${process.platform}: the package works.`)
  },
)
