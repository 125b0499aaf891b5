import { describe, expect, it } from 'vitest'
import { Collection, type Entry, FixtureSnapshot } from '../../../mocks/world/collection.ts'
import { seeded } from '../../support/seeded.ts'

type Note = { readonly id: string; readonly owner: string; readonly rank: number }

const byRank = (a: Entry<Note>, b: Entry<Note>) =>
  a.record.rank - b.record.rank || a.sequence - b.sequence
const orders = { up: byRank, down: (a: Entry<Note>, b: Entry<Note>) => byRank(b, a) }
const owners = ['ann', 'bob', 'cleo']

const snapshotOf = (notes: readonly Note[]) =>
  new FixtureSnapshot([...notes], { name: 'notes', owner: ({ owner }: Note) => owner, orders })

function notesOf(draw: (below: number) => number, count: number): Note[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `ground-${index}`,
    owner: owners[draw(3)] ?? '',
    rank: draw(20),
  }))
}

type Notes = Collection<Note, 'up' | 'down'>

const byId = (a: Note, b: Note) => (a.id < b.id ? -1 : 1)

/** The results of all methods of a collection. */
const contentsOf = (collection: Notes) => ({
  size: collection.size,
  all: [...collection.values()].toSorted(byId),
  lists: owners.map((owner) => ({
    count: collection.count(owner),
    up: collection.owned(owner, 'up'),
    down: collection.owned(owner, 'down'),
    part: collection.list(owner, 'up').slice(3, 10),
    low: collection.select({ owner, order: 'up', ...low }).slice(0),
    ranks: collection.sums(owner, rankOf).get('rank') ?? 0,
  })),
  down: collection.all('down').slice(0).map(rankIn),
  low: collection
    .select({ order: 'down', ...low })
    .slice(2, 5)
    .map(rankIn),
})

const low = { name: 'low', test: ({ rank }: Note) => rank < 10 }
const rankIn = ({ rank }: Note) => rank
const rankOf = (note: Note) => ({ rank: note.rank })

/** The expected results, computed from a plain array in the order of creation. */
const expected = (notes: readonly Note[]) => ({
  size: notes.length,
  all: notes.toSorted(byId),
  lists: owners.map((owner) => {
    const up = notes.filter((note) => note.owner === owner).toSorted((a, b) => a.rank - b.rank)
    return {
      count: up.length,
      up,
      down: up.toReversed(),
      part: up.slice(3, 10),
      low: up.filter(low.test),
      ranks: up.reduce((sum, { rank }) => sum + rank, 0),
    }
  }),
  down: notes.map(rankIn).toSorted((a, b) => b - a),
  low: notes
    .filter(low.test)
    .map(rankIn)
    .toSorted((a, b) => b - a)
    .slice(2, 5),
})

/** Applies one random operation to a collection and to the plain array that models it. */
function act(collection: Notes, model: Note[], draw: (below: number) => number, name: string) {
  const at = draw(model.length)
  const note = model[at]
  const what = draw(10)
  if (note === undefined || what < 3) {
    model.push(collection.insert({ id: name, owner: owners[draw(3)] ?? '', rank: draw(20) }))
  } else if (what < 8) {
    const change = what < 6 ? { rank: draw(20) } : { owner: owners[draw(3)] ?? '' }
    collection.update(note, change)
    model[at] = { ...note, ...change }
  } else {
    collection.delete(note.id)
    model.splice(at, 1)
  }
}

