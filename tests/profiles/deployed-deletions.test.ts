import { describe, expect, it } from 'vitest'
import { ownKinds } from '../../mocks/control/own-kinds.ts'
import { mountInProcess } from '../support/transports.ts'
import { profile } from './deployed-visitor.ts'

const { world, control } = mountInProcess({ profile }).fake
const { records, snapshot } = control()

const filledKinds = ownKinds(world()).filter((kind) => records.list(kind).total > 0)

describe('deletions of records of the known deployment', () => {
  it.each(filledKinds)(
    'a deleted record of the kind %s is put back by the response of its deletion',
    async (kind) => {
      const [first] = records.list(kind).items
      const { fixture, tables } = snapshot()
      await records.put(records.remove(kind, first?.id ?? ''))
      expect(records.read(kind, first?.id ?? '')).toEqual(first)
      expect(snapshot()).toMatchObject({ fixture, tables })
    },
  )

  it('a file is put back only with its content', async () => {
    const [first] = records.list('files').items
    const { records: removed } = records.remove('files', first?.id ?? '')
    const [{ content, ...file } = { kind: 'files', record: { id: '' } }] = removed
    for (const wrong of [{}, { content: '*' }])
      await expect(records.put({ records: [{ ...file, ...wrong }] })).rejects.toThrow(
        'Files can’t be added here',
      )
    await records.put({ records: [{ ...file, content }] })
    expect(records.read('files', file.record.id)).toEqual(first)
  })
})
