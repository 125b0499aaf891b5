import { expect, it } from 'vitest'
import { describeTransports } from './transports.ts'
import { conversationOf, newConversation, type Paged, signIn } from './visitor.ts'

describeTransports('conversations', (mount) => {
  it('conversations are exported as readable Markdown, with their title as the file name', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: 'Überwintern: 3 Rosen' })
    await visitor.stream('POST /api/react', { body: { q: 'How?', conversation_id: id } })
    const response = await visitor.open(`GET /api/conversations/${id}/export`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="uberwintern-3-rosen.md"',
    )
    const text = await response.text()
    expect(text).toMatch(/^# Überwintern: 3 Rosen\n/)
    const [question, answer] = (await conversationOf(visitor, id)).messages
    expect(text.indexOf(`\n\n${question?.content}\n`)).toBeGreaterThan(0)
    expect(text).toMatch(/## You, [\d-]+ [\d:]+ UTC\n[\s\S]*## Assistant, /)
    expect(text).toContain(answer?.content)
  })

  it('conversations are exported as JSON for programs', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: '東京' })
    const response = await visitor.open(`GET /api/conversations/${id}/export?format=json`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('content-disposition')).toContain(`-${id.slice(0, 8)}.json`)
    expect(await response.json()).toMatchObject({ id, title: '東京', messages: [] })
  })

  it('conversations are not exported in other formats or for other users', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const id = await newConversation(visitor)
    const { status, json } = await visitor.call(`GET /api/conversations/${id}/export?format=pdf`)
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['query', 'format'] }] }])
    const other = await signIn(mounted, 'other')
    expect(await other.refusal(`GET /api/conversations/${id}/export`)).toEqual([404, 'not_found'])
  })

  it('conversations are archived and restored', async () => {
    const visitor = await signIn(await mount())
    const id = await newConversation(visitor, { title: 'Old' })
    const ids = async (status: string) => {
      const path = `GET /api/conversations?size=100&status=${status}`
      const { json } = await visitor.call<Paged<{ id: string }>>(path)
      return json.items.map((item) => item.id)
    }
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'archived' } })
    expect([await ids('active'), await ids('archived')]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ])
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { status: 'active' } })
    expect(await ids('active')).toContain(id)
  })

  it('a bulk deletion only deletes conversations of the caller, and counts each once', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const other = await signIn(mounted, 'other')
    const [first, second, kept, theirs] = [
      await newConversation(visitor),
      await newConversation(visitor),
      await newConversation(visitor),
      await newConversation(other),
    ]
    const { status, json } = await visitor.call('DELETE /api/conversations/batch', {
      body: { ids: [first, second, first, theirs, 'unknown'] },
    })
    expect([status, json]).toEqual([200, { success: true, data: { deleted: 2 } }])
    expect(await visitor.refusal(`GET /api/conversations/${first}`)).toEqual([404, 'not_found'])
    expect((await visitor.call(`GET /api/conversations/${kept}`)).status).toBe(200)
    expect((await other.call(`GET /api/conversations/${theirs}`)).status).toBe(200)
  })

  it.each([
    [{}, ['ids'], 'missing'],
    [{ ids: [] }, ['ids'], 'too_short'],
    [{ ids: Array.from({ length: 51 }, String) }, ['ids'], 'too_long'],
    [{ ids: 'one' }, ['ids'], 'list_type'],
    [{ ids: [1] }, ['ids', 0], 'string_type'],
  ])('conversations are not deleted in bulk by %j', async (body, place, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('DELETE /api/conversations/batch', { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', ...place], type }] }])
  })
})
