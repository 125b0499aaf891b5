import { expect } from 'vitest'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import { cursorsOf, type SeenEvent } from '../../support/stream-reader.ts'
import { mountInProcess, shippedScenarios } from '../../support/transports.ts'
import {
  type Enveloped,
  keyOf,
  newConversation,
  newKey,
  type Paged,
  visit,
} from '../../support/visitor.ts'
import type { Command } from './commands.ts'

type Key = {
  readonly id: string
  readonly value: string
  expires: number
  on: boolean
  gone: boolean
  uses: number
}
type Conversation = {
  readonly id: string
  title: string
  starred: boolean
  status: string
  turns: number
  /** The first cursor of its next turn. */
  next: number
  gone: boolean
}
type ShownKey = {
  readonly id: string
  readonly is_active: boolean
  readonly total_requests: number
}
type Shown = { readonly id: string; readonly title: string; readonly starred: boolean }

const day = 86_400_000

const at = <Item>(items: readonly Item[], index: number) => items[index % Math.max(1, items.length)]

/** The events of a turn, without the last one, which differs between a live stream and a replay. */
const describe = (events: readonly SeenEvent[]) =>
  events
    .filter(({ event }) => event !== 'end' && event !== 'resume_done')
    .map(({ event, data, id }) => ({ event, data, id }))

