import { describe, expect, it } from 'vitest'
import {
  bodyForm,
  isEnvelope,
  findList,
  recordPath,
  sharedList,
  valueAt,
} from '../../contract/body-form.ts'

const record = { id: 'a', name: 'A' }
const isRecord = ({ id }: { readonly [name: string]: unknown }) => id === 'a'
const page = { items: [record], total: 1, page: 1, pages: 1, size: 20 }

describe('the form of a body', () => {
  it.each([
    { body: [record], path: '', form: 'array' },
    { body: { items: [record] }, path: 'items', form: 'items' },
    { body: page, path: 'items', form: 'page' },
    { body: { success: true, data: [record] }, path: 'data', form: 'data' },
    { body: { success: true, data: page, error: null }, path: 'data,items', form: 'wrapped' },
    { body: { data: [record] }, path: 'data', form: undefined },
    { body: { results: [record], next: null }, path: 'results', form: undefined },
    { body: { code: 0, message: 'ok', data: page }, path: 'data,items', form: undefined },
  ])('the list in the body $body is found at the path "$path"', ({ body, path, form }) => {
    const { list } = bodyForm(body)
    expect(list?.path.join()).toBe(path)
    expect(list?.items).toEqual([record])
    expect(list?.form).toBe(form)
    expect(valueAt(body, list?.path ?? [])).toBe(list?.items)
  })

  it.each([
    { body: record, content: record },
    { body: { success: true, data: record }, content: record },
    { body: { success: true, data: null }, content: null },
    { body: { ...record, data: { a: 1 } }, content: { ...record, data: { a: 1 } } },
    { body: { ...record, items: [1] }, content: { ...record, items: [1] } },
    { body: { success: false, error: 'no' }, content: { success: false, error: 'no' } },
    { body: 'text', content: 'text' },
  ])('the body content of $body has no list', ({ body, content }) => {
    expect(bodyForm(body)).toMatchObject({ content, list: undefined })
  })

  it('a list under an unusual name is found in a body only if the name is given', () => {
    const content = { conversations: [record], cursor: 'c' }
    expect(findList(content)).toBeUndefined()
    expect(findList(content, ['conversations'])).toEqual({
      path: ['conversations'],
      items: [record],
      siblingFields: { cursor: 'c' },
    })
  })

  it('an object is an envelope of the platform only if it has no members but `success`, `data` and `error`', () => {
    expect(isEnvelope({ success: true, data: 1, error: null })).toBe(true)
    expect(isEnvelope({ success: true, data: 1, meta: {} })).toBe(false)
    expect(isEnvelope({ success: false, data: 1 })).toBe(false)
  })

  it('several bodies share a list only if each of them has a list at the same path', () => {
    const bodies = [
      { found: { rows: [record] }, tags: [] },
      { found: { rows: [{ id: 'b' }] }, tags: [] },
    ]
    expect(sharedList(bodies)).toEqual({ path: ['found', 'rows'], items: [record, { id: 'b' }] })
    expect(sharedList([...bodies, { found: null }])).toBeUndefined()
  })

  it('a record is found as the whole body, below a key, or below a key of `data`', () => {
    expect(recordPath(record, isRecord)).toEqual([])
    expect(recordPath({ agent: record }, isRecord)).toEqual(['agent'])
    expect(recordPath({ data: { agent: record } }, isRecord)).toEqual(['data', 'agent'])
    expect(recordPath({ a: { b: { c: record } } }, isRecord)).toBeUndefined()
  })
})
