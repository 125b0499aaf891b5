import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { phrasesByLanguage } from '../../mocks/platform/languages/languages.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { answerIn } from '../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios } from '../support/transports.ts'
import { newConversation, signIn } from '../support/visitor.ts'

const expected = {
  ask: z.string(),
  /** Facts that a good answer has; `a|b` is either of two. */
  has: z.optional(z.array(z.string())),
  /** Whether the data of the company does not answer it, so that saying so is the good answer. */
  outside: z.optional(z.boolean()),
}

const file = z.strictObject({
  agent: z.optional(z.string()),
  user: z.optional(z.enum(['demo', 'other'])),
  questions: z.array(
    z.strictObject({ ...expected, follow_ups: z.optional(z.array(z.strictObject(expected))) }),
  ),
})

type Question = { readonly ask: string; readonly has?: string[]; readonly outside?: boolean }

/** A question with its follow-ups, asked in one conversation. */
export type Dialogue = {
  readonly agent: string | undefined
  readonly user: 'demo' | 'other'
  readonly questions: readonly Question[]
}

/** How an answer is judged. An honest one says that the documents do not answer the question. */
export type Verdict = 'good' | 'honest' | 'wrong'

/** The figures of the demo end with October, so `this month` is October. */
const systemClock = createManualClock(Date.parse('2026-10-30T09:00:00.000Z'))

const folder = new URL('./', import.meta.url)

/** The dialogues of all files of this folder. */
export const dialogues: readonly Dialogue[] = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => {
    const {
      agent,
      user = 'demo',
      questions,
    } = file.parse(parse(readFileSync(new URL(name, folder), 'utf8')))
    return questions.map(({ follow_ups = [], ...first }) => ({
      agent,
      user,
      questions: [first, ...follow_ups] as Question[],
    }))
  })

/** Asks the questions of a dialogue one after another; returns each answer with its verdict. */
export async function askAll({ agent, user, questions }: Dialogue) {
  const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios, systemClock }), user)
  const agent_id = demo.agents.find(({ name }) => name === agent)?.id
  const conversation_id = await newConversation(visitor, { agent_id })
  const judged: { readonly ask: string; readonly answer: string; readonly verdict: Verdict }[] = []
  for (const question of questions) {
    const body = { q: question.ask, conversation_id, ...(agent_id && { agent_id }) }
    const answer = answerIn(await visitor.stream('POST /api/react', { body }))
    judged.push({ ask: question.ask, answer, verdict: judge(question, answer) })
  }
  return judged
}

function judge({ has = [], outside = false }: Question, answer: string): Verdict {
  if (isHonest(answer)) return outside ? 'good' : 'honest'
  const text = comparable(answer)
  const isThere = (fact: string) => fact.split('|').some((one) => text.includes(comparable(one)))
  const isRight = has.every(isThere)
  if (isClosest(answer)) return outside || isRight ? 'good' : 'honest'
  return !outside && isRight ? 'good' : 'wrong'
}

/** A text without case and without the separators of numbers, which languages write differently. */
const comparable = (text: string) =>
  text.toLowerCase().replaceAll(/(?<=\d)[.,\u202f\u00a0](?=\d)/g, '')

const honestPhrases = [...phrasesByLanguage.values()].flatMap(({ nothing, noDocuments }) => [
  ...nothing,
  ...noDocuments,
])

/** Whether an answer says that its passage may not answer the question. */
const isClosest = (answer: string) =>
  [...phrasesByLanguage.values()].some(({ closest }) => answer.includes(closest))

const isHonest = (answer: string) => honestPhrases.some((phrase) => answer.includes(phrase))
