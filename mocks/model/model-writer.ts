import type { ScriptCall, ScriptLine } from '../../contract/scripts/lines.ts'
import { toPlan } from '../platform/chat/adapt-script.ts'
import { estimateTokens } from '../platform/chat/timed-events.ts'
import type { LineSource } from '../platform/line-source.ts'
import type { ModelTurn } from '../platform/turn-model.ts'
import type { Budget } from './budget.ts'
import { type ChatMessage, type ModelServer, type Reply, requestReply } from './chat-completions.ts'
import { ModelError } from './model-error.ts'
import { createMessages } from './prompt.ts'
import { ReplyLines } from './reply-lines.ts'
import { type CallResult, createTools, type ModelTool, runTool, toolSchema } from './tools.ts'

/** The parts that the turns of a model share. */
export type WriterParts = {
  readonly server: ModelServer
  readonly budget: Budget
  /** The name of the model; found out at the server unless it was given. */
  name(signal: AbortSignal): Promise<string>
  /** Aborted when the server of the fake stops. */
  readonly closing: AbortSignal
  /** Called when all lines of a turn are written, and its note says who wrote them. */
  readonly onEnd: (turn: ModelTurn) => void
  /** Called with the lines of a turn that the model has played to its end. */
  readonly onAnswered: (turn: ModelTurn, lines: readonly ScriptLine[], model: string) => void
}

/** The most replies of a turn: the last one may call no tools. */
const maxReplies = 8
/** The most tokens of one reply. */
const maxTokens = 2000
/** The time that a call takes in a script. */
const callTakes = 400

/** Writes the lines of a turn: what a model thinks, looks up and answers. */
export class ModelWriter implements LineSource {
  readonly lines: ScriptLine[] = []
  isComplete = false
  readonly #turn: ModelTurn
  readonly #parts: WriterParts
  readonly #tools: readonly ModelTool[]
  readonly #controller = new AbortController()
  readonly #signal: AbortSignal
  /** The calls of a plan, which is only known as a whole. */
  #planned: ScriptLine[] = []
  #hasBegun = false
  #isAnswered = false
  #isCut = false
  #used = { requests: 0, tokens: 0 }
  #onMore: (() => void) | undefined
  /** Lets the next reply begin, once all lines were played. */
  #goOn: (() => void) | undefined

  constructor(turn: ModelTurn, parts: WriterParts) {
    this.#turn = turn
    this.#parts = parts
    this.#tools = createTools(turn)
    this.#signal = AbortSignal.any([this.#controller.signal, parts.closing])
  }

  get approvedTools() {
    const names = this.#tools.filter((one) => one.needsApproval).map(({ name }) => name)
    return names.map((tool) => ({ tool, runsOnce: false }))
  }

