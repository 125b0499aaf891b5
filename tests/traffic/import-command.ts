import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Io } from '../../cli/command-line.ts'
import { importFiles } from '../../cli/import.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { harEntry } from '../support/record-har.ts'
import { api } from './import-entries.ts'

type Command = (argv: readonly string[], io: Io) => Promise<number>

/** Runs a command; returns its exit code and output. */
export async function run(command: Command, ...argv: string[]) {
  const printed = { stdout: '', stderr: '' }
  const io = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
    stopped: new Promise<void>(() => {}),
  }
  return { code: await command(argv, io), ...printed }
}

export const refusalOf = (...argv: string[]) =>
  run(importFiles, ...argv).then(
    ({ code }) => `exit code ${code}`,
    (error: Error) => `${error.name}: ${error.message}`,
  )

const idOf = (name: string) => `a-${name.charAt(0)}`

/** An entry with a page of agents. */
export const agents = (
  names: readonly string[],
  at: string,
  method = 'GET',
  path = '/agents',
  toId = idOf,
) =>
  harEntry({
    method,
    url: api + path,
    startedDateTime: at,
    content: {
      mimeType: 'application/json',
      text: JSON.stringify({
        items: names.map((name) => ({ id: toId(name), user_id: 'u-1', name })),
        total: names.length,
        page: 1,
        size: 20,
        pages: 1,
      }),
    },
  })

/** An entry with a question and its answer. */
export const question = (q: string, at: string) =>
  harEntry({
    method: 'POST',
    url: `${api}/react`,
    body: JSON.stringify({ q }),
    startedDateTime: at,
    content: {
      mimeType: 'text/event-stream',
      text: [
        ['answer', { type: 'start' }],
        ['answer', { type: 'delta', text: 'Yes.' }],
        ['answer', { type: 'done' }],
        ['done', { answer: 'Yes.' }],
        ['end', {}],
      ]
        .map(([event, json]) => `event: ${String(event)}\ndata: ${JSON.stringify(json)}\n\n`)
        .join(''),
    },
  })

export const monday = '2026-11-16T10:00:00.000Z'
export const friday = '2026-11-20T10:00:00.000Z'

/** The fixture in a folder. */
export async function fixtureIn(out: string) {
  const text = await readFile(join(out, 'fixture.yaml'), 'utf8')
  return parseYaml(text, 'fixture.yaml').value as {
    readonly agents?: readonly { readonly name: string }[]
  }
}

/** The names of the agents in a folder. */
export const agentsIn = async (out: string) =>
  ((await fixtureIn(out)).agents ?? []).map(({ name }) => name)
