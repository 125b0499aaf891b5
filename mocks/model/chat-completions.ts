import { createParser } from 'eventsource-parser'
import * as z from 'zod/mini'
import { durationText } from '../../contract/duration.ts'
import { parseJson } from '../../contract/json.ts'
import type { SystemClock } from '../world/clock.ts'
import { ModelError, networkError, statusError, typeError } from './model-error.ts'

/** A server with the chat-completions API of OpenAI. */
export type ModelServer = {
  /** The base URL, such as http://127.0.0.1:11434/v1. No other host is ever called. */
  readonly url: string
  readonly key: string | undefined
  readonly clock: SystemClock
  /** The maximum wait for the next piece of a reply, in milliseconds. */
  readonly silenceMs: number
}

type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string }

/** A message of a conversation with the model, as the API has it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** A piece of a reply: answer text, or thoughts before the answer. */
export type ReplyPiece = { readonly kind: 'text' | 'thought'; readonly text: string }

export type Reply = {
  readonly calls: readonly ToolCall[]
  /** Whether the server ended the reply at a token limit, before it was complete. */
  readonly isCut: boolean
  /** The tokens that the server counted; `undefined` if it counts none. */
  readonly usage: { readonly prompt: number; readonly completion: number } | undefined
}

/** The maximum sizes of a reply: `bytes` of the response, and characters of its parts. */
const maxReplySizes = { text: 24_000, bytes: 4_000_000, call: 8000, name: 200 }
const maxToolCalls = 8
/** Time limit for one reply. It also ends a reply whose chunks still arrive. */
const replyTimeoutMs = 120_000

const textOrEmpty = z.catch(z.string(), '')
const countOrZero = z.catch(z.number(), 0)
const toolCallSchema = z.object({
  // Some servers send no index. Such servers send each tool call in one piece.
  index: z.nullish(z.number()),
  id: textOrEmpty,
  function: z.object({ name: textOrEmpty, arguments: textOrEmpty }),
})
const deltaSchema = z.object({
  content: textOrEmpty,
  // A server uses one of these two names for the thoughts of its model.
  reasoning: textOrEmpty,
  reasoning_content: textOrEmpty,
  tool_calls: z.nullish(z.array(toolCallSchema)),
})
const chunkSchema = z.object({
  error: z.nullish(z.unknown()),
  choices: z.nullish(
    z.array(z.object({ finish_reason: textOrEmpty, delta: z.nullish(deltaSchema) })),
  ),
  usage: z.nullish(z.object({ prompt_tokens: countOrZero, completion_tokens: countOrZero })),
})

/** Sends a request, and yields the text of its response as it comes. Throws `ModelError`. */
async function* streamResponseText(
  { url, key, clock, silenceMs }: ModelServer,
  request: { readonly path: string; readonly type: string; readonly body?: object },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const own = new AbortController()
  const either = AbortSignal.any([signal, own.signal])
  const abortAfter = (ms: number, what: string) =>
    clock.after(ms, () =>
      own.abort(new ModelError(`The server of the model ${what} for ${durationText(ms)}.`)),
    )
  const cancelWhole = abortAfter(replyTimeoutMs, 'kept sending one reply')
  let cancelSilence = abortAfter(silenceMs, 'sent nothing')
  let response: Response | undefined
  try {
    response = await fetch(`${url}/${request.path}`, {
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(request.body !== undefined && { method: 'POST', body: JSON.stringify(request.body) }),
      // Redirects are not followed, because no other host may receive the key.
      redirect: 'manual',
      signal: either,
    })
    if (!response.ok) throw statusError(response.status)
    const type = response.headers.get('content-type') ?? 'no content type'
    if (!type.startsWith(request.type)) throw typeError(type)
    const decoder = new TextDecoder()
    let bytes = 0
    for await (const piece of response.body ?? []) {
      cancelSilence()
      cancelSilence = abortAfter(silenceMs, 'sent nothing')
      bytes += piece.length
      if (bytes > maxReplySizes.bytes)
        throw new ModelError(
          `The server of the model sent a reply of more than ${maxReplySizes.bytes} bytes, which is the limit.`,
        )
      yield decoder.decode(piece, { stream: true })
    }
  } catch (error) {
    const reason: unknown = either.aborted ? either.reason : error
    if (reason instanceof ModelError || signal.aborted) throw reason
    throw networkError(reason, response !== undefined)
  } finally {
    cancelSilence()
    cancelWhole()
    // Ends the request, even if the response is not complete yet.
    own.abort()
  }
}

