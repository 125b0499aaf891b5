import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../cli/run-command.ts'
import { samplesOf } from '../support/docs-samples.ts'

const example = 'examples/own-operations/skills.profile.yaml'

/** The output of `profiles check` for a text. */
async function check(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'docs-profile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'profile.yaml')
  await writeFile(file, text)
  let printed = ''
  const io = { write: (part: string) => (printed += part) }
  const stopped = new Promise<void>(() => {})
  const exit = await runCommand(['profiles', 'check', file], { stdout: io, stderr: io, stopped })
  return { exit, printed }
}

const samples = samplesOf('yaml').filter(({ page }) =>
  /^docs\/profile(s|-language)\.md$/.test(page),
)

it.each(samples)('the profile $name of the documentation has no problem', async ({ code }) => {
  const { exit, printed } = await check(code)
  expect(printed).toContain('nothing wrong')
  const untried = printed.split('\n').filter((line) => line.startsWith('not tried'))
  // An inherited operation is also played, if a request for it can be generated.
  const own = Array.from(code.matchAll(/^ {2}([A-Z]+ \/\S+):/gm), ([, operation = '']) => operation)
  const isFromBase = (line: string) =>
    code.includes('\nbase: ') && !own.some((operation) => line.includes(`: ${operation}: `))
  expect(untried.filter((line) => !isFromBase(line))).toEqual([])
  // A profile with only picks has no operations to play.
  const isPlayed = !printed.startsWith('0 operations played')
  expect(exit).toBe(isPlayed ? 0 : 4)
  expect(isPlayed || !/^(answers|operations):/m.test(code)).toBe(true)
})

it('docs/profiles.md shows the output of `profiles check` for its first profile', async () => {
  const shown = samplesOf('text').find(({ code }) => code.startsWith('GET /api/skills '))
  const lines = (shown?.code ?? '').trimEnd().split('\n')
  const first = samples.find(({ page }) => page === 'docs/profiles.md')
  const { printed } = await check(first?.code ?? '')
  const real = printed.trimEnd().split('\n')
  expect(real).toHaveLength(lines.length)
  for (const [index, line] of lines.entries()) expect(real[index]).toContain(line.replace(/…$/, ''))
})

it('the profile of examples/own-operations plays six operations without a problem', async () => {
  const { exit, printed } = await check(await readFile(example, 'utf8'))
  expect(printed).toContain('6 operations played, nothing wrong.')
  expect(exit).toBe(0)
})
