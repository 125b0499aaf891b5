import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Passage } from '../../../../contract/records/knowledge-base.ts'
import { answerIn } from '../../../support/stream-reader.ts'
import { demo, mountInProcess } from '../../../support/transports.ts'
import { newConversation, type Paged, signIn, type Visitor } from '../../../support/visitor.ts'

const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
type Half = 'open' | 'held_out'

type Question = { readonly base?: string; readonly q: string; readonly answer: string }
type QuestionFile = Readonly<Record<Half, readonly Question[]>> & {
  readonly documents?: Readonly<Record<string, string>>
  readonly unanswerable: Readonly<Record<Half, readonly Omit<Question, 'answer'>[]>>
}

/** The results of the platform for one question. */
export type Result = {
  readonly language: string
  readonly half: Half
  readonly q: string
  /** `undefined` for a question that the documents do not answer. */
  readonly answer: string | undefined
  /** Whether `retrieve` returned the passage with the answer among the first three. */
  readonly isRetrieved: boolean
  /** Whether a turn quoted the passage with the answer, or any passage if there is no answer. */
  readonly isQuoted: boolean
  /** The passages as `source, § part`: the quoted ones, and those of `retrieve`. */
  readonly quoted: readonly string[]
  readonly ranking: readonly string[]
  readonly reply: string
}

/** Asks all questions in all languages: each with `retrieve`, and in a turn with its knowledge base. */
export async function askAll(): Promise<Result[]> {
  const visitor = await signIn(mountInProcess())
  const results: Result[] = []
  for (const language of languages) {
    const file = parse(
      readFileSync(`tests/mocks/platform/retrieval/${language}.yaml`, 'utf8'),
    ) as QuestionFile
    const own = file.documents && (await createBase(visitor, language, file.documents))
    for (const half of ['open', 'held_out'] as const)
      for (const question of [...file[half], ...file.unanswerable[half]]) {
        const base =
          own ?? demo.knowledge_bases.find(({ name }) => name === question.base)?.id ?? ''
        results.push({ language, half, ...(await ask(visitor, base, question)) })
      }
  }
  return results
}

async function createBase(
  visitor: Visitor,
  name: string,
  documents: Readonly<Record<string, string>>,
): Promise<string> {
  const { json } = await visitor.call<{ data: { id: string } }>('POST /api/knowledge-bases', {
    body: { name, chunk_strategy: 'markdown', chunk_overlap: 0 },
  })
  for (const [filename, content] of Object.entries(documents))
    await visitor.call(`POST /api/knowledge-bases/${json.data.id}/documents/create`, {
      body: { filename, content },
    })
  return json.data.id
}

async function ask(
  visitor: Visitor,
  base: string,
  { q, answer }: Omit<Question, 'answer'> & { readonly answer?: string },
) {
  const { json } = await visitor.call<{ data: readonly Passage[] }>(
    `POST /api/knowledge-bases/${base}/retrieve`,
    { body: { query: q, top_k: 10 } },
  )
  const conversation_id = await newConversation(visitor, { kb_ids: [base] })
  const reply = answerIn(await visitor.stream('POST /api/react', { body: { q, conversation_id } }))
  const quoted = [...reply.matchAll(/^— \*(.*), § (\d+)\*$/gm)].map(
    ([, source, part]) => `${source}, § ${part}`,
  )
  const label = answer === undefined ? undefined : await labelOf(visitor, base, answer)
  const ranking = json.data.map(
    ({ metadata: { source, chunk_index } }) => `${source}, § ${chunk_index + 1}`,
  )
  return {
    q,
    answer,
    isRetrieved: label !== undefined && ranking.slice(0, 3).includes(label),
    isQuoted: label === undefined ? quoted.length > 0 : quoted.includes(label),
    quoted,
    ranking,
    reply,
  }
}

type PassageText = { readonly label: string; readonly content: string }

const passagesByBase = new Map<string, Promise<readonly PassageText[]>>()

/** The source and part of the passage that contains the answer. */
async function labelOf(visitor: Visitor, base: string, answer: string): Promise<string> {
  const texts = passagesByBase.get(base) ?? readPassages(visitor, base)
  passagesByBase.set(base, texts)
  const found = (await texts).find(({ content }) => content.includes(answer))
  if (found === undefined) throw new Error(`No passage contains “${answer}”.`)
  return found.label
}

async function readPassages(visitor: Visitor, base: string): Promise<readonly PassageText[]> {
  const path = `/api/knowledge-bases/${base}/documents`
  const { json } = await visitor.call<Paged<{ readonly id: string; readonly filename: string }>>(
    `GET ${path}?size=100`,
  )
  const passages: PassageText[] = []
  for (const { id, filename } of json.items) {
    const { json: chunks } = await visitor.call<Paged<{ content: string; chunk_index: number }>>(
      `GET ${path}/${id}/chunks?size=100`,
    )
    for (const { content, chunk_index } of chunks.items)
      passages.push({ label: `${filename}, § ${chunk_index + 1}`, content })
  }
  return passages
}
