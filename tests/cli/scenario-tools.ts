import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { playScenario } from '../../cli/scenarios/play.ts'
import { runCommand } from '../../cli/run-command.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const never = new Promise<void>(() => {})

/** Runs a command; returns its output and exit code. */
export async function run(...argv: string[]) {
  const printed: string[] = []
  const io = {
    stdout: { write: (text: string) => printed.push(text) },
    stderr: { write: (text: string) => printed.push(text) },
    stopped: never,
  }
  const exit = await (argv[0] === 'play'
    ? playScenario(argv.slice(1), io, createVirtualClock())
    : runCommand(['scenarios', ...argv], io))
  return { exit, text: printed.join('') }
}

/** A folder with these files, which is deleted after the test. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'scripts-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  return dir
}

export const greeting = `name: greeting
match: { query: good morning }
script:
  - think: How kind.
  - pause: 2s
  - answer: Good morning, {{user.first_name}}!
suggestions: [Is it FH-204?]
`

export const paying = `name: paying
match: { query: pay, agent: Support Desk }
turns:
  - script:
      - approval:
          call: { tool: pay }
          rejected: [{ answer: 'Refused.' }]
          expired: [{ answer: Too late. }]
      - answer: Paid.
    suggestions: [And the order FH-77?]
  - match: { query: '/order (?<order>FH-\\d+)/' }
    script: [{ answer: '{{order}} is paid, too.' }]
`
