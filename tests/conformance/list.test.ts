import { expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'

const refuse = () => Promise.reject(new Error('A list sends nothing.'))

/** Returns the output of `conform --list`. A request would fail the test. */
async function list(...flags: readonly string[]): Promise<string> {
  let printed = ''
  const output = { write: (text: string) => void (printed += text) }
  const io = { stdout: output, stderr: output }
  expect(await conform(['--list', ...flags], io, { fetch: refuse })).toBe(0)
  return printed
}

it('`conform --list` needs no deployment, and prints the selected checks with level, plan and clause', async () => {
  const lines = (await list('--only', 'keys.*', '--plan', 'core')).trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines)
    expect(line).toMatch(/^(must|should|observe) +(smoke|core|every) +\S.* keys\.[\w.-]+$/)
})

it('`conform --list --json` has every check of the whole suite with its rule', async () => {
  const listed: unknown = JSON.parse(await list('--json', '--plan', 'destructive'))
  expect(listed).toHaveLength(allChecks.length)
  expect(listed).toContainEqual({
    id: 'keys.disabled-is-rejected',
    level: 'must',
    plan: 'core',
    rule: expect.any(String),
    clause: expect.stringMatching(/^\d/),
    says: expect.stringMatching(/\.$/),
  })
})
