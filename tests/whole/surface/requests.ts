import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import {
  type DeploymentOperation,
  deploymentOperations,
} from '../../profiles/deployment/operations.ts'
import { goodCallOf } from '../../profiles/deployment/requests.ts'
import { goodCall } from '../../support/openapi-calls.ts'
import type { Mounted } from '../../support/transports.ts'
import {
  inWorld,
  keyOf,
  newConversation,
  type Sent,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import { type Ask, type Heard, toLatin1 } from '../parity/exchange.ts'
import { stay } from '../parity/journey.ts'
import { caseLines } from './cases.ts'

/** A request with its whole response. */
export type Exchange = { readonly label: string; readonly ask: Ask; readonly heard: Heard }

/** Collects the requests that a function sends to a mounted fake. */
export type Journey = (journey: Listening) => Promise<void>

type Listening = {
  readonly mounted: Mounted
  /** Stores the exchanges of a function under this label. Some responses break off. */
  show(label: string, act: () => Promise<unknown>): Promise<void>
}

/** The exchanges of a journey to show, in order. */
export async function exchangesOf(journey: Journey, mounted: Mounted): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  let label: string | undefined
  let count = 0

  async function fetch(request: Request): Promise<Response> {
    if (label === undefined) return mounted.fetch(request)
    const { method, url, headers } = request
    const { pathname, search } = new URL(url)
    const sent = new Uint8Array(await request.clone().arrayBuffer())
    const body = request.body === null ? {} : { body: toLatin1(sent) }
    const ask = { method, path: pathname + search, headers: [...headers], ...body }
    const response = await mounted.fetch(request).catch(() => undefined)
    const [bytes, ended] = await readAll(response)
    const heard = {
      status: response?.status ?? 0,
      headers: Object.fromEntries(response?.headers ?? []),
      body: toLatin1(bytes),
      ended,
    }
    count++
    exchanges.push({ label: count === 1 ? label : `${label}, ${count}`, ask, heard })
    if (response === undefined) throw new Error('There is no response.')
    return new Response(response.body && bytes, response)
  }

  await journey({
    mounted: { ...mounted, fetch },
    async show(text, act) {
      label = text
      count = 0
      await act().catch(() => undefined)
      label = undefined
    },
  })
  return exchanges
}

/** The bytes of a body, and how it ended. */
async function readAll(
  response: Response | undefined,
): Promise<[Uint8Array<ArrayBuffer>, Heard['ended']]> {
  if (response === undefined) return [new Uint8Array(), 'unanswered']
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    return [new Uint8Array(Buffer.concat(chunks)), 'closed']
  } catch {
    return [new Uint8Array(Buffer.concat(chunks)), 'broken']
  }
}

const send = async (visitor: Visitor, operation: string, sent?: Sent): Promise<string> =>
  (await visitor.open(operation, sent)).text()

const toControl = (line: string) => line.replace(' ', ' /__control/')

/** Each operation of the contract, each in its own world: the main refusals, then success. */
export const contractJourney =
  (ids: readonly OperationId[] = operationIds): Journey =>
  async ({ mounted, show }) => {
    for (const id of ids) {
      const refused = inWorld(mounted, `${id}-refused`)
      const visitor = await signIn(refused)
      const { operation, sent } = await goodCall(visitor, id)
      await refusals(show, refused, visitor, id, operation, sent)
      const { scope, loads } = operations[id]
      if (sent.body !== undefined)
        await show(`${id}: no JSON`, () => send(visitor, operation, { text: '{' }))
      if (scope !== undefined) {
        const key = keyOf(refused, scope === 'kb' ? 'chat' : 'kb', `${id}-refused`)
        await show(`${id}: key without the scope`, () => send(visit(refused, key), operation, sent))
      }
      if (loads !== undefined) {
        const other = await signIn(refused, 'other')
        await show(`${id}: record of another user`, () => send(other, operation, sent))
      }
      const here = await signIn(await worldFor(mounted, id))
      const good = await goodCall(here, id)
      await show(`${id}: success`, () => send(here, good.operation, good.sent))
    }
    // Turns with resumes, and faults.
    await show('turns, faults, odd input', () => stay(inWorld(mounted, 'turns')))
  }

/** Each operation of the known deployment, in the same way. */
export const deployedJourney =
  (operationsOf: readonly DeploymentOperation[] = deploymentOperations): Journey =>
  async ({ mounted, show }) => {
    for (const operation of operationsOf) {
      const { name } = operation
      const world = name.replaceAll(/\W+/g, '-')
      const refused = inWorld(mounted, `${world}-refused`)
      const visitor = await signIn(refused)
      const { call, sent } = await goodCallOf(visitor, operation)
      await refusals(show, refused, visitor, name, call, sent)
      const here = await signIn(await worldFor(mounted, world))
      const good = await goodCallOf(here, operation)
      await show(`${name}: success`, () => send(here, good.call, good.sent))
    }
  }

/** A world for a successful call. A run must still be running when it is cancelled. */
async function worldFor(mounted: Mounted, name: string): Promise<Mounted> {
  if (name.endsWith('cancel'))
    await send(visit(mounted), toControl('POST worlds'), { body: { name, speed: 1 } })
  return inWorld(mounted, name)
}

async function refusals(
  show: Listening['show'],
  here: Mounted,
  visitor: Visitor,
  name: string,
  operation: string,
  sent: Sent,
): Promise<void> {
  await show(`${name}: no credential`, () => send(visit(here), operation, sent))
  const lost = operation.replaceAll(/\/[\da-f]{8}-[\da-f-]{27}/g, '/unknown')
  if (lost !== operation) await show(`${name}: unknown record`, () => send(visitor, lost, sent))
  const fields = Object.keys(sent.body ?? {})
  if (fields.length === 0) return
  const body = Object.fromEntries(fields.map((field) => [field, { wrong: true }]))
  await show(`${name}: wrong fields`, () => send(visitor, operation, { body }))
}

/** The calls of `cases/control.txt` in one world; before each, one with a wrong body. */
export const controlJourney: Journey = async ({ mounted, show }) => {
  const visitor = await signIn(mounted)
  const conversation_id = await newConversation(visitor)
  await send(visitor, 'POST /api/react', { body: { q: 'Where is my order?', conversation_id } })
  const director = visit(mounted)
  for (const line of caseLines('control')) {
    const [call = '', text] = line.split(/ (?=\{)/)
    if (text !== undefined)
      await show(`${call}: wrong fields`, () =>
        send(director, toControl(call), { body: { wrong: true } }),
      )
    await show(line, () => send(director, toControl(call), text === undefined ? {} : { text }))
  }
}
