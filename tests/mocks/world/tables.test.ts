import { describe, expect, it } from 'vitest'
import { type Change, Changes, estimateBytes, Tables } from '../../../mocks/world/changes.ts'
import { createManualClock } from '../../support/manual-clock.ts'

/** Tables whose changes are written to a log, and the content of the log. */
function logged() {
  const systemClock = createManualClock()
  const lines: (readonly Change[])[] = []
  const changes = new Changes()
  changes.persistTo({ write: (line) => lines.push(line) }, systemClock, () => {})
  return { systemClock, lines, changes, tables: new Tables(changes) }
}

const fullDisk = {
  write() {
    throw new Error('The disk is full.')
  },
}

describe('the tables of a world', () => {
  it('the tables of a world write the changes of a commit together and in order', () => {
    const { lines, changes, tables } = logged()
    tables.of<number>('draws').set('id', 1)
    tables.of<string[]>('names').push('a', 'Ann')
    tables.of<number>('draws').set('id', 2)
    tables.of<number>('draws').delete('id')
    tables.of<number>('draws').delete('nothing')
    expect(lines).toEqual([])
    changes.commit()
    changes.commit()
    expect(lines).toEqual([
      [
        ['draws', 'id', 1],
        ['names', 'a', 'Ann', 'push'],
        ['draws', 'id', 2],
        ['draws', 'id', null],
      ],
    ])
  })

  it('the tables of a world can be restored from their changes or from their content', () => {
    const { lines, changes, tables } = logged()
    tables.of<number>('draws').set('id', 1)
    tables.of<string[]>('names').push('a', 'Ann')
    tables.of<string[]>('names').push('a', 'Bob')
    tables.of<boolean>('gone').set('x', true)
    tables.of<boolean>('gone').delete('x')
    changes.commit()
    const replayed = new Tables(new Changes())
    for (const change of lines.flat()) replayed.apply(change)
    const loaded = new Tables(new Changes())
    loaded.load(JSON.parse(JSON.stringify(tables.dump())))
    const expected = { draws: { id: 1 }, names: { a: ['Ann', 'Bob'] } }
    expect([tables.dump(), replayed.dump(), loaded.dump()]).toEqual([expected, expected, expected])
  })

  it('a value that is null is restored from the changes and the content of a table, and can be deleted', () => {
    const { lines, changes, tables } = logged()
    const values = tables.of<unknown>('values')
    for (const key of ['kept', 'gone']) values.set(key, null)
    values.delete('gone')
    changes.commit()
    const replayed = new Tables(new Changes())
    for (const change of lines.flat()) replayed.apply(change)
    const loaded = new Tables(new Changes())
    loaded.load(JSON.parse(JSON.stringify(tables.dump())))
    const expected = { values: { kept: null } }
    expect([replayed.dump(), loaded.dump()]).toEqual([expected, expected])
  })

  it('the tables of a world write counters at most once a second with their last value, and all of them on exit', () => {
    const { systemClock, lines, changes, tables } = logged()
    const usage = tables.of<number>('usage')
    usage.set('key', 1)
    usage.set('key', 2)
    changes.commit()
    systemClock.pass(999)
    expect(lines).toEqual([])
    systemClock.pass(1)
    expect(lines).toEqual([[['usage', 'key', 2]]])
    usage.set('key', 3)
    changes.close()
    expect(lines).toEqual([[['usage', 'key', 2]], [['usage', 'key', 3]]])
    expect(systemClock.waiting).toBe(0)
  })

  it('the tables of a world fail every commit after a failed write, and report the failure once', () => {
    const systemClock = createManualClock()
    const changes = new Changes()
    const tables = new Tables(changes)
    let lost = 0
    changes.persistTo(fullDisk, systemClock, () => lost++)
    tables.of<number>('usage').set('key', 1)
    expect(() => systemClock.pass(1000)).not.toThrow()
    tables.of<number>('draws').set('id', 1)
    for (let n = 0; n < 2; n++) expect(() => changes.commit()).toThrow('The disk is full.')
    expect(lost).toBe(1)
  })

  it('the tables of a world acknowledge no change after they were closed', () => {
    const { systemClock, lines, changes, tables } = logged()
    tables.of<number>('draws').set('id', 1)
    changes.close()
    expect(() => changes.commit()).not.toThrow()
    tables.of<number>('usage').set('key', 1)
    tables.of<number>('draws').set('id', 2)
    expect(() => changes.commit()).toThrow('was deleted or reset')
    expect([lines.length, systemClock.waiting]).toEqual([1, 0])
  })

  it('the tables of a world record which request last changed a value', () => {
    const { changes, tables } = logged()
    const answers = tables.of<number>('answers')
    changes.requestNumber = 42
    answers.set('id', 1)
    expect([
      changes.requestThatChanged('answers', 'id'),
      changes.requestThatChanged('other', 'id'),
    ]).toEqual([42, undefined])
    changes.requestNumber = undefined
    answers.set('id', 2)
    expect(changes.requestThatChanged('answers', 'id')).toBeUndefined()
  })

  it('the tables of a world count their content as memory until it is deleted', () => {
    let weight = 0
    const tables = new Tables(new Changes((delta) => (weight += delta)))
    const texts = tables.of<string>('texts')
    texts.set('a', 'x'.repeat(1000))
    expect(weight).toBe(estimateBytes('x'.repeat(1000)))
    texts.set('a', 'short')
    expect(weight).toBe(estimateBytes('short'))
    texts.delete('a')
    const lists = tables.of<string[]>('lists')
    for (const item of ['one', 'two', 'three']) lists.push('a', item)
    expect(weight).toBe(estimateBytes(['one', 'two', 'three']))
    lists.delete('a')
    expect(weight).toBe(0)
  })
})
