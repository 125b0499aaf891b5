import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { isProving } from '../support/proving.ts'

it.runIf(isProving)(
  'the script of the CI matrix tries server, suite and library with the Node that runs it',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/entries/smoke.mjs'])
    expect(stdout).toContain(`Node ${process.version} on ${process.platform}: the package works.`)
  },
)