describe('a collection', () => {
  it.each([1, 2, 3])('a collection behaves like a plain array, seed %i', (seed) => {
    const draw = seeded(seed)
    const model = notesOf(draw, 60)
    const collection = new Collection(snapshotOf(model))
    expect(contentsOf(collection)).toEqual(expected(model))
    for (let step = 0; step < 600; step++) {
      act(collection, model, draw, `new-${step}`)
      if (step % 20 > 0) continue
      expect(contentsOf(collection)).toEqual(expected(model))
    }
    const gone = notesOf(seeded(seed), 60).filter(({ id }) => !model.some((one) => one.id === id))
    expect(gone.length).toBeGreaterThan(0)
    for (const { id } of gone) expect(collection.get(id)).toBeUndefined()
    for (const note of model) expect(collection.get(note.id)).toEqual(note)
  })

  it.each([4, 5])(
    'a collection on top of a fixture does not change other collections on the same fixture, seed %i',
    (seed) => {
      const draw = seeded(seed)
      const notes = notesOf(draw, 40)
      const snapshot = snapshotOf(notes)
      const untouched = new Collection(snapshot)
      const pairs = [1, 2].map(() => ({ collection: new Collection(snapshot), model: [...notes] }))
      for (let step = 0; step < 400; step++) {
        const pair = pairs[draw(2)]
        if (pair) act(pair.collection, pair.model, draw, `new-${step}`)
      }
      for (const { collection, model } of pairs)
        expect(contentsOf(collection)).toEqual(expected(model))
      for (const collection of [untouched, new Collection(snapshot)])
        expect(contentsOf(collection)).toEqual(expected(notes))
    },
  )

  it('a collection returns frozen records', () => {
    const collection = new Collection(snapshotOf([{ id: 'a', owner: 'ann', rank: 1 }]))
    const added = collection.insert({ id: 'b', owner: 'ann', rank: 2 })
    const changed = collection.update(added, { rank: 3 })
    for (const record of [collection.get('a'), added, changed])
      expect(Object.isFrozen(record)).toBe(true)
    expect(added.rank).toBe(2)
  })

  it('a collection that is given a record with a known id replaces the record', () => {
    const notes = [{ id: 'a', owner: 'ann', rank: 1 }]
    const collection = new Collection(snapshotOf(notes))
    const model = [
      collection.insert({ id: 'a', owner: 'bob', rank: 7 }),
      collection.insert({ id: 'b', owner: 'cleo', rank: 8 }),
    ]
    model[1] = collection.insert({ id: 'b', owner: 'bob', rank: 3 })
    expect(contentsOf(collection)).toEqual(expected(model))
  })

  it('a collection updates the stored record, even if the caller has an older copy', () => {
    const collection = new Collection(snapshotOf([{ id: 'a', owner: 'ann', rank: 1 }]))
    const [old] = collection.owned('ann', 'up')
    collection.update(old as Note, { rank: 5 })
    expect(collection.update(old as Note, { owner: 'bob' })).toEqual({
      id: 'a',
      owner: 'bob',
      rank: 5,
    })
    expect([collection.count('ann'), collection.count('bob')]).toEqual([0, 1])
  })

  it('a collection tests each record once for a selection, and again only when the record changes', () => {
    const notes = notesOf(seeded(6), 500)
    const collection = new Collection(snapshotOf(notes))
    let tested = 0
    const list = (since: number) =>
      collection.select({
        order: 'up',
        name: 'counted',
        since,
        test: ({ rank }) => ++tested > 0 && rank < 10,
      }).length
    const first = list(1)
    expect(tested).toBe(500)
    collection.insert({ id: 'new', owner: 'ann', rank: 1 })
    expect([list(1), tested]).toEqual([first + 1, 501])
    collection.delete('new')
    expect([list(1), tested]).toEqual([first, 502])
    // The condition has changed with `since`, so every record is tested again.
    expect([list(2), tested]).toEqual([first, 1002])
  })

  it('a collection caches the results of the selections that were used last', () => {
    const collection = new Collection(snapshotOf(notesOf(seeded(7), 10)))
    let tested = 0
    const select = (name: string) =>
      collection.select({ order: 'up', name, test: () => ++tested > 0 })
    for (let index = 0; index < 100; index++) {
      select('often')
      select(`once ${index}`)
    }
    expect(tested).toBe(10 + 100 * 10)
  })

  it('a collection throws if the record to change does not exist', () => {
    const collection = new Collection(snapshotOf([]))
    const missing = { id: 'a', owner: 'ann', rank: 1 }
    expect(() => collection.update(missing, { rank: 2 })).toThrow('There is no record a.')
    collection.delete('a')
    expect(collection.size).toBe(0)
  })
})
