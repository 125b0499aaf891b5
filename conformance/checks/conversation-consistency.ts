import { checks, corePlan } from '../session/check.ts'
import { formatValue, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { assert, isAccepted, requireBaseline, skip } from '../session/assertions.ts'
import {
  agentConversation,
  conversationId,
  createdConversation,
  listedConversation,
  patchConversation,
} from '../setup/conversations.ts'
import { agentId } from '../setup/lists.ts'

/** The list item of a conversation by its id, whatever its title. */
const listedById = (session: TestSession, id: string) =>
  listedConversation(session, { id, title: session.uniqueName('unused') })

/** Stars a conversation, renames it, and takes the star away; returns its list item after each. */
const changes = (session: TestSession) =>
  session.once('starring and renaming a conversation', async () => {
    const { id } = await createdConversation(session, 'changed')
    const created = await listedById(session, id)
    const star = await patchConversation(session, id, { starred: true })
    const starred = await listedById(session, id)
    const title = session.uniqueName('renamed')
    const rename = await patchConversation(session, id, { title })
    const renamed = await listedById(session, id)
    const unstar = await patchConversation(session, id, { starred: false })
    const unstarred = await listedById(session, id)
    requireBaseline(
      [star, rename, unstar].every(isAccepted),
      `the conversation could not be changed (${star.status}, ${rename.status}, ${unstar.status})`,
    )
    return { created, starred, title, renamed, unstarred }
  })

/** The effect of a creation and of changes on the list of conversations (2.5, 4.3). */
export const conversationConsistencyChecks = checks(corePlan, {
  'conversations.created-title-is-listed': {
    rule: 'conversations.create-body',
    run: async (session) => {
      const made = await createdConversation(session, 'changed')
      if (made.title === '') skip('the conversation was created without a title')
      const { created } = await changes(session)
      const answered = member(member(made.exchange.json, 'data'), 'title') ?? made.title
      assert.equal(answered, made.title, made.exchange, 'title')
      const title = created.item?.['title'] ?? skip('the list shows no titles')
      assert.equal(title, made.title, created.exchange, 'title')
    },
  },
  'conversations.mode-is-listed': {
    level: 'should',
    rule: 'conversations.create-body',
    run: async (session) => {
      const made = await createdConversation(session, 'changed')
      const mode =
        member(made.exchange.request.body, 'mode') ?? skip('it was created without a mode')
      const { created } = await changes(session)
      const shown = created.item?.['mode'] ?? skip('the list shows no modes')
      assert.equal(shown, mode, created.exchange, 'mode')
    },
  },
  'conversations.starred-is-listed': {
    rule: 'conversations.update-body',
    run: async (session) => {
      const { created, starred, unstarred } = await changes(session)
      const shown = [created, starred, unstarred].map(({ item }) => item?.['starred'])
      requireBaseline(
        shown.some((value) => typeof value === 'boolean'),
        'the list does not show the field',
      )
      // `starred` may be absent as long as it is false.
      const [, after = false, last = false] = shown
      assert.equal(after, true, starred.exchange, 'starred')
      assert.equal(last, false, unstarred.exchange, 'starred')
    },
  },
  'conversations.update-keeps-other-fields': {
    level: 'should',
    rule: 'conversations.update-body',
    run: async (session) => {
      const { starred, renamed, unstarred, title } = await changes(session)
      requireBaseline(starred.item?.['starred'] === true, 'the list does not show the field')
      assert.equal(renamed.item?.['starred'], true, renamed.exchange, 'starred')
      const kept = unstarred.item?.['title'] ?? skip('the list shows no titles')
      assert.equal(kept, title, unstarred.exchange, 'title')
    },
  },
  'conversations.agent-shows': {
    level: 'should',
    rule: 'conversations.create-body',
    // It creates a conversation that no other check can use.
    plan: 'full',
    run: async (session) => {
      const agent = (await agentId(session)) ?? skip('no agent is visible')
      const exchange = await agentConversation(session, agent)
      requireBaseline(isAccepted(exchange), `no conversation could be created (${exchange.status})`)
      const title = String(member(exchange.request.body, 'title'))
      const id = conversationId(exchange.json) ?? title
      const { item } = await listedConversation(session, { id, title })
      const shown = [member(member(exchange.json, 'data'), 'agent_id'), item?.['agent_id']]
      const seen = shown.filter((value) => value !== undefined)
      if (seen.length === 0) skip('no response shows the agent of a conversation')
      const isRight = seen.every((value) => String(value) === agent)
      assert.holds(isRight, `agent_id ${agent}`, formatValue(seen), exchange)
    },
  },
})
