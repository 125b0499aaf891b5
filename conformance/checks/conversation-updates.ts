import { anObject, refusesInput } from './validation.ts'
import { assert, checkEach, isAccepted, requireBaseline, skip } from '../session/assertions.ts'
import { checks, corePlan, judgingDeleted, judgingReply } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, formatValue, member, valueAt } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import {
  agentConversation,
  conversationId,
  conversationInPath,
  conversationsIn,
  createdConversation,
  listedConversation,
  patchConversation,
} from '../setup/conversations.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { agentId, idOf, itemsOf, lists, pollItem, readList, requireEnd } from '../setup/lists.ts'
import { requireWellFormed, unlistedId } from '../setup/unknown-resources.ts'
import { type JsonObject, objectIn } from '../../contract/json.ts'

/** Renames one conversation. Returns the list item of the conversation before and after. */
const renameConversation = sharedSetUp('renaming a conversation', async (session) => {
  const made = await createdConversation(session, 'titled')
  const { item: before } = await listedConversation(session, made)
  const title = session.uniqueName('renamed')
  const patch = await patchConversation(session, made.id, { title })
  const { item: after } = await pollItem(
    session,
    () => listedConversation(session, { id: made.id, title }),
    (item) => !isAccepted(patch) || item?.['title'] !== made.title,
    { effect: titleEffect },
  )
  return { old: made.title, title, before, patch, after }
})

const starConversation = sharedSetUp('starring a conversation', async (session) => {
  const { id } = await createdConversation(session, 'titled')
  const exchange = await patchConversation(session, id, { starred: true })
  await patchConversation(session, id, { starred: false })
  return exchange
})

const assertSuccess = (exchange: Exchange): void => {
  assert.status(exchange, 200)
  assert.equal(member(exchange.json, 'success'), true, exchange, 'success')
}

/** Judges requests of other clients that change this field of a conversation. */
const judgingPatch = (field: 'title' | 'starred') =>
  judgingReply(`PATCH ${lists.conversations}/{id}`, (exchange) =>
    member(exchange.request.body, field) === undefined
      ? skip(`the request does not change ${field}`)
      : assertSuccess(exchange),
  )

async function unknownPatch(session: TestSession): Promise<Exchange> {
  const { id } = await createdConversation(session, 'titled')
  requireBaseline(
    isAccepted((await renameConversation(session)).patch),
    'no conversation could be renamed',
  )
  return session.once('renaming an unknown conversation', async () => {
    const unknown = await unlistedId(session, lists.conversations, id)
    return requireWellFormed(await patchConversation(session, unknown, { title: 'nothing' }))
  })
}

const input = {
  rule: 'conversations.update-body',
  validRequest: async (session: TestSession) => (await renameConversation(session)).patch,
} as const

