import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { durationText } from '../../contract/duration.ts'
import { parseJson } from '../../contract/json.ts'
import type { SystemClock } from '../world/clock.ts'
import { ModelError, networkError, statusError } from './model-error.ts'

/** A server with the chat-completions API of OpenAI. */
export type ModelServer = {
  /** Its base address, such as http://127.0.0.1:11434/v1. Nothing else is ever called. */
  readonly url: string
  readonly key: string | undefined
  readonly clock: SystemClock
  /** The longest wait for the next piece of a reply, in milliseconds. */
  readonly silenceMs: number
}

type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string }

/** A message of a conversation with the model, as the API has it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** A part of a reply: of its answer, or of the thoughts before it. */
export type ReplyPiece = { readonly kind: 'text' | 'thought'; readonly text: string }

export type Reply = {
  readonly calls: readonly ToolCall[]
  /** Whether it ends at a bound: of the server, or of its length. */
  readonly isCut: boolean
  /** The tokens that the server counted; `undefined` if it counts none. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined
}

/** The most characters of a reply, and the most bytes that are read of one. */
const longest = { text: 24_000, bytes: 4_000_000, call: 8000 }
const maxCalls = 8
/** The longest time of one reply, however steadily it comes. */
const replyMs = 120_000

const count = z.catch(z.number(), 0)
const text = z.nullish(z.string())
const chunk = z.object({
  error: z.optional(z.unknown()),
  choices: z.nullish(
    z.array(
      z.object({
        finish_reason: text,
        delta: z.nullish(
          z.object({
            content: text,
            // Servers have two names for the thoughts of a model.
            reasoning: text,
            reasoning_content: text,
            tool_calls: z.nullish(
              z.array(
                z.object({
                  index: z.nullish(z.number()),
                  id: text,
                  function: z.nullish(z.object({ name: text, arguments: text })),
                }),
              ),
            ),
          }),
        ),
      }),
    ),
  ),
  usage: z.nullish(z.object({ prompt_tokens: count, completion_tokens: count })),
})

/** Aborts a request when the server is silent for too long, or replies for too long. */
function watchTime({ clock, silenceMs }: ModelServer, abort: (reason: ModelError) => void) {
  const fail = (what: string) => () => abort(new ModelError(`The server of the model ${what}.`))
  const cancelWhole = clock.after(replyMs, fail(`replied for ${durationText(replyMs)}`))
  let cancelSilence: (() => void) | undefined
  const restart = () => {
    cancelSilence?.()
    cancelSilence = clock.after(silenceMs, fail(`sent nothing for ${durationText(silenceMs)}`))
  }
  restart()
  const stop = () => {
    cancelSilence?.()
    cancelWhole()
  }
  return { restart, stop }
}

/** Sends a request, and reads its response with `read`. Throws `ModelError`. */
async function exchange<Result>(
  server: ModelServer,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
  read: (response: Response, onBytes: () => void) => Promise<Result>,
): Promise<Result> {
  const own = new AbortController()
  const either = AbortSignal.any([signal, own.signal])
  const time = watchTime(server, (reason) => own.abort(reason))
  let response: Response | undefined
  try {
    response = await fetch(`${server.url}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(server.key !== undefined && { authorization: `Bearer ${server.key}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      // The key must reach no other host.
      redirect: 'manual',
      signal: either,
    })
    if (!response.ok) throw statusError(response.status)
    return await read(response, time.restart)
  } catch (error) {
    const reason: unknown = either.aborted ? either.reason : error
    throw reason instanceof ModelError || signal.aborted
      ? reason
      : networkError(reason, response !== undefined)
  } finally {
    time.stop()
    // The rest of the response is not needed.
    own.abort()
  }
}

/** The names of the models that a server lists. Throws `ModelError`. */
export const listModels = (server: ModelServer, signal: AbortSignal): Promise<string[]> =>
  exchange(server, 'models', undefined, signal, async (response, onBytes) => {
    let body = ''
    await readText(response, onBytes, (piece) => ((body += piece), true))
    const { data } = z
      .catch(z.object({ data: z.array(z.object({ id: z.string() })) }), { data: [] })
      .parse(parseJson(body, undefined))
    return data.map(({ id }) => id)
  })