  request(onMore: () => void): () => void {
    this.#onMore = onMore
    if (this.#hasBegun) this.#goOn?.()
    else void this.#write()
    return () => this.#controller.abort()
  }

  async #write(): Promise<void> {
    this.#hasBegun = true
    let model = 'of --model'
    try {
      model = await this.#parts.name(this.#signal)
      await this.#converse(model)
      this.#noteUse(`played by the model ${model}`)
      this.#parts.onAnswered(this.#turn, this.lines, model)
    } catch (error) {
      if (this.#signal.aborted) return
      this.#takeOver(error, model)
    }
    this.#parts.onEnd(this.#turn)
    this.isComplete = true
    this.#wake()
  }

  /** Lets the model reply until it has called all tools that it needs, and has answered. */
  async #converse(model: string): Promise<void> {
    const messages = createMessages(this.#turn)
    for (let replies = 1; ; replies++) {
      const isLast = replies === maxReplies
      const { calls, content, isCut } = await this.#ask(model, messages, isLast)
      this.#isCut ||= isCut
      if (calls.length === 0) {
        if (this.#isAnswered) return
        throw new ModelError('The model answered nothing.')
      }
      if (isLast)
        throw new ModelError(`The model called tools in ${maxReplies} replies and gave no answer.`)
      const made = calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments || '{}' },
      }))
      messages.push({ role: 'assistant', content, tool_calls: made })
      for (const { id, result } of this.#runCalls(calls))
        messages.push({
          role: 'tool',
          tool_call_id: id,
          content: 'error' in result ? `Error: ${result.error}` : result.observation,
        })
      await this.#untilPlayed()
    }
  }

  async #ask(model: string, messages: readonly ChatMessage[], isLast: boolean) {
    const { server, budget } = this.#parts
    const prompt = estimateTokens(JSON.stringify(messages)) + 400
    const settle = budget.reserve(this.#turn.world.name, { prompt, completion: maxTokens })
    const lines = new ReplyLines((line) => this.#add(line), this.#isAnswered ? '\n\n' : '')
    let content = ''
    let used = { prompt: 0, completion: 0 }
    const request = {
      model,
      messages,
      ...(this.#tools.length > 0 && {
        tools: this.#tools.map(toolSchema),
        tool_choice: isLast ? 'none' : 'auto',
      }),
    }
    this.#used.requests++
    try {
      let received = 0
      const reply: Reply = await requestReply(
        server,
        request,
        maxTokens,
        this.#signal,
        ({ kind, text }) => {
          if (this.#turn.state() !== 'running') this.#controller.abort()
          received += text.length
          used = { prompt, completion: Math.ceil(received / 3) }
          if (kind === 'text') content += text
          lines.add({ kind, text })
        },
      )
      this.#signal.throwIfAborted()
      used = reply.usage ?? used
      lines.end(reply.calls.length > 0)
      return { ...reply, content }
    } catch (error) {
      // A server that was reached has read the prompt.
      const isUnused = error instanceof ModelError && error.status !== undefined
      if (!isUnused) used = { ...used, prompt }
      throw error
    } finally {
      settle(used)
      this.#used.tokens += used.prompt + used.completion
    }
  }

  /** Runs the calls of a reply, and writes their lines. Calls without approval run in parallel. */
  #runCalls(calls: Reply['calls']): { readonly id: string; readonly result: CallResult }[] {
    const ran = calls.map(({ id, name, arguments: written }) => {
      const tool = this.#tools.find((one) => one.name === name)
      const { input, why, result } = runTool(tool, name, written)
      const call: ScriptCall = {
        tool: name,
        input,
        ...(why !== undefined && { reasoning: why }),
        takes: callTakes,
        ...result,
      }
      return {
        id,
        call,
        result,
        needsApproval: tool?.needsApproval === true && 'observation' in result,
      }
    })
    const free = ran.filter(({ needsApproval }) => !needsApproval).map(({ call }) => call)
    const [only] = free
    if (free.length > 1) this.#add({ calls: free })
    else if (only !== undefined) this.#add({ call: only })
    for (const { call, needsApproval } of ran) if (needsApproval) this.#add({ approval: { call } })
    return ran
  }

  /** Waits until the lines so far were played: a refused call ends the turn, and the model with it. */
  async #untilPlayed(): Promise<void> {
    if (this.#turn.mode === 'dag' || this.#onMore !== undefined) return
    await new Promise<void>((resolve) => (this.#goOn = resolve))
    this.#goOn = undefined
  }

  /** Adds a line. On dag, everything before the answer becomes a plan. */
  #add(written: ScriptLine): void {
    const line = this.#withoutKey(written)
    const isAnswer = 'answer' in line
    if (this.#turn.mode === 'dag' && !isAnswer) {
      // Its steps are known before the answer begins, and none is added after that.
      if (!this.#isAnswered) this.#planned.push('approval' in line ? line.approval : line)
      return
    }
    if (isAnswer && !this.#isAnswered) {
      this.#isAnswered = true
      if (this.#turn.mode === 'dag') this.lines.push(...toPlan(this.#planned, this.#turn.query))
    }
    this.lines.push(line)
    this.#wake()
  }

  /** Nothing that a server sends back can put the key into a record. */
  #withoutKey(line: ScriptLine): ScriptLine {
    const { key } = this.#parts.server
    if (key === undefined) return line
    const written = JSON.stringify(key).slice(1, -1)
    return JSON.parse(JSON.stringify(line).replaceAll(written, '***')) as ScriptLine
  }

  /** Goes on without the model, or ends an answer that has begun. */
  #takeOver(error: unknown, model: string): void {
    const { world, fallback, note } = this.#turn
    const isKnown = error instanceof ModelError
    if (!isKnown) world.config.onCrash?.(error, world)
    const reason = isKnown ? error.message : 'An unexpected error, which the log shows.'
    if (!this.#isAnswered) this.lines.push(...fallback.script)
    const what = this.#isAnswered
      ? `the answer of the model ${model} ends early`
      : `played without the model ${model}`
    note.text = `${what}: ${reason}`
  }

  #noteUse(what: string): void {
    const { requests, tokens } = this.#used
    const cut = this.#isCut ? `; the answer was cut at its limit of ${maxTokens} tokens` : ''
    this.#turn.note.text = `${what} (${requests} ${requests === 1 ? 'request' : 'requests'}, ${tokens} tokens)${cut}`
  }

  #wake(): void {
    const onMore = this.#onMore
    this.#onMore = undefined
    onMore?.()
  }
}
