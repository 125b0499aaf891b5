const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const wholeUuid = new RegExp(`^${uuid.source}$`, 'i')

/** Whether a value looks like an id: a UUID, a long hexadecimal text, or a prefix with a random text. */
export function isIdLike(value: string): boolean {
  if (value.length > 80) return false
  if (wholeUuid.test(value) || /^[0-9a-f]{12,}$/i.test(value)) return true
  return /^[a-z]{1,12}[_-][0-9A-Za-z]{8,}$/.test(value) && /\d/.test(value)
}

/** An id as text, as some deployments have numbers; `undefined` for what is no id. */
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined

/**
 * How sure it is that two ids mean the same record: from the same position in a list, from the same
 * name, from the same place in one record, or from the creation of a record during the replay.
 */
export type Certainty = 'position' | 'name' | 'place' | 'created'

const order: readonly Certainty[] = ['position', 'name', 'place', 'created']

/** The ids of a recording, and the ids that stand for them on the target. */
export type IdMap = ReturnType<typeof createIdMap>

/** Creates the id map of one recording. */
export function createIdMap() {
  const fresh = new Map<string, { readonly id: string; readonly certainty: Certainty }>()
  const lists = new Map<string, string | undefined>()

  return {
    /** Learns that `id` of the target stands for a recorded id, unless something surer is known. */
    learn(recorded: string, id: string, certainty: Certainty): void {
      const known = fresh.get(recorded)
      const isSurer =
        known === undefined || order.indexOf(certainty) > order.indexOf(known.certainty)
      if (isSurer || certainty === 'created') fresh.set(recorded, { id, certainty })
    },
    get: (recorded: string): string | undefined => fresh.get(recorded)?.id,
    /** Whether an id is only known by its position in a list. */
    isVague: (recorded: string): boolean => fresh.get(recorded)?.certainty === 'position',
    /** Notes an id of a recorded answer, and the path of the list on the target that it belongs to. */
    note(recorded: string, list?: string): void {
      if (list !== undefined || !lists.has(recorded)) lists.set(recorded, list)
    },
    /** Whether this is an id of a recorded answer. A client may also make ids of its own. */
    isNoted: (recorded: string): boolean => lists.has(recorded) || fresh.has(recorded),
    /** The path of the list on the target that a recorded id belongs to. */
    listOf: (recorded: string): string | undefined => lists.get(recorded),
    /** The ids in a text that are ids of the recording. */
    idsIn: (text: string): readonly string[] =>
      isIdLike(text) ? [text] : (text.match(uuid) ?? []),
    /** Replaces the ids in a text. */
    replaceIn: (text: string): string =>
      fresh.get(text)?.id ?? text.replaceAll(uuid, (id) => fresh.get(id)?.id ?? id),
  }
}