/** Checks of changes to conversations (specification, 2.5 and 4.3). */
export const conversationUpdateChecks = checks(corePlan, {
  'conversations.renaming-answers-200': {
    rule: 'conversations.update',
    run: async (session) => assertSuccess((await renameConversation(session)).patch),
    judgement: judgingPatch('title'),
  },
  'conversations.renaming-shows': {
    rule: 'conversations.update-body',
    run: async (session) => {
      const { old, title, before, patch, after } = await renameConversation(session)
      const answered = findValue(member(patch.json, 'data'), ({ key }) => key === 'title')
      const listed = before?.['title'] === old ? after : undefined
      const shown = [answered?.value, listed?.['title']].filter((value) => value !== undefined)
      requireBaseline(shown.length > 0, 'no response has the title of a conversation')
      for (const value of shown) assert.equal(value, title, patch, 'title')
    },
    judgement: {
      applies: (exchange) => exchange.request.method === 'GET' && isAccepted(exchange),
      verify: (exchange, seen) =>
        checkEach(conversationsIn(exchange), (item) => {
          const { old, title } = seen.renamingOf(idOf(item) ?? '', exchange) ?? {}
          if (title !== undefined && item['title'] === old)
            assert.equal(old, title, exchange, 'title')
        }),
    },
  },
  'conversations.starring-answers-200': {
    rule: 'conversations.update',
    run: async (session) => assertSuccess(await starConversation(session)),
    judgement: judgingPatch('starred'),
  },
  'conversations.starring-shows': {
    level: 'should',
    rule: 'conversations.update-body',
    run: async (session) => {
      const exchange = await starConversation(session)
      const starred = valueAt(exchange.json, ['data', 'starred'])
      requireBaseline(starred !== undefined, 'the response has no field `starred`')
      assert.equal(starred, true, exchange, 'starred')
    },
  },
  'conversations.update-title-is-not-an-object': refusesInput(input, 'title', anObject),
  'conversations.update-starred-is-not-an-object': refusesInput(input, 'starred', anObject),
  'conversations.unknown-is-404': {
    rule: 'errors.not-found',
    run: async (session) => assert.status(await unknownPatch(session), 404),
  },
  'conversations.unknown-is-not-found': {
    level: 'should',
    rule: 'errors.not-found',
    detects: ['errors.missing-resource-code'],
    run: async (session) =>
      assert.code(await unknownPatch(session), 'not_found', 'conversation_not_found'),
    judgement: judgingDeleted(`PATCH ${lists.conversations}/{id}`),
  },
  'conversations.other-user-cannot-change-it': {
    rule: 'conversation-record.owner',
    needs: ['user', 'other-user'],
    detects: ['conversations.ownership'],
    run: async (session) => {
      const { id } = await createdConversation(session, 'titled')
      const { title: kept } = await renameConversation(session)
      const other = await otherUserCredential(session)
      const list = await readList(session, lists.conversations, '', other)
      requireBaseline(isAccepted(list), 'every request of the other user is refused')
      const title = session.uniqueName('stolen')
      await checkEach([{ title }, { starred: true }, { title, starred: true }], async (changes) => {
        assert.refused(await patchConversation(session, id, changes, other))
      })
      const { item, exchange } = await listedConversation(session, { id, title })
      const shown = item?.['title']
      assert.holds(shown !== title, `the title ${kept}`, formatValue(shown), exchange)
      assert.holds(item?.['starred'] !== true, 'starred false', 'starred true', exchange)
    },
    judgement: {
      applies: (exchange, seen) =>
        isAccepted(exchange) && seen.isOwn(conversationInPath(exchange) ?? '', exchange) === false,
      verify: (exchange) => assert.refused(exchange),
    },
  },
  'conversations.other-user-does-not-see-it': {
    rule: 'conversation-record.owner',
    needs: ['user', 'other-user'],
    run: async (session) => {
      const made = await createdConversation(session, 'titled')
      const other = await otherUserCredential(session)
      const { item, exchange } = requireEnd(await listedConversation(session, made, other))
      const expected = "only the other user's own conversations"
      assert.holds(item === undefined, expected, `conversation ${made.id}`, exchange)
    },
    judgement: judgingReply(`GET ${lists.conversations}`, (exchange, seen) => {
      if (seen.userOf(exchange) === undefined) skip('the user is not known')
      return checkEach(itemsOf(exchange) ?? [], (item) => {
        const isOwn = seen.isOwn(idOf(item) ?? '', exchange) !== false
        const expected = "only the user's own conversations"
        assert.holds(isOwn, expected, `conversation ${idOf(item)} of another user`, exchange)
      })
    }),
  },
})

/** Polls the list item of the conversation with this id and any title, until `isShown` accepts it. */
async function listedWith(
  session: TestSession,
  id: string,
  effect: string,
  isShown: (item: JsonObject) => boolean,
) {
  const title = session.uniqueName('unused')
  const find = () => listedConversation(session, { id, title })
  const isSettled = (item?: JsonObject) => item !== undefined && isShown(item)
  return pollItem(session, find, isSettled, { effect })
}

const [starEffect, titleEffect] = ['a star is listed', 'a new title is listed']

const isStarred = (item: JsonObject): boolean => item['starred'] === true

/** Stars, renames and unstars a conversation. Returns the list item after each change. */
const changeConversation = sharedSetUp('starring and renaming a conversation', async (session) => {
  const { id } = await createdConversation(session, 'changed')
  const created = await listedWith(session, id, 'a new conversation is listed', () => true)
  const star = await patchConversation(session, id, { starred: true })
  const starred = await listedWith(session, id, starEffect, isStarred)
  const title = session.uniqueName('renamed')
  const rename = await patchConversation(session, id, { title })
  const renamed = await listedWith(session, id, titleEffect, (item) => item['title'] === title)
  const unstar = await patchConversation(session, id, { starred: false })
  const unstarred = await listedWith(session, id, starEffect, (item) => !isStarred(item))
  const foreign = `${session.uniqueName('renamed')} ${foreignText}`
  const both = await patchConversation(session, id, { title: foreign, starred: true })
  const isChanged = (item: JsonObject) => item['title'] === foreign && isStarred(item)
  const together = await listedWith(session, id, 'a change of both fields is listed', isChanged)
  requireBaseline(
    [star, rename, unstar].every(isAccepted),
    `the conversation could not be changed (${star.status}, ${rename.status}, ${unstar.status})`,
  )
  return { created, starred, title, renamed, unstarred, foreign, both, together }
})

/** A title with letters of several alphabets, an emoji, and characters that JSON or HTML escape. */
const foreignText = 'Größe Ψ 日本語 العربية 🎉 "a\\b" <i>'

/** Changes title and star in one request. Returns the listed value of one of the two fields. */
async function changedTogether(session: TestSession, field: 'title' | 'starred') {
  const { together, both, foreign } = await changeConversation(session)
  requireBaseline(isAccepted(both), `the change of both fields was refused (${both.status})`)
  const shown = together.item?.[field] ?? skip(`the list does not show ${field}`)
  return { shown, foreign, exchange: together.exchange }
}

