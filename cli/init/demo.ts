import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { AuthoringError } from '../../contract/authoring/problem.ts'
import { parseYaml, toYaml } from '../../contract/authoring/yaml.ts'
import { escapeLines } from '../../contract/escape.ts'
import { type Output, UsageError } from '../command-line.ts'
import { schemaLine } from '../schema-line.ts'
import { type DemoAnswers, demoAnswers, demoFiles } from './demo-company.ts'

/** Asks one question after another; resolves to undefined at the end of the input. */
export type Ask = (question: string) => Promise<string | undefined>

const asked = [
  ['company', 'Which company is the demo for?', 'Acme'],
  ['sells', 'What does it sell?', 'bicycles'],
  ['agents', 'Which agents does it have? (names, with commas)', 'Support, Sales, Operations'],
  ['language', 'In which language do its users work? (a code such as en or de)', 'en'],
] as const

/** Reads the answers of a file, or asks for them. */
export const readAnswers = async (file: string | undefined, ask: Ask): Promise<DemoAnswers> => {
  const given: Record<string, unknown> = {}
  if (file === undefined)
    for (const [name, question, usual] of asked) {
      const line = await ask(`${question} [${usual}] `)
      if (line === undefined)
        throw new UsageError(
          `The input ended before \`${name}\` was answered: call this in a terminal, or pass --answers FILE with ${asked.map(([one]) => one).join(', ')}.`,
        )
      const said = line.trim() || usual
      given[name] = name === 'agents' ? said.split(',').map((one) => one.trim()) : said
    }
  const { value, where } =
    file === undefined ? { value: given, where: () => 'demo' } : await readYaml(file)
  const read = demoAnswers.safeParse(value)
  if (read.success) return read.data
  throw new UsageError(
    ...read.error.issues.map(
      ({ path, message }) => `${where(path)}: ${path.join('.') || 'the file'}: ${message}.`,
    ),
  )
}

async function readYaml(file: string) {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--answers: ${file} can't be read (${error.code}).`)
  })
  try {
    return parseYaml(text, file)
  } catch (error) {
    if (!(error instanceof AuthoringError)) throw error
    throw new UsageError(...error.message.split('\n'))
  }
}

/** Writes the folder of a demo, which `serve --from` plays. Never replaces a file. */
export async function writeDemo(
  folder: string,
  answers: DemoAnswers,
  now: number,
  stdout: Output,
): Promise<number> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0)
    throw new UsageError(`${folder} is not empty: pass the path of a new folder.`)
  const files = (await demoFiles(answers, now)).map(([path, value]) => {
    const schema = path === 'fixture.yaml' ? 'fixture' : 'scenario'
    return [path, schemaLine(schema, join(folder, path)) + toYaml(value)]
  })
  for (const [path = '', text = ''] of [...files, ['demo.yaml', toYaml(answers, about)]]) {
    const file = join(folder, path)
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    } catch (error) {
      throw new UsageError(
        `${file} can't be written (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
      )
    }
  }
  stdout.write(
    escapeLines([
      `Wrote a demo of ${answers.company} to ${folder}: data and documents in fixture.yaml, scripts in scenarios/.`,
      `Serve it: npx agent-understudy serve --from ${folder}`,
    ]),
  )
  return 0
}

const about = `The answers that this demo was written from. While this file is here, \`serve --from\` leaves out the
shipped scripts, which speak of another company.`

/** Asks on the terminal. Lines that come at once, as from a pipe, wait for their question. */
export function createAsk(stdout: Output): Ask & { close(): void } {
  const reader = createInterface({ input: process.stdin })
  const lines = reader[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    stdout.write(question)
    const { value, done } = await lines.next()
    const said = done === true ? undefined : String(value)
    // A terminal shows what is typed on it.
    if (!process.stdin.isTTY) stdout.write(`${said ?? ''}\n`)
    return said
  }
  return Object.assign(ask, { close: () => reader.close() })
}