/**
 * Requests a reply of at most so many tokens. `onPiece` is called with each piece of its text. Throws
 * `ModelError`.
 */
export function requestReply(
  server: ModelServer,
  request: object,
  maxTokens: number,
  signal: AbortSignal,
  onPiece: (piece: ReplyPiece) => void,
): Promise<Reply> {
  // OpenAI itself refuses the name that all other servers know.
  const limit = server.url.startsWith('https://api.openai.com/')
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens }
  const body = { ...request, ...limit, stream: true, stream_options: { include_usage: true } }
  return exchange(server, 'chat/completions', body, signal, async (response, onBytes) => {
    const type = response.headers.get('content-type') ?? 'no content type'
    if (!type.startsWith('text/event-stream'))
      throw new ModelError(
        `The server of the model answers with ${type.slice(0, 80)} and not with a stream. Check the address in --model.`,
      )
    const reader = new ReplyReader(onPiece)
    const parser = createParser({ onEvent: ({ data }) => reader.add(data) })
    await readText(response, onBytes, (piece) => {
      parser.feed(piece)
      return !reader.isDone
    })
    return reader.end()
  })
}

/** Reads a body as text until `onText` returns false. */
async function readText(
  { body }: Response,
  onBytes: () => void,
  onText: (text: string) => boolean,
): Promise<void> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const piece of body ?? []) {
    onBytes()
    bytes += piece.length
    if (bytes > longest.bytes)
      throw new ModelError(`The server of the model sent more than ${longest.bytes} bytes.`)
    if (!onText(decoder.decode(piece, { stream: true }))) return
  }
}

/** Puts the chunks of a reply together. */
class ReplyReader {
  readonly #onPiece: (piece: ReplyPiece) => void
  readonly #calls: { id: string; name: string; arguments: string }[] = []
  #length = 0
  #finish: string | undefined
  #usage: Reply['usage']
  isDone = false

  constructor(onPiece: (piece: ReplyPiece) => void) {
    this.#onPiece = onPiece
  }

  /** Takes the data of one event. Throws `ModelError` if it is not one of the API. */
  add(data: string): void {
    if (this.isDone) return
    if (data.trim() === '[DONE]') {
      this.isDone = true
      return
    }
    const { success, data: read } = chunk.safeParse(parseJson(data, undefined))
    if (!success)
      throw new ModelError('The server of the model sent a chunk that is none of the API.')
    if (read.error !== undefined && read.error !== null)
      throw new ModelError('The server of the model reported an error in the middle of a reply.')
    const { usage, choices } = read
    if (usage) this.#usage = { prompt: usage.prompt_tokens, completion: usage.completion_tokens }
    const [choice] = choices ?? []
    const { content, reasoning, reasoning_content, tool_calls } = choice?.delta ?? {}
    this.#addText('thought', reasoning_content ?? reasoning ?? '')
    this.#addText('text', content ?? '')
    for (const call of tool_calls ?? []) this.#addCall(call.index, call.id, call.function)
    this.#finish = choice?.finish_reason ?? this.#finish
  }

  end(): Reply {
    if (this.#finish === undefined && !this.isDone)
      throw new ModelError('The server of the model ended a reply in the middle.')
    return {
      calls: this.#calls.filter(({ name }) => name !== ''),
      isCut: this.#finish === 'length',
      usage: this.#usage,
    }
  }

  #addText(kind: ReplyPiece['kind'], added: string): void {
    if (added === '') return
    this.#length += added.length
    this.#onPiece({ kind, text: added })
    if (this.#length <= longest.text) return
    this.#finish = 'length'
    this.isDone = true
  }

  #addCall(
    index: number | null | undefined,
    id: string | null | undefined,
    given: { readonly name?: string | null; readonly arguments?: string | null } | null | undefined,
  ): void {
    // A server without indexes sends each call in one piece.
    const at = index ?? this.#calls.length
    if (at < 0 || at >= maxCalls) return
    const call = (this.#calls[at] ??= { id: '', name: '', arguments: '' })
    if (call.id === '') call.id = id ?? `call_${at}`
    call.name += given?.name ?? ''
    call.arguments += given?.arguments ?? ''
    if (call.arguments.length > longest.call)
      throw new ModelError('The model called a tool with more input than is allowed.')
  }
}
