import { pathOf, type RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import type { CollectorResult, Collector, UnusedEntry, EntryUse } from '../collector.ts'
import type { Decision } from './step-lines.ts'
import {
  answerOf,
  joinResumed,
  resumedEvents,
  eventsOfAnswer,
  readEvents,
  storedEvents,
  textOf,
} from './recorded-event.ts'
import { idText } from '../../replay/id-map.ts'
import { RecordedConversation, type RecordedTurn, createScenarios } from './scenarios.ts'
import { isComplete, turnModeOf, turnScript } from './turn-script.ts'
import { recordsIn } from '../../../contract/body-form.ts'

/** Collects the turns of recordings as scripts. */
export class TurnCollector implements Collector<readonly Scenario[]> {
  readonly #conversations = new Map<string, RecordedConversation>()
  readonly #agents = new Map<string, string>()
  readonly #decisions = new Map<string, Decision & { readonly entry: number }>()
  readonly #turnByConfirmation = new Map<string, RecordedTurn>()
  readonly #uses: EntryUse[] = []
  readonly #unused: UnusedEntry[] = []
  #loose = 0

  add(exchange: RecordedExchange): void {
    const { method } = exchange.request
    const path = pathOf(exchange).replace(/\/$/, '')
    const [, endpoint] = /\/(react|dag|auto)$/.exec(path) ?? []
    if (method === 'POST') {
      if (endpoint !== undefined) this.#addTurn(exchange, endpoint as 'react' | 'dag' | 'auto')
      else if (path.endsWith('/chat/resume')) this.#addResume(exchange)
      else if (path.endsWith('/chat/inject')) this.#addInjection(exchange)
      else this.#addDecision(exchange, path)
    }
    if (/\/agents(\/|$)/.test(path)) this.#addAgents(exchange)
    if (/\/conversations(\/|$)/.test(path)) this.#addConversations(exchange, path)
  }

  finish(): CollectorResult<readonly Scenario[]> {
    const turns = [...this.#conversations.values()].flatMap((one) => this.#turnsOf(one))
    for (const turn of turns) turn.script ??= this.#scriptOf(turn)
    for (const [id, { entry, status }] of this.#decisions)
      if (this.#turnByConfirmation.has(id))
        this.#uses.push({
          entry,
          as: 'script',
          what: `the decision of an approval${status === undefined ? '' : `: ${status}`}`,
        })
    const { scenarios, uses, unused } = createScenarios(turns, (id) => this.#agents.get(id))
    return {
      result: scenarios,
      uses: [...this.#uses, ...uses],
      unused: [...this.#unused, ...unused],
    }
  }

  #conversation(id: string | undefined): RecordedConversation {
    const key = id ?? ` ${++this.#loose}`
    let known = this.#conversations.get(key)
    if (known === undefined) this.#conversations.set(key, (known = new RecordedConversation()))
    return known
  }

  #addTurn(exchange: RecordedExchange, endpoint: 'react' | 'dag' | 'auto'): void {
    const { index, startedAt, status } = exchange
    const body = requestObject(exchange)
    const query = textOf(body['q'])
    if (query === undefined || query === '') {
      this.#addUnused(index, 'The request of this turn has no question.')
      return
    }
    if (status !== 200 && status !== 0) return
    const id = idText(body['conversation_id'])
    const conversation = this.#conversation(id)
    conversation.questions = [...conversation.questions, query]
    const events = readEvents(exchange)
    const turn: RecordedTurn = {
      entries: [index],
      conversation: id,
      query,
      agent: idText(body['agent_id']),
      endpoint,
      turn: conversation.questions.length,
      startedAt,
      events,
    }
    for (const { name, data } of events)
      if (name === 'awaiting_confirmation')
        this.#turnByConfirmation.set(String(data['confirmation_id']), turn)
    // A complete turn is stored as a script, which takes less memory than its events. A turn with
    // an approval stays as events, because the decision is recorded later.
    if (isComplete(events) && !events.some(({ name }) => name === 'awaiting_confirmation'))
      turn.script = this.#scriptOf(turn)
    conversation.turns.push(turn)
  }

  #scriptOf(turn: RecordedTurn) {
    const { events, startedAt } = turn
    if (events.length === 0) return undefined
    const requested = turn.endpoint === 'auto' ? undefined : turn.endpoint
    const decisionOn = (confirmation: string) => this.#decisions.get(confirmation)
    const mode = requested ?? turnModeOf(events) ?? 'react'
    return turnScript(events, mode, { decisionOn, startedAt })
  }

  #addResume(exchange: RecordedExchange): void {
    const { index, content, frames } = exchange
    const { conversation_id } = requestObject(exchange)
    const id = idText(conversation_id)
    if (content === undefined && !frames) {
      this.#addUnused(index, 'The stream of this resume has no body in the recording.')
      return
    }
    const events = readEvents(exchange)
    if (exchange.status !== 200 || id === undefined) return
    if (events.every(({ name }) => name === 'resume_done'))
      this.#addUnused(index, 'This resume replayed no events.')
    else this.#conversation(id).resumes.push({ entry: index, events: resumedEvents(events) })
  }

  #addInjection(exchange: RecordedExchange): void {
    const { conversation_id, content } = requestObject(exchange)
    const id = idText(conversation_id)
    const text = textOf(content)
    if (id === undefined || text === undefined || exchange.status !== 200) return
    this.#conversation(id).injections.push({ entry: exchange.index, content: text })
  }

  #addDecision(exchange: RecordedExchange, path: string): void {
    const [, id] = /\/confirmations\/([^/]+)\/respond$/.exec(path) ?? []
    const { index, startedAt, ms, status: answered } = exchange
    if (id === undefined || answered !== 200) return
    const { decision } = requestObject(exchange)
    const isApproved = /^(approve|accept|yes|true)/i.test(String(decision))
    // If a deployment sends the decision in another field, the result of the call shows it.
    const status = decision === undefined ? undefined : isApproved ? 'approved' : 'rejected'
    this.#decisions.set(id, { entry: index, status, at: startedAt + ms })
  }

  #addAgents(exchange: RecordedExchange): void {
    for (const { id: given, name } of recordsIn(exchange.json)) {
      const id = idText(given)
      if (id !== undefined && typeof name === 'string' && name !== '') this.#agents.set(id, name)
    }
  }

  #addConversations(exchange: RecordedExchange, path: string): void {
    const { method } = exchange.request
    const { title: given } = requestObject(exchange)
    for (const record of recordsIn(exchange.json)) {
      const id = idText(record['id'])
      if (id === undefined) continue
      const title = textOf(record['title']) ?? ''
      const known = this.#conversations.get(id)
      if (method === 'POST' && path.endsWith('/conversations'))
        this.#conversation(id).givenTitle = title
      else if (method !== 'GET' && known !== undefined && given !== undefined)
        known.givenTitle = title
      else if (known !== undefined && known.turns.length > 0 && title !== known.givenTitle)
        known.title ??= title || undefined
      if (Array.isArray(record['messages'])) this.#addMessages(exchange.index, record)
    }
  }

  /** Reads the stored turn events of a conversation. */
  #addMessages(entry: number, { id, messages }: JsonObject): void {
    const conversation = this.#conversation(String(id))
    const questions: string[] = []
    for (const message of (messages as readonly unknown[]).filter(isObject)) {
      const { role, message_type, content, metadata } = message
      const isText = message_type === 'text' || message_type === undefined
      if (role === 'user' && isText) questions.push(textOf(content) ?? '')
      const kept = isObject(metadata) ? metadata : {}
      const stored = kept['sse_events'] ?? message['sse_events'] ?? message['events']
      const query = questions.at(-1)
      if (role !== 'assistant' || query === undefined || query === '') continue
      const key = idText(message['id']) ?? String(questions.length)
      const known = conversation.stored.get(key)
      if (known !== undefined) {
        if (!known.entries.includes(entry)) known.entries.push(entry)
        continue
      }
      const answer = textOf(content)
      const events =
        stored === undefined && answer !== undefined && answer !== ''
          ? eventsOfAnswer(answer, kept)
          : storedEvents(stored)
      if (events.length === 0) continue
      const mode = kept['mode']
      conversation.stored.set(key, {
        entries: [entry],
        conversation: String(id),
        query,
        agent: undefined,
        endpoint: mode === 'react' || mode === 'dag' ? mode : turnModeOf(events),
        turn: questions.length,
        startedAt: undefined,
        events,
      })
    }
    if (questions.length > conversation.questions.length) conversation.questions = questions
  }

  /** The turns of a conversation. If a stream was cut, its turn has the stored events instead. */
  #turnsOf(conversation: RecordedConversation): readonly RecordedTurn[] {
    const { turns, stored, resumes, injections } = conversation
    const all = [...turns]
    for (const one of stored.values()) {
      const live = turns.find(({ turn, query }) => turn === one.turn && query === one.query)
      if (live === undefined) all.push(one)
      else if (!isComplete(live.events)) {
        live.events = [...live.events.filter(({ name }) => name === 'routing'), ...one.events]
        live.entries.push(...one.entries)
      }
    }
    for (const { entry, events } of resumes) this.#useResume(entry, events, all)
    for (const { entry, content } of injections)
      if (all.some((turn) => turn.events.some((event) => event.data['content'] === content)))
        this.#uses.push({ entry, as: 'script', what: `the injected text "${content}"` })
    const [first] = all
    if (first?.turn === 1 && conversation.title !== undefined) {
      first.script ??= this.#scriptOf(first)
      if (first.script !== undefined) first.script.parts.title ??= conversation.title
    }
    return all
  }

  #useResume(entry: number, events: RecordedTurn['events'], turns: readonly RecordedTurn[]): void {
    const answer = answerOf(events)
    const same = turns.find((turn) => isComplete(turn.events) && answerOf(turn.events) === answer)
    if (answer !== undefined && same !== undefined) {
      same.entries.push(entry)
      return
    }
    const cut = turns.findLast(
      (turn) => !isComplete(turn.events) && turn.entries.some((one) => one < entry),
    )
    const joined = cut && joinResumed(cut.events, events)
    if (cut === undefined || joined === undefined)
      this.#addUnused(entry, 'This resume belongs to no turn of the recording.')
    else {
      cut.events = joined
      cut.entries.push(entry)
    }
  }

  #addUnused(entry: number, reason: string): void {
    this.#unused.push({ entry, reason })
  }
}

/** The body of a request; empty if it is not an object. */
function requestObject({ request }: RecordedExchange): JsonObject {
  const { content, headers, body } = request
  if (typeof content === 'string' && /urlencoded/i.test(headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(content))
  return isObject(body) ? body : {}
}
