import { isObject, type JsonObject } from '../../contract/json.ts'
import { idOf, importedKinds } from './records/kinds.ts'
import { roleOf } from './records/further-parts.ts'
import type { Knowledge } from './records/record-store.ts'
import type { ProfileEntries } from '../../contract/profile/over-base.ts'

/** The data of the first import that a second import needs. */
type EarlierFixture = {
  /** The fixture that the import wrote. */
  readonly fixture: JsonObject
  /** The ids of records that the import made up, because other records referred to them. */
  readonly filled: readonly string[]
  /** The ids of records that the recordings of the import deleted. */
  readonly deleted: readonly string[]
}

/** Adds the records of an earlier import to what is known; later answers override them. */
export function learnEarlier(known: Knowledge, { fixture, filled, deleted }: EarlierFixture): void {
  const { store, texts, further } = known
  const isFilled = new Set(filled)
  const isDeleted = new Set(deleted)
  for (const { kind, id } of store.all()) if (isDeleted.has(id)) store.delete(kind, id)
  for (const id of deleted) store.deleted.add(id)
  const kept = isObject(fixture['kept_fields']) ? fixture['kept_fields'] : {}
  for (const kind of importedKinds)
    for (const raw of listOf(fixture[kind])) {
      const id = idOf(kind, raw)
      if (id === undefined || isFilled.has(id)) continue
      const { password: _, members, actions, chunks, ...fields } = raw
      store.observe(kind, id, fields, { kept: isObject(kept[id]) ? kept[id] : {} })
      for (const action of listOf(actions)) store.observe('actions', String(action['id']), action)
      for (const { user_id: user, role, joined_at: joined } of listOf(members))
        further.addMember(id, {
          user_id: String(user),
          role: roleOf(role),
          ...(typeof joined === 'string' && { joined_at: joined }),
        })
      for (const [at, chunk] of listOf(chunks).entries())
        texts.add(id, { id: String(chunk['id']), content: String(chunk['content']) }, at)
    }
  for (const tool of listOf(fixture['tools'])) {
    const name = String(tool['name'])
    if (!further.tools.has(name)) further.tools.set(name, tool as never)
  }
  if (isObject(fixture['settings']))
    Object.assign(further.settings, { ...fixture['settings'], ...further.settings })
  const anchor = Date.parse(String(fixture['anchored_at']))
  if (Number.isFinite(anchor)) known.latest = Math.max(known.latest, anchor)
}

const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/**
 * Merges what two imports say over the same base: entries of the newer one win. The records of the
 * older one stay in the seeds of both.
 */
export function mergeEntries(older: ProfileEntries, newer: ProfileEntries): ProfileEntries {
  const families = Object.entries(newer.operations).map(
    ([name, family]) => [name, withSeedsOf(family, older.operations[name])] as const,
  )
  return {
    picks: { ...older.picks, ...newer.picks },
    answers: { ...older.answers, ...newer.answers },
    operations: { ...older.operations, ...Object.fromEntries(families) },
  }
}

/** A family, with the missing seeds of an earlier family added. */
function withSeedsOf(family: unknown, earlier: unknown): unknown {
  if (!isObject(family) || !isObject(earlier)) return family
  const [seeds, old] = [family['seeds'], earlier['seeds']]
  if (!Array.isArray(old)) return family
  const own = Array.isArray(seeds) ? seeds : []
  const ids = new Set(own.map((seed) => (isObject(seed) ? seed['id'] : undefined)))
  const rest = old.filter((seed) => isObject(seed) && !ids.has(seed['id']))
  return { ...family, seeds: [...own, ...rest] }
}
