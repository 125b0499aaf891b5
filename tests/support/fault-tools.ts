import { setImmediate } from 'node:timers/promises'
import type { FaultInput } from '../../contract/fault.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createManualClock } from './manual-clock.ts'
import { shortStory } from './short-story.ts'
import { type Mounted, mountInProcess } from './transports.ts'
import { newConversation, signIn, type Visitor } from './visitor.ts'

export type Effect = FaultInput['effect']

/** A turn of about ten events, one of them with multi-byte characters. */
const story: Scenario = {
  ...shortStory,
  script: [{ think: 'Hm, “naïve” – 🙂.' }, ...shortStory.script.slice(1)],
}

/** Options with which two fakes play the same turn, byte for byte. */
export const sameStory = () => ({
  systemClock: createManualClock(Date.parse('2026-11-21T08:00:00.000Z')),
  scenarios: [story],
  speed: Infinity,
})

/** The part of a response that a client received. */
export type Seen = {
  /** `undefined` if the connection broke before the response. */
  readonly status: number | undefined
  readonly chunks: readonly Buffer[]
  readonly bytes: Buffer
  /** The error of reading the body. */
  readonly broke: unknown
}

/** Reads the raw body of a response as far as it arrives. */
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

/** The visitor, and the request for the turn. */
export type Asking = { readonly visitor: Visitor; readonly body: Readonly<Record<string, string>> }

/** Prepares a request for the turn, whose response will have a fault. */
export async function ask(mounted: Mounted, effect?: Effect): Promise<Asking> {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  if (effect !== undefined) mounted.fake.control().faults.add({ effect, times: 1 })
  return { visitor, body: { q: 'Tell me', conversation_id } }
}

/** Requests the turn, and returns what remains of it after a fault. */
export async function tellStory(mounted: Mounted, effect?: Effect): Promise<Seen & Asking> {
  const asking = await ask(mounted, effect)
  return { ...asking, ...(await see(asking.visitor.open('POST /api/react', asking))) }
}

/** The frames of the turn without a fault. */
export const wholeFrames = (await tellStory(mountInProcess(sameStory()))).bytes
  .toString()
  .split(/(?<=\n\n)/)

/** Waits for a condition by iterations of the event loop, without waiting for time. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate()
}