/** Checks that the list shows created and changed conversations (specification, 2.5 and 4.3). */
export const conversationConsistencyChecks = checks(corePlan, {
  'conversations.created-title-is-listed': {
    rule: 'conversations.create-body',
    run: async (session) => {
      const made = await createdConversation(session, 'changed')
      if (made.title === '') skip('the conversation was created without a title')
      const { created } = await changeConversation(session)
      const answered = member(member(made.exchange.json, 'data'), 'title') ?? made.title
      assert.equal(answered, made.title, made.exchange, 'title')
      const title = created.item?.['title'] ?? skip('the list shows no titles')
      assert.equal(title, made.title, created.exchange, 'title')
    },
    judgement: judgingReply(`POST ${lists.conversations}`, (exchange) => {
      const wanted = member(exchange.request.body, 'title')
      const shown = valueAt(exchange.json, ['data', 'title'])
      if (typeof wanted !== 'string' || wanted === '' || typeof shown !== 'string')
        skip('the request or the response has no title')
      assert.equal(shown, wanted, exchange, 'title')
    }),
  },
  'conversations.mode-is-listed': {
    level: 'should',
    rule: 'conversations.create-body',
    run: async (session) => {
      const made = await createdConversation(session, 'changed')
      const mode =
        member(made.exchange.request.body, 'mode') ?? skip('the conversation has no mode')
      const { created } = await changeConversation(session)
      const shown = created.item?.['mode'] ?? skip('the list shows no modes')
      assert.equal(shown, mode, created.exchange, 'mode')
    },
  },
  'conversations.starred-is-listed': {
    rule: 'conversations.update-body',
    run: async (session) => {
      const { created, starred, unstarred } = await changeConversation(session)
      const shown = [created, starred, unstarred].map(({ item }) => item?.['starred'])
      const isShown = shown.some((value) => typeof value === 'boolean')
      requireBaseline(isShown, 'the list shows no field `starred`')
      // A conversation without a star may have no field `starred`.
      const [, after = false, last = false] = shown
      assert.equal(after, true, starred.exchange, 'starred')
      assert.equal(last, false, unstarred.exchange, 'starred')
    },
  },
  'conversations.update-takes-both-fields': {
    rule: 'conversations.update-body',
    run: async (session) => {
      const { shown, exchange } = await changedTogether(session, 'starred')
      assert.equal(shown, true, exchange, 'starred')
      const title = await changedTogether(session, 'title')
      const { title: before } = await changeConversation(session)
      const isNew = title.shown !== before
      assert.holds(isNew, 'the new title', formatValue(title.shown), title.exchange)
    },
  },
  'conversations.title-keeps-every-character': {
    rule: 'conversations.update-body',
    run: async (session) => {
      const { shown, foreign, exchange } = await changedTogether(session, 'title')
      const { title: before } = await changeConversation(session)
      requireBaseline(shown !== before, 'the title of this change was not stored')
      assert.equal(shown, foreign, exchange, 'title')
    },
  },
  'conversations.update-keeps-other-fields': {
    level: 'should',
    rule: 'conversations.update-body',
    run: async (session) => {
      const { starred, renamed, unstarred, title } = await changeConversation(session)
      requireBaseline(starred.item?.['starred'] === true, 'the list does not show the star')
      assert.equal(renamed.item?.['starred'], true, renamed.exchange, 'starred')
      const titleAfter = unstarred.item?.['title'] ?? skip('the list shows no titles')
      assert.equal(titleAfter, title, unstarred.exchange, 'title')
    },
    judgement: judgingReply(`PATCH ${lists.conversations}/{id}`, (exchange, seen) => {
      const id = conversationInPath(exchange) ?? ''
      const shown = objectIn(member(exchange.json, 'data'))
      if ('id' in shown) assert.equal(idOf(shown), id, exchange, 'id')
      const { title = '', isStarred: before } = seen.conversationBefore(id)
      const changes = objectIn(exchange.request.body)
      // A running turn may change the title, so the check only tests that it is not empty.
      if (title !== '' && !('title' in changes))
        assert.holds(shown['title'] !== '', `the title ${title}`, '""', exchange)
      const after = shown['starred'] ?? before
      if (before !== undefined && !('starred' in changes))
        assert.equal(after, before, exchange, 'starred')
    }),
  },
  'conversations.agent-shows': {
    level: 'should',
    rule: 'conversations.create-body',
    // Only in the full plan, because it creates a conversation that no other check can use.
    plan: 'full',
    run: async (session) => {
      const agent = (await agentId(session)) ?? skip('no agent is visible')
      const exchange = await agentConversation(session, agent)
      requireBaseline(isAccepted(exchange), `no conversation could be created (${exchange.status})`)
      const title = String(member(exchange.request.body, 'title'))
      const id = conversationId(exchange.json) ?? title
      const { item } = await listedConversation(session, { id, title })
      const shown = [member(member(exchange.json, 'data'), 'agent_id'), item?.['agent_id']]
      const shownValues = shown.filter((value) => value !== undefined)
      if (shownValues.length === 0) skip('no response shows the agent of a conversation')
      const isRight = shownValues.every((value) => String(value) === agent)
      assert.holds(isRight, `agent_id ${agent}`, formatValue(shownValues), exchange)
    },
  },
})
