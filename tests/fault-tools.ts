import { setImmediate } from 'node:timers/promises'
import type { FaultInput } from '../contract/fault.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { createHandWall } from './hand-wall.ts'
import { shortStory } from './short-story.ts'
import { type Mounted, mountInProcess } from './transports.ts'
import { newConversation, signIn, type Visitor } from './visitor.ts'

export type Effect = FaultInput['effect']

/** A turn of some ten events, one of them with characters of several bytes. */
const story: Scenario = {
  ...shortStory,
  script: [{ think: 'Hm, “naïve” – 🙂.' }, ...shortStory.script.slice(1)],
}

/** What makes two fakes tell the same turn, byte by byte. */
export const sameStory = () => ({
  wall: createHandWall(Date.parse('2026-11-21T08:00:00.000Z')),
  scenarios: [story],
  speed: Infinity,
})

/** What a client saw of an answer. */
export type Seen = {
  /** Nothing where the connection broke before there was an answer. */
  readonly status: number | undefined
  readonly chunks: readonly Buffer[]
  readonly bytes: Buffer
  /** What reading failed with. */
  readonly broke: unknown
}

/** Reads what there is of an answer, as raw as `fetch` gives it. */
export async function see(opening: Promise<Response>): Promise<Seen> {
  const chunks: Buffer[] = []
  let status: number | undefined
  let broke: unknown
  try {
    const response = await opening
    ;({ status } = response)
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      chunks.push(Buffer.from(read.value))
  } catch (error) {
    broke = error
  }
  return { status, chunks, bytes: Buffer.concat(chunks), broke }
}

/** Who asks for the story, and what they send. */
export type Asking = { readonly visitor: Visitor; readonly body: Readonly<Record<string, string>> }

/** Is about to ask for the story; the answer will have a fault. */
export async function ask(mounted: Mounted, effect?: Effect): Promise<Asking> {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  if (effect !== undefined) mounted.fake.control().faults.add({ effect, times: 1 })
  return { visitor, body: { q: 'Tell me', conversation_id } }
}

/** Asks for the story, and sees what a fault leaves of it. */
export async function tellStory(mounted: Mounted, effect?: Effect): Promise<Seen & Asking> {
  const asking = await ask(mounted, effect)
  return { ...asking, ...(await see(asking.visitor.open('POST /api/react', asking))) }
}

/** The frames of the story as it is told without a fault. */
export const wholeFrames = (await tellStory(mountInProcess(sameStory()))).bytes
  .toString()
  .split(/(?<=\n\n)/)

/** Settles once something holds that needs turns of the event loop, and no time. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate()
}