/** Runs commands on a fake and on a simple model, and compares their states after each. */
export async function followModel(commands: readonly Command[]): Promise<void> {
  const systemClock = createVirtualClock()
  const mounted = mountInProcess({ scenarios: shippedScenarios, systemClock, speed: 1 })
  const { clock } = mounted.fake.world()
  const visitor = visit(mounted, keyOf(mounted, 'full'))
  const keys: Key[] = []
  const conversations: Conversation[] = []

  async function walk<Item>(path: string, size: number): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const sign = path.includes('?') ? '&' : '?'
      const { json } = await visitor.call<Paged<Item>>(
        `GET ${path}${sign}page=${page}&size=${size}`,
      )
      expect(json).toMatchObject({ page, size, pages: Math.ceil(json.total / size) })
      items.push(...json.items)
      pages = json.pages
    }
    return items
  }

  async function useKey(key: Key): Promise<void> {
    const status = (await visit(mounted, key.value).call('GET /api/agents')).status
    const works = !key.gone && key.on && key.expires > clock.now()
    expect(status).toBe(works ? 200 : 401)
    if (works) key.uses++
  }

  async function listKeys(size: number): Promise<void> {
    const made = new Set(keys.map(({ id }) => id))
    const listed = (await walk<ShownKey>('/api/me/api-keys', size)).filter(({ id }) => made.has(id))
    const there = keys.filter(({ gone }) => !gone).toReversed()
    expect(
      listed.map(({ id, is_active, total_requests }) => [id, is_active, total_requests]),
    ).toEqual(there.map(({ id, on, uses }) => [id, on, uses]))
  }

  async function listConversations(size: number, q?: string): Promise<void> {
    const made = new Set(conversations.map(({ id }) => id))
    const search = q === undefined ? '' : `?q=${encodeURIComponent(q)}`
    const listed = await walk<Shown>(`/api/conversations${search}`, size)
    const own = listed.filter(({ id }) => made.has(id))
    const there = conversations.filter(
      ({ gone, status, title, turns }) =>
        !gone &&
        status === 'active' &&
        (q === undefined || (turns === 0 && title.toLowerCase().includes(q))),
    )
    const found = own.filter(
      ({ id }) => q === undefined || conversations.some((one) => one.id === id && one.turns === 0),
    )
    expect(found.map(({ id }) => id).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
    // Starred conversations come first.
    const stars = listed.map(({ starred }) => starred)
    expect(stars).toEqual(stars.toSorted((a, b) => Number(b) - Number(a)))
  }

  async function readConversation(one: Conversation): Promise<void> {
    const { status, json } = await visitor.call<Enveloped<Shown & { messages: unknown[] }>>(
      `GET /api/conversations/${one.id}`,
    )
    expect(status).toBe(one.gone ? 404 : 200)
    if (one.gone) return
    const { title, starred } = one
    expect(json.data).toMatchObject({
      starred,
      status: one.status,
      ...(one.turns === 0 && { title }),
    })
    expect(json.data.messages).toHaveLength(2 * one.turns)
  }

  /** Starts a turn, disconnects after some events, resumes it, and expects every event exactly once. */
  async function ask(one: Conversation, q: string, leaveAfter: number): Promise<void> {
    const body = { conversation_id: one.id }
    if (one.gone) {
      expect(await visitor.refusal('POST /api/react', { body: { ...body, q } })).toEqual([
        404,
        'conversation_not_found',
      ])
      return
    }
    const reader = await visitor.read('POST /api/react', { body: { ...body, q } })
    const seen: readonly SeenEvent[] = await reader.until(leaveAfter).catch(() => reader.rest())
    await reader.leave()
    const cursor = cursorsOf(seen).at(-1) ?? one.next - 1
    const rest = await visitor.stream('POST /api/chat/resume', { body: { ...body, cursor } })
    const whole = await visitor.stream('POST /api/chat/resume', {
      body: { ...body, cursor: one.next - 1 },
    })
    expect(describe([...seen, ...rest])).toEqual(describe(whole))
    expect(whole.at(-1)?.event).toBe('resume_done')
    const cursors = cursorsOf(whole.slice(0, -1))
    expect(cursors).toEqual(cursors.map((_, index) => one.next + index))
    // A replay has no `end` event, but the cursor of that event counts.
    one.next += cursors.length + 1
    one.turns++
  }

  const change = async (one: Conversation | undefined, fields: Partial<Conversation>) => {
    if (one === undefined) return
    const { status } = await visitor.call(`PATCH /api/conversations/${one.id}`, { body: fields })
    expect(status).toBe(one.gone ? 404 : 200)
    if (!one.gone) Object.assign(one, fields)
  }

  const remove = async (path: string, one: { gone: boolean } | undefined, gives: number) => {
    if (one === undefined) return
    expect((await visitor.call(`DELETE ${path}`)).status).toBe(one.gone ? 404 : gives)
    one.gone = true
  }

  async function follow(command: Command): Promise<void> {
    const key = at(keys, command.index)
    const one = at(conversations, command.index)
    switch (command.does) {
      case 'make key': {
        const expires = command.days === null ? Infinity : clock.now() + command.days * day
        const expires_at = command.days === null ? null : new Date(expires).toISOString()
        const { id, key: value } = await newKey(visitor, { expires_at })
        keys.push({ id, value, expires, on: true, gone: false, uses: 0 })
        return
      }
      case 'switch key': {
        if (key === undefined) return
        const body = { is_active: command.on }
        const { status } = await visitor.call(`PATCH /api/me/api-keys/${key.id}/active`, { body })
        expect(status).toBe(key.gone ? 404 : 200)
        if (!key.gone) key.on = command.on
        return
      }
      case 'delete key':
        return remove(`/api/me/api-keys/${key?.id}`, key, 204)
      case 'use key':
        return key && useKey(key)
      case 'list keys':
        return listKeys(command.size)
      case 'wait':
        return clock.advance(command.days * day)
      case 'make conversation': {
        const { title } = command
        const id = await newConversation(visitor, { title })
        conversations.push({
          id,
          title,
          starred: false,
          status: 'active',
          turns: 0,
          next: 0,
          gone: false,
        })
        return
      }
      case 'change conversation':
        return change(one, command.fields)
      case 'delete conversation':
        return remove(`/api/conversations/${one?.id}`, one, 200)
      case 'read conversation':
        return one && readConversation(one)
      case 'list conversations':
        return listConversations(command.size, command.q)
      case 'ask':
        return one && ask(one, command.q, command.leaveAfter)
    }
  }

  try {
    for (const command of commands) await follow(command)
    await listKeys(3)
    await listConversations(7)
  } finally {
    mounted.fake.close()
  }
}
