import { describe, expect, it } from 'vitest'
import { SortedList } from '../../../mocks/world/sorted-list.ts'
import { seeded } from '../../support/seeded.ts'

const ascending = (a: number, b: number) => a - b

type Named = { readonly at: number; readonly name: string }
const byPlace = (a: Named, b: Named) => a.at - b.at

describe('a sorted list', () => {
  it.each([1, 2, 3, 4])('a sorted list behaves like a sorted array, seed %i', (seed) => {
    const draw = seeded(seed)
    const range = 10 ** (1 + seed)
    const start = [...new Set(Array.from({ length: 1500 }, () => draw(range)))].toSorted(ascending)
    const list = new SortedList(ascending, start)
    const model = new Set(start)
    for (let step = 0; step < 6000; step++) {
      const value = draw(range)
      const grows = draw(100) < (step < 3000 ? 70 : 30)
      if (grows && !model.has(value)) {
        list.add(value)
        model.add(value)
      } else if (!grows) {
        list.remove(value)
        model.delete(value)
      }
      if (step % 200 > 0) continue
      const sorted = [...model].toSorted(ascending)
      expect(list.length).toBe(sorted.length)
      expect([...list]).toEqual(sorted)
      const [from, count] = [draw(sorted.length + 10), draw(2000)]
      expect(list.slice(from, from + count)).toEqual(sorted.slice(from, from + count))
    }
  })

  it.each(['from the front', 'from the back', 'from the middle'])(
    'a sorted list stays sorted when it is emptied %s and filled again',
    (where) => {
      const model = Array.from({ length: 2000 }, (_, index) => index * 2)
      const list = new SortedList(ascending, model)
      const at = (length: number) => ({ 'from the front': 0, 'from the back': length - 1 })[where]
      while (model.length > 300) {
        const [value = 0] = model.splice(at(model.length) ?? model.length >> 1, 1)
        list.remove(value)
      }
      expect([...list]).toEqual(model)
      for (let value = 1; value < 4000; value += 2) {
        list.add(value)
        model.push(value)
      }
      expect([...list]).toEqual(model.toSorted(ascending))
      expect(list.slice(700, 750)).toEqual(model.toSorted(ascending).slice(700, 750))
    },
  )

  it('a sorted list replaces a value, at its position or elsewhere', () => {
    const model = Array.from({ length: 2000 }, (_, at) => ({ at: at * 2, name: 'old' }))
    const list = new SortedList(byPlace, model)
    for (const at of [0, 700, 1999]) {
      const old = model[at] as Named
      const [renamed, moved] = [
        { ...old, name: 'new' },
        { at: 3999 - old.at, name: 'moved' },
      ]
      list.exchange(old, renamed)
      model[at] = renamed
      expect([...list]).toEqual(model)
      list.exchange(renamed, moved)
      expect([...list]).toEqual([...model.toSpliced(at, 1), moved].toSorted(byPlace))
      list.exchange(moved, renamed)
    }
    expect([...list]).toEqual(model)
  })

  it('a sorted list copies its initial values', () => {
    const start = [1, 2, 3]
    new SortedList(ascending, start).add(4)
    expect(start).toEqual([1, 2, 3])
  })

  it('a sorted list can be emptied and filled again', () => {
    const list = new SortedList(ascending)
    list.add(1)
    list.remove(1)
    list.remove(1)
    expect([list.length, [...list], list.slice(0, 5)]).toEqual([0, [], []])
    list.add(2)
    expect([...list]).toEqual([2])
  })

  it('a sorted list ignores the removal of a value that it does not have', () => {
    const list = new SortedList(ascending, [1, 3])
    for (const missing of [0, 2, 4]) list.remove(missing)
    expect([...list]).toEqual([1, 3])
  })

  it('a sorted list returns everything if no end is given', () => {
    const values = Array.from({ length: 3000 }, (_, index) => index)
    const list = new SortedList(ascending, values)
    expect(list.slice(0, Number.POSITIVE_INFINITY)).toEqual(values)
    expect(list.slice(2999, 3004)).toEqual([2999])
    expect(list.slice(3000, 3005)).toEqual([])
  })
})
