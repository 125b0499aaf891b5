import type { ActiveCheck } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { valueAt, findValue, member, formatValue, type JsonObject } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, isAccepted, assert } from '../session/assertions.ts'
import { userCredential, otherUserCredential } from '../setup/credentials.ts'
import { listedConversation, madeConversation, patchConversation } from '../setup/conversations.ts'
import { lists, readList } from '../setup/lists.ts'
import { unknownId } from '../setup/unknown-resources.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['user'] } as const

type Renaming = {
  readonly old: string
  readonly title: string
  readonly before: JsonObject | undefined
  readonly patch: Exchange
  readonly after: JsonObject | undefined
}

/** The titled conversation with another title, and how the list showed it before and after. */
const renaming = (lab: TestSession): Promise<Renaming> =>
  lab.once('the renaming of a conversation', async () => {
    const made = await madeConversation(lab, 'titled')
    const { item: before } = await listedConversation(lab, made)
    const title = lab.name('renamed')
    const patch = await patchConversation(lab, made.id, { title })
    const { item: after } = await listedConversation(lab, { id: made.id, title })
    return { old: made.title, title, before, patch, after }
  })

const starring = (lab: TestSession): Promise<Exchange> =>
  lab.once('the starring of a conversation', async () => {
    const { id } = await madeConversation(lab, 'titled')
    const exchange = await patchConversation(lab, id, { starred: true })
    await patchConversation(lab, id, { starred: false })
    return exchange
  })

const isSuccess = (exchange: Exchange): void => {
  assert.status(exchange, 200)
  assert.equal(member(exchange.json, 'success'), true, exchange, 'success')
}

async function unknownPatch(lab: TestSession): Promise<Exchange> {
  const { id } = await madeConversation(lab, 'titled')
  requireBaseline(isAccepted((await renaming(lab)).patch), 'no conversation can be renamed')
  return lab.once('the renaming of an unknown conversation', () =>
    patchConversation(lab, unknownId(id), { title: 'nothing' }),
  )
}

const isNotAnObject = (field: 'title' | 'starred'): ActiveCheck =>
  refusesInput({
    ...core,
    id: `conversations.update-${field}-is-not-an-object`,
    rule: 'conversations.update-body',
    breaks: field,
    control: async (lab) => (await renaming(lab)).patch,
    ask: async (lab) => ({
      method: 'PATCH',
      path: `${lists.conversations}/${(await madeConversation(lab, 'titled')).id}`,
      bearer: await userCredential(lab),
      body: { [field]: anObject },
    }),
  })

const others: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'conversations.other-user-cannot-change-it',
    level: 'must',
    rule: 'conversation-record.owner',
    needs: ['user', 'other-user'],
    sees: ['conversations.ownership'],
    run: async (lab) => {
      const { id } = await madeConversation(lab, 'titled')
      const { title: kept } = await renaming(lab)
      const other = await otherUserCredential(lab)
      const list = await readList(lab, lists.conversations, '', other)
      requireBaseline(isAccepted(list), 'the other user is refused everywhere')
      const title = lab.name('stolen')
      assert.refuse(await patchConversation(lab, id, { title }, other))
      const { item, exchange } = await listedConversation(lab, { id, title })
      const shown = item?.['title']
      assert.holds(shown !== title, `the title ${kept}`, formatValue(shown), exchange)
    },
  },
  {
    ...core,
    id: 'conversations.other-user-does-not-see-it',
    level: 'must',
    rule: 'conversation-record.owner',
    needs: ['user', 'other-user'],
    run: async (lab) => {
      const made = await madeConversation(lab, 'titled')
      const { item, exchange } = await listedConversation(lab, made, await otherUserCredential(lab))
      assert.holds(
        item === undefined,
        'no such conversation in the list',
        formatValue(item),
        exchange,
      )
    },
  },
]

/** Changes to conversations (2.5, 4.3). */
export const conversationUpdateChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'conversations.renaming-answers-200',
    level: 'must',
    rule: 'conversations.update',
    run: async (lab) => isSuccess((await renaming(lab)).patch),
  },
  {
    ...core,
    id: 'conversations.renaming-shows',
    level: 'must',
    rule: 'conversations.update-body',
    run: async (lab) => {
      const { old, title, before, patch, after } = await renaming(lab)
      const answered = findValue(member(patch.json, 'data'), ({ key }) => key === 'title')
      const listed = before?.['title'] === old ? after : undefined
      const shown = [answered?.value, listed?.['title']].filter((value) => value !== undefined)
      requireBaseline(shown.length > 0, 'no reply shows the title of a conversation')
      for (const value of shown) assert.equal(value, title, patch, 'title')
    },
  },
  {
    ...core,
    id: 'conversations.starring-answers-200',
    level: 'must',
    rule: 'conversations.update',
    run: async (lab) => isSuccess(await starring(lab)),
  },
  {
    ...core,
    id: 'conversations.starring-shows',
    level: 'should',
    rule: 'conversations.update-body',
    run: async (lab) => {
      const exchange = await starring(lab)
      const starred = valueAt(exchange.json, ['data', 'starred'])
      requireBaseline(starred !== undefined, 'the reply does not show the field')
      assert.equal(starred, true, exchange, 'starred')
    },
  },
  isNotAnObject('title'),
  isNotAnObject('starred'),
  {
    ...core,
    id: 'conversations.unknown-is-404',
    level: 'must',
    rule: 'errors.not-found',
    run: async (lab) => assert.status(await unknownPatch(lab), 404),
  },
  {
    ...core,
    id: 'conversations.unknown-is-not-found',
    level: 'should',
    rule: 'errors.not-found',
    sees: ['errors.missing-resource-code'],
    run: async (lab) => assert.code(await unknownPatch(lab), 'not_found', 'conversation_not_found'),
  },
  ...others,
]
