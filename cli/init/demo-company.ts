import * as z from 'zod/mini'
import { isObject } from '../../contract/json.ts'
import { shippedDemo } from '../world-data.ts'

const isLine = 'It must be a text of 1 to 80 characters'
const line = z.string(isLine).check(z.minLength(1, isLine), z.maxLength(80, isLine))

const areNames = 'It must be a list of 1 to 8 names, such as [Support, Sales]'

const isCode = 'It must be a code of two letters, such as en'

/** What `init demo` asks, and what its `demo.yaml` says. */
export const demoAnswers = z.strictObject({
  company: line,
  sells: line,
  agents: z.array(line, areNames).check(z.minLength(1, areNames), z.maxLength(8, areNames)),
  language: z.string(isCode).check(z.regex(/^[a-z]{2}$/, isCode)),
})

export type DemoAnswers = z.infer<typeof demoAnswers>

/**
 * The files of a demo by their paths, from those in `fixtures/own-company/`: two users, the agents, a
 * handbook with known questions, two tables, and scripts with a tool call, an approval and a plan.
 */
export async function demoFiles(
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
    // Each agent begins with other prompts.
    suggested_prompts: prompts.map((_, place) => prompts[(place + 2 * at) % prompts.length]),
  }))
  return Object.entries({ 'fixture.yaml': { ...fixture, agents }, ...scripts }).map(
    ([path, value]) => [path, filled(value, words)] as const,
  )
}

/** The words of a company by their names in the files. */
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

/** Puts the words into all texts of a value. Other names in braces are placeholders of scripts. */
function filled(value: unknown, words: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\{([a-z ]+)\}/g, (whole, name: string) => words.get(name) ?? whole)
  if (Array.isArray(value)) return value.map((item) => filled(item, words))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, filled(part, words)]),
  )
}

const months =
  'January February March April May June July August September October November December'.split(' ')

const monthBefore = (now: number, count: number) =>
  months[(new Date(now).getUTCMonth() + 12 - count) % 12] ?? ''

/** `Acme Bikes` as the prefix of its orders, `AB`, and as a part of addresses, `acme-bikes`. */
const initials = (company: string) =>
  (company.match(/\b\p{L}/gu) ?? ['X']).slice(0, 3).join('').toUpperCase()
const slug = (company: string) =>
  company
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'company'
