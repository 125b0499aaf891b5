import { expect, it } from 'vitest'
import { answerIn } from '../../support/stream-reader.ts'
import { describeTransports, empty } from '../../support/transports.ts'
import { newConversation, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Listed = Paged<{ readonly title: string }>

describeTransports('the search of conversations', (mount) => {
  const found = async (visitor: Visitor, q: string, rest = '') => {
    const query = `q=${encodeURIComponent(q)}${rest}`
    const { json } = await visitor.call<Listed>(`GET /api/conversations?${query}`)
    return json.items.map(({ title }) => title)
  }

  it('the search of conversations finds a part of a title, case-insensitively', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    await newConversation(visitor, { title: 'Quarterly margin' })
    await newConversation(visitor, { title: 'Holiday plan' })
    expect(await found(visitor, 'MARG')).toEqual(['Quarterly margin'])
    expect(await found(visitor, 'budget')).toEqual([])
  })

  it('the search of conversations finds text in questions and answers', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    const id = await newConversation(visitor, { title: 'Talk' })
    const body = { q: 'Tell me about Zeppelins', conversation_id: id }
    const answer = answerIn(await visitor.stream('POST /api/react', { body }))
    expect(await found(visitor, 'zeppelin')).toEqual(['Talk'])
    expect(await found(visitor, answer.slice(5, 40))).toEqual(['Talk'])
  })

  it('the search of conversations treats its text literally: blanks, umlauts, percent signs, patterns', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    for (const title of ['50% off?', 'Grüße & Küsse', 'a+b=c', '.*']) {
      await newConversation(visitor, { title })
      expect(await found(visitor, title)).toEqual([title])
    }
  })

  it('the search of conversations has the same pages and order as the list', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    for (const title of ['note 1', 'other', 'note 2', 'note 3']) {
      const id = await newConversation(visitor, { title })
      if (title === 'note 1')
        await visitor.call(`PATCH /api/conversations/${id}`, { body: { starred: true } })
    }
    expect(await found(visitor, 'note')).toEqual(['note 1', 'note 3', 'note 2'])
    expect(await found(visitor, 'note', '&size=2&page=2')).toEqual(['note 2'])
    const { json } = await visitor.call<Listed>('GET /api/conversations?q=note&size=2')
    expect(json).toMatchObject({ total: 3, pages: 2, page: 1, size: 2 })
  })

  it('the search of conversations includes archived conversations only on request', async () => {
    const visitor = await signIn(await mount({ fixture: empty }))
    const id = await newConversation(visitor, { title: 'Old note' })
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'archived' } })
    expect(await found(visitor, 'note')).toEqual([])
    expect(await found(visitor, 'note', '&status=archived')).toEqual(['Old note'])
  })

  it.each([1, 200])(
    'the search of conversations accepts a text of %i characters',
    async (length) => {
      const visitor = await signIn(await mount())
      const { status } = await visitor.call(`GET /api/conversations?q=${'x'.repeat(length)}`)
      expect(status).toBe(200)
    },
  )

  it.each([
    [0, 'string_too_short'],
    [201, 'string_too_long'],
  ])('the search of conversations refuses a text of %i characters', async (length, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call(`GET /api/conversations?q=${'x'.repeat(length)}`)
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', 'q'], type }] }])
  })
})
