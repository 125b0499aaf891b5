const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const wholeUuid = new RegExp(`^${uuid.source}$`, 'i')

/** Whether a value looks like an id: a UUID, a long hexadecimal text, or a prefix with a random text. */
export function isIdLike(value: string): boolean {
  if (value.length > 80) return false
  if (wholeUuid.test(value) || /^[0-9a-f]{12,}$/i.test(value)) return true
  return /^[a-z]{1,12}[_-][0-9A-Za-z]{8,}$/.test(value) && /\d/.test(value)
}

/**
 * How sure it is that two ids mean the same record: from the same position in a list, from the same
 * name, from the same place in one record, or from the creation of a record during the replay.
 */
export type Certainty = 'position' | 'name' | 'place' | 'created'

const order: readonly Certainty[] = ['position', 'name', 'place', 'created']

/** The ids of a recording, and what stands for them on the target. */
export type IdMap = ReturnType<typeof createIdMap>

/** Creates the id map of one recording. */
export function createIdMap() {
  const fresh = new Map<string, { readonly id: string; readonly certainty: Certainty }>()
  const seen = new Set<string>()

  /** Learns that `id` of the target stands for a recorded id, unless something surer is known. */
  const learn = (recorded: string, id: string, certainty: Certainty) => {
    seen.add(recorded)
    const known = fresh.get(recorded)
    const isSurer = known === undefined || order.indexOf(certainty) > order.indexOf(known.certainty)
    if (isSurer || certainty === 'created') fresh.set(recorded, { id, certainty })
  }

  return {
    learn,
    get: (recorded: string): string | undefined => fresh.get(recorded)?.id,
    /** Whether an id is only known by its position in a list. */
    isVague: (recorded: string): boolean => fresh.get(recorded)?.certainty === 'position',
    /** Notes an id that a recorded answer has, whether it is known on the target or not. */
    note: (recorded: string): void => void seen.add(recorded),
    /** Whether a recorded answer had this id; a client may also make ids of its own. */
    isNoted: (recorded: string): boolean => seen.has(recorded),
    /** Replaces the ids in a text. */
    replaceIn: (text: string): string =>
      fresh.get(text)?.id ?? text.replaceAll(uuid, (id) => fresh.get(id)?.id ?? id),
  }
}