const modelListSchema = z.catch(
  z.object({ data: z.array(z.object({ id: z.string().check(z.maxLength(200)) })) }),
  { data: [] },
)

/** Requests the list of models, and returns the name of the first. Throws `ModelError`. */
export async function findFirstModel(server: ModelServer, signal: AbortSignal): Promise<string> {
  let body = ''
  const request = { path: 'models', type: 'application/json' }
  for await (const piece of streamResponseText(server, request, signal)) body += piece
  const [first] = modelListSchema.parse(parseJson(body, undefined)).data
  if (first !== undefined) return first.id
  throw new ModelError('The server lists no models: name one with --model-name.')
}

/**
 * Requests a reply of at most this many tokens. `onPiece` is called with each piece of its text. Throws
 * `ModelError`.
 */
export async function requestReply(
  server: ModelServer,
  request: object,
  maxTokens: number,
  signal: AbortSignal,
  onPiece: (piece: ReplyPiece) => void,
): Promise<Reply> {
  // OpenAI refuses the field name `max_tokens`, which all other servers accept.
  const isOpenAi = server.url.startsWith('https://api.openai.com/')
  const body = {
    ...request,
    [isOpenAi ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
  }
  const reader = new ReplyReader(onPiece)
  const parser = createParser({ onEvent: ({ data }) => reader.add(data) })
  const sent = { path: 'chat/completions', type: 'text/event-stream', body }
  for await (const piece of streamResponseText(server, sent, signal)) {
    parser.feed(piece)
    if (reader.isDone) break
  }
  return reader.end()
}

/** Puts the chunks of a reply together. */
class ReplyReader {
  readonly #onPiece: (piece: ReplyPiece) => void
  readonly #calls: ToolCall[] = []
  /** The positions of tool calls by the index that the server gives them. */
  readonly #positions = new Map<number, number>()
  #length = 0
  #finish: string | undefined
  #usage: Reply['usage']
  isDone = false

  constructor(onPiece: (piece: ReplyPiece) => void) {
    this.#onPiece = onPiece
  }

  /** Adds the data of one event. Throws `ModelError` if it is not in the format of the API. */
  add(data: string): void {
    if (this.isDone) return
    if (data.trim() === '[DONE]') {
      this.isDone = true
      return
    }
    const { success, data: read } = chunkSchema.safeParse(parseJson(data, undefined))
    if (!success)
      throw new ModelError(
        'The server of the model sent a chunk that is not in the format of the API. Check the address in --model.',
      )
    const { error, usage, choices } = read
    if (error !== undefined && error !== null)
      throw new ModelError(
        'The server of the model reported an error in the middle of a reply. See the log of that server.',
      )
    if (usage) this.#usage = { prompt: usage.prompt_tokens, completion: usage.completion_tokens }
    const { delta: added, finish_reason = '' } = choices?.[0] ?? {}
    if (finish_reason !== '') this.#finish = finish_reason
    if (!added) return
    this.#addText('thought', added.reasoning_content || added.reasoning)
    this.#addText('text', added.content)
    for (const one of added.tool_calls ?? []) this.#addCall(one)
  }

  end(): Reply {
    if (this.#finish === undefined && !this.isDone)
      throw new ModelError(
        'The server of the model ended a reply before it was complete. See the log of that server.',
      )
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
    if (this.#length <= maxReplySizes.text) return
    this.#finish = 'length'
    this.isDone = true
  }

  #addCall({ index, id, function: added }: z.infer<typeof toolCallSchema>): void {
    const begun = typeof index === 'number' ? this.#positions.get(index) : undefined
    // Ollama gives the index 0 to all parallel tool calls, but a different id to each.
    const isNext = added.name !== '' && id !== '' && id !== this.#calls[begun ?? -1]?.id
    const at = begun === undefined || isNext ? this.#calls.length : begun
    if (typeof index === 'number') this.#positions.set(index, at)
    if (at >= maxToolCalls) return
    const known = this.#calls[at]
    const { name, arguments: written } = known ?? { name: '', arguments: '' }
    this.#calls[at] = {
      id: known?.id ?? (id || `call_${at}`),
      name: name + added.name,
      arguments: written + added.arguments,
    }
    if (written.length > maxReplySizes.call || name.length > maxReplySizes.name)
      throw new ModelError(
        `The model called a tool with a name above ${maxReplySizes.name} or an input above ${maxReplySizes.call} characters.`,
      )
  }
}
