import { isDeepStrictEqual } from 'node:util'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { SweptTurn, SweepClient } from '../../mocks/sweep/run-turn.ts'

/** Deliberate bugs of a client; without them it is correct. */
export type Wrong = {
  /** Resumes from this many cursors later, or earlier if negative. */
  readonly shift?: number
  /** Treats events that a replay repeats from the start as new. */
  readonly keepsRepeats?: boolean
  /** Resumes from the cursor of the first break, also after a resume that broke. */
  readonly keepsFirstCursor?: boolean
  /** Changes the text of each chunk before it is parsed. */
  readonly readsChunk?: (text: string) => string
  /** Decodes each chunk by itself. */
  readonly decodesChunks?: boolean
}

type Seen = { readonly event: string; readonly data: unknown }
type Received = Seen & { readonly cursor: number | undefined }

const mostResumes = 50

const isSame = (one: Seen, other: Seen) =>
  one.event === other.event && isDeepStrictEqual(one.data, other.data)

/**
 * Runs a turn and resumes it whenever its stream breaks, until `end` or `resume_done`. It requests
 * the events after the last cursor. If live events have no cursors, it requests all events and skips
 * those that it already has: a replay has them in the same order.
 */
export function resumingClient(wrong: Wrong = {}): SweepClient {
  const { shift = 0, keepsRepeats = false, keepsFirstCursor = false } = wrong
  return async (turn) => {
    const seen: Seen[] = []
    const isOver = () => ['end', 'resume_done'].includes(seen.at(-1)?.event ?? '')
    let cursor: number | undefined
    const take = ({ event, data, cursor: own }: Received) => {
      seen.push({ event, data })
      cursor = own ?? cursor
    }
    await receive(await post(turn, turn.path, turn.body), take, wrong)
    const first = cursor
    const blind = cursor === undefined && seen.length > 0
    for (let resumes = 0; !isOver(); resumes++) {
      if (resumes === mostResumes) throw new Error(`it resumed ${mostResumes} times in vain`)
      // A replay lacks events that are only sent live.
      let known = blind && !keepsRepeats ? [...seen] : []
      const from =
        blind || cursor === undefined
          ? -1
          : Math.max(-1, ((keepsFirstCursor && first) || cursor) + shift)
      const { conversation_id, token } = turn
      const response = await post(turn, '/api/chat/resume', {
        conversation_id,
        token,
        cursor: from,
      })
      const takeNew = (received: Received) => {
        const at = known.findIndex((one) => isSame(one, received))
        if (at < 0) take(received)
        known = at < 0 ? [] : known.slice(at + 1)
      }
      await receive(response, takeNew, wrong)
    }
    return seen
  }
}

const post = ({ fetch, baseUrl, token }: SweptTurn, path: string, body: object) =>
  fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

/** Reads a stream until it ends or breaks; a turn counts as started at its first event. */
async function receive(
  response: Response,
  take: (received: Received) => void,
  { decodesChunks = false, readsChunk = (text) => text }: Wrong,
): Promise<void> {
  if (response.status === 404) return
  if (!response.ok || response.body === null)
    throw new Error(`it was answered ${response.status}: ${await response.text()}`)
  const parser = createParser({ onEvent: (message) => take(read(message)) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parser.feed(readsChunk(decoder.decode(part.value, { stream: !decodesChunks })))
  } catch {
    // A stream that breaks or ends too early is resumed.
  }
}

/** An event with its cursor, from its payload, a wrapper or its id. */
function read({ event = 'message', data: text, id }: EventSourceMessage): Received {
  const data = JSON.parse(text) as { cursor?: number; data?: unknown }
  const cursor = data.cursor ?? (id === undefined ? undefined : Number(id))
  const isWrapped = Object.keys(data).join() === 'cursor,data'
  return { event, data: isWrapped ? data.data : data, cursor }
}
