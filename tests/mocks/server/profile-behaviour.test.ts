import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { dueBy, shortStory } from '../../support/short-story.ts'
import { answerIn, cursorsOf } from '../../support/stream-reader.ts'
import { describeTransports } from '../../support/transports.ts'
import { conversationOf, keyOf, newConversation, signIn, visit } from '../../support/visitor.ts'

const picking = (picks: object) => readProfile({ name: 'dialect', picks })

const error = (error_code: string) => ({
  detail: expect.any(String),
  error_code,
  error_args: {},
})

describeTransports('a profile', (mount) => {
  it('a profile with errors in `detail` changes every error body and no status', async () => {
    const mounted = await mount({ profile: picking({ 'errors.envelope': 'detail' }) })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const answers = [
      [await visitor.as(undefined).call('GET /api/agents'), 401, error('unauthorized')],
      [await visitor.as('junk').call('GET /api/agents'), 401, error('invalid_token')],
      [await visitor.call('GET /api/agents/unknown'), 404, error('not_found')],
      [await visitor.call('GET /api/nothing'), 404, error('not_found')],
      [await visitor.call('DELETE /api/agents'), 405, error('method_not_allowed')],
      [await visitor.call('POST /api/conversations', { text: '{' }), 400, error('bad_request')],
    ] as const
    for (const [{ status, json }, expected, body] of answers)
      expect([status, json]).toEqual([expected, body])
    const { status, json } = await visitor.call('GET /api/agents?size=0')
    const detail = [expect.objectContaining({ loc: ['query', 'size'] })]
    expect([status, json]).toEqual([
      422,
      { detail, error_code: 'validation_error', error_args: { errors: detail } },
    ])
  })

  it('a profile without cursors in live streams can send cursors in replays, so that a client can resume', async () => {
    const profile = picking({ 'events.cursor-carrier': 'none', 'resume.frame': 'wrapped' })
    const mounted = await mount({ profile, scenarios: [shortStory] })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const live = await visitor.stream('POST /api/react', {
      body: { q: 'Tell me', conversation_id },
    })
    expect(live.filter(({ data, id }) => id !== undefined || 'cursor' in data)).toEqual([])
    const resume = (cursor: number) =>
      visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor } })
    const replayed = (await resume(-1)).slice(0, -1)
    expect(
      replayed.map(({ event, data }) => ({ event, data: data['data'], id: undefined })),
    ).toEqual(live.slice(0, -1))
    expect(cursorsOf(replayed)).toEqual(replayed.map((_event, index) => index))
    expect(cursorsOf((await resume(5)).slice(0, -1))).toEqual(cursorsOf(replayed).slice(6))
  })

  it('only the question is stored if a profile ends turns when the reader disconnects', async () => {
    const profile = picking({ 'turn.on-disconnect': 'cancels' })
    const mounted = await mount({ profile, scenarios: [shortStory], speed: 1 })
    const { clock, runningTurns: running } = mounted.fake.world()
    const visitor = await signIn(mounted)
    clock.freeze()
    const conversation_id = await newConversation(visitor)
    const live = await visitor.read('POST /api/react', { body: { q: 'Tell me', conversation_id } })
    clock.advance(400)
    await live.until(dueBy(400))
    const [turn] = running
    const cancelled = new Promise<void>((resolve) => turn?.watch(resolve))
    await live.leave()
    await cancelled
    expect([turn?.state, [...running]]).toEqual(['cancelled', []])
    clock.advance(60_000)
    expect(turn?.events).toHaveLength(dueBy(400))
    const { messages } = await conversationOf(visitor, conversation_id)
    expect(messages.map(({ role }) => role)).toEqual(['user'])
    const body = { conversation_id, cursor: -1 }
    expect(await visitor.refusal('POST /api/chat/resume', { body })).toEqual([
      404,
      'no_recent_assistant_message',
    ])
  })

  it('a turn that is read to its end is stored even if a profile ends turns when the reader disconnects', async () => {
    const profile = picking({ 'turn.on-disconnect': 'cancels' })
    const mounted = await mount({ profile, scenarios: [shortStory] })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const events = await visitor.stream('POST /api/react', {
      body: { q: 'Tell me', conversation_id },
    })
    expect(answerIn(events)).toBe('That is the end.')
    expect((await conversationOf(visitor, conversation_id)).messages).toHaveLength(2)
  })

  it('a profile without the operation that verifies a token responds to its path with 404', async () => {
    const mounted = await mount({ profile: picking({ 'operations.auth-verify': 'absent' }) })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    expect(await visitor.refusal('GET /api/auth/verify')).toEqual([404, 'not_found'])
    expect(await visitor.refusal('POST /api/auth/verify')).toEqual([404, 'not_found'])
    expect((await visitor.call('GET /api/auth/me')).status).toBe(200)
  })

  it('a profile that reports one error for all invalid cursors has another error for a missing cursor', async () => {
    const profile = picking({ 'resume.non-integer-cursor': 'invalid_cursor' })
    const mounted = await mount({ profile })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id } })
    const resume = (cursor: unknown) =>
      visitor.refusal('POST /api/chat/resume', { body: { conversation_id, cursor } })
    for (const odd of ['abc', 1.5, null, [], true])
      expect(await resume(odd)).toEqual([400, 'invalid_cursor'])
    expect((await resume(undefined))[0]).toBe(422)
  })

  it('a profile that checks existence before input still refuses an id of the wrong type with 422', async () => {
    const mounted = await mount({
      profile: picking({ 'order.stages': 'existence-before-validation' }),
    })
    const visitor = await signIn(mounted)
    const resume = async (body: object) =>
      (await visitor.refusal('POST /api/chat/resume', { body }))[0]
    expect(await resume({ conversation_id: 'unknown' })).toBe(404)
    for (const body of [{}, { conversation_id: 5 }, { conversation_id: null }])
      expect(await resume(body)).toBe(422)
  })

  it.each(['validation-first', 'existence-before-validation'])(
    'a profile that accepts a number as a text searches the record by that text, with %s',
    async (stages) => {
      const picks = { 'errors.coercion': 'lax', 'order.stages': stages }
      const mounted = await mount({ profile: picking(picks) })
      const visitor = await signIn(mounted)
      const body = { conversation_id: 5, cursor: -1 }
      expect(await visitor.refusal('POST /api/chat/resume', { body })).toEqual([
        404,
        'conversation_not_found',
      ])
    },
  )

  it('a profile may have picks for a single operation', async () => {
    const profile = picking({
      'lists.envelope': { at: { 'GET /api/agents': 'items' } },
      'errors.envelope': { default: 'detail', at: { 'GET /api/agents': 'documented' } },
    })
    const mounted = await mount({ profile })
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const keys = async (operation: string) =>
      Object.keys((await visitor.call<object>(operation)).json)
    expect(await keys('GET /api/agents')).toEqual(['items'])
    expect(await keys('GET /api/knowledge-bases')).toContain('total')
    expect(await visitor.as(undefined).refusal('GET /api/agents')).toEqual([401, 'unauthorized'])
    expect(await keys('GET /api/agents/unknown')).toContain('detail')
  })
})
