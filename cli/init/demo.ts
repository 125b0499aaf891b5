import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { toYaml } from '../../contract/authoring/yaml.ts'
import { type Output, UsageError, writeLines } from '../command-line.ts'
import { schemaLine } from '../schema-line.ts'
import * as z from 'zod/mini'
import { mapTexts } from '../../contract/json.ts'
import { readInput } from '../input-file.ts'
import { readDocument } from '../read-document.ts'
import { shippedDemo } from '../world-data.ts'

/** Asks one question after another; resolves to undefined at the end of the input. */
export type Ask = {
  (question: string): Promise<string | undefined>
  /** Whether a person answers, who can be asked again. */
  readonly isInteractive?: boolean
}

const questions = [
  ['company', 'Which company is the demo for?', 'Acme'],
  ['sells', 'What does it sell?', 'bicycles'],
  ['agents', 'Which agents does it have? (names, with commas)', 'Support, Sales, Operations'],
  ['language', 'In which language do its users work? (a code such as en or de)', 'en'],
] as const

/** Reads the answers from a file, or asks the user for them. */
export const readAnswers = async (file: string | undefined, ask: Ask): Promise<DemoAnswers> => {
  const { value, where } =
    file === undefined
      ? { value: await askAll(ask), where: () => 'demo' }
      : readDocument(readInput('answers', file), file, (document) => document)
  const read = demoAnswers.safeParse(value)
  if (read.success) return read.data
  throw new UsageError(
    ...read.error.issues.map(
      ({ path, message }) => `${where(path)}: ${path.join('.') || 'the file'}: ${message}.`,
    ),
  )
}

/** Asks all questions. After a wrong answer, repeats the question to a person. */
async function askAll(ask: Ask): Promise<object> {
  const answers: Record<string, unknown> = {}
  for (const [name, question, usual] of questions) {
    let problem: string | undefined
    do {
      const reason = problem === undefined ? '' : `${problem}.\n`
      const line = await ask(`${reason}${question} [${usual}] `)
      if (line === undefined)
        throw new UsageError(
          `The input ended before \`${name}\` was answered: call this in a terminal, or pass --answers FILE with ${questions.map(([one]) => one).join(', ')}.`,
        )
      const answer = line.trim() || usual
      answers[name] = name === 'agents' ? answer.split(',').map((one) => one.trim()) : answer
      problem = demoAnswers.shape[name].safeParse(answers[name]).error?.issues[0]?.message
    } while (problem !== undefined && ask.isInteractive)
  }
  return answers
}

/** Writes the folder of a demo, which `serve --from` plays. Never replaces a file. */
export async function writeDemo(
  folder: string,
  answers: DemoAnswers,
  now: number,
  stdout: Output,
): Promise<number> {
  const existingFiles = await readdir(folder).catch(() => [])
  if (existingFiles.length > 0)
    throw new UsageError(`${folder} is not empty: pass the path of a new folder.`)
  const files = (await demoFiles(answers, now)).map(([path, value]) => {
    const schema = path === 'fixture.yaml' ? 'fixture' : 'scenario'
    return [path, schemaLine(schema, join(folder, path)) + toYaml(value, invented)]
  })
  for (const [path = '', text = ''] of [...files, ['demo.yaml', toYaml(answers, about)]]) {
    const file = join(folder, path)
    try {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    } catch (error) {
      throw new UsageError(
        `${file} can't be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Name another folder.`,
      )
    }
  }
  writeLines(
    stdout,
    `Wrote a demo of ${answers.company} to ${folder}: data and documents in fixture.yaml, scripts in scenarios/.`,
    `Serve it: npx agent-understudy serve --from ${folder}`,
  )
  return 0
}

/** Written as a YAML comment, because the audience of a demo sees the texts of its files. */
const invented = 'Written by `init demo`: names and figures are invented. Replace them.'

const about = `The answers that this demo was written from. While this file is here, \`serve --from\` leaves out the
shipped scripts, which speak of another company.`

/** Asks questions on the terminal. Lines that arrive early, as from a pipe, are kept as answers. */
export function createAsk(stdout: Output): Ask & { close(): void } {
  const reader = createInterface({ input: process.stdin })
  const lines = reader[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    stdout.write(question)
    const { value, done } = await lines.next()
    const answer = done === true ? undefined : String(value)
    // A terminal already shows the typed answer; for other input, the answer is printed.
    if (!process.stdin.isTTY) stdout.write(`${answer ?? ''}\n`)
    return answer
  }
  return Object.assign(ask, {
    isInteractive: process.stdin.isTTY,
    close: () => reader.close(),
  })
}

const lineMessage = 'It must be a text of 1 to 80 characters'
const line = z.string(lineMessage).check(z.minLength(1, lineMessage), z.maxLength(80, lineMessage))

const namesMessage = 'It must be a list of 1 to 8 names, such as [Support, Sales]'

const codeMessage = 'It must be a code of two letters, such as en'

/** The answers to the questions of `init demo`, and the content of its `demo.yaml`. */
const demoAnswers = z.strictObject({
  company: line,
  sells: line,
  agents: z
    .array(line, namesMessage)
    .check(z.minLength(1, namesMessage), z.maxLength(8, namesMessage)),
  language: z.string(codeMessage).check(z.regex(/^[a-z]{2}$/, codeMessage)),
})

type DemoAnswers = z.infer<typeof demoAnswers>

/**
 * Creates the files of a demo from `fixtures/own-company/`: two users, the agents, a handbook with
 * known questions, two tables, and scripts with a tool call, an approval and a plan.
 */
async function demoFiles(
  answers: DemoAnswers,
  now: number,
): Promise<readonly (readonly [path: string, value: unknown])[]> {
  const { 'fixture.yaml': fixture, ...scripts } = await shippedDemo()
  const words = wordsOf(answers, now)
  const [agent] = fixture.agents
  const { suggested_prompts: prompts } = agent
  const agents = answers.agents.map((name, at) => ({
    ...agent,
    name,
    // Rotates the prompts, so that each agent begins with a different prompt.
    suggested_prompts: prompts.map((_, place) => prompts[(place + 2 * at) % prompts.length]),
  }))
  // All other names in braces are placeholders, which scripts fill when they play.
  const fillWords = (text: string) =>
    text.replaceAll(/\{([a-z ]+)\}/g, (whole, name: string) => words.get(name) ?? whole)
  return Object.entries({ 'fixture.yaml': { ...fixture, agents }, ...scripts }).map(
    ([path, value]) => [path, mapTexts(value, fillWords)] as const,
  )
}

/** The values that replace names in braces in the files, such as `{company}`. */
function wordsOf({ company, sells, language }: DemoAnswers, now: number) {
  const name = slug(company)
  return new Map([
    ['company', company],
    ['sells', sells],
    ['language', language],
    ['name', name],
    ['domain', `${name}.example`],
    ['prefix', initials(company)],
    ['this month', monthBefore(now, 0)],
    ['last month', monthBefore(now, 1)],
    ['two months ago', monthBefore(now, 2)],
  ])
}

const months =
  'January February March April May June July August September October November December'.split(' ')

const monthBefore = (now: number, count: number) =>
  months[(new Date(now).getUTCMonth() + 12 - count) % 12] ?? ''

/** The initials of a company, as the prefix of its orders: `AB` for `Acme Bikes`. */
const initials = (company: string) =>
  (company.match(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu) ?? ['X']).slice(0, 3).join('').toUpperCase()
const slug = (company: string) =>
  company
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'company'
