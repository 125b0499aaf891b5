import { isObject, type JsonObject } from '../../contract/json.ts'
import { references } from '../../contract/kinds.ts'
import { FixtureError, readFixture } from '../../mocks/read-fixture.ts'
import { UsageError } from '../command-line.ts'

/**
 * Resolves the records that a user wrote into the fixture of an import: they get ids, and ids instead
 * of names. Other records get no defaults, because an older recording may have the values. Throws
 * `UsageError`.
 */
export function resolveFixture(given: JsonObject, file: string): JsonObject {
  const complete = readComplete(given, file)
  const lists = Object.entries(complete).flatMap(([kind, records]) => {
    // The completed fixture also has records that nobody wrote, such as a first key.
    const isWritten = given[kind] !== undefined || isNested(kind)
    if (!Array.isArray(records) || kind === 'tools' || !isWritten) return []
    const known = new Map(objectsIn(given[kind]).map((record) => [record['id'], record]))
    return [
      [
        kind,
        objectsIn(records).map((record) => {
          const written = known.get(record['id'])
          return written === undefined ? record : resolveRecord(written, record)
        }),
      ],
    ]
  })
  return { ...given, ...Object.fromEntries(lists) }
}

/** Whether a record of another kind may contain the records. */
const isNested = (kind: string) => kind === 'documents' || kind === 'messages'

/** A record as it was written, with ids instead of names. */
function resolveRecord(written: JsonObject, complete: JsonObject): JsonObject {
  const own = Object.entries(written).filter(([name]) => Object.hasOwn(complete, name))
  const referring = Object.entries(complete).filter(
    ([name, value]) => (Object.hasOwn(references, name) && value !== null) || name === 'members',
  )
  const actions = objectsIn(complete['actions'])
  const resolved = objectsIn(written['actions']).map((action, at) =>
    action['id'] === undefined ? actions[at] : action,
  )
  return {
    ...Object.fromEntries([...own, ...referring]),
    ...(resolved.length > 0 && { actions: resolved }),
    ...(written['chunks'] === undefined && { chunks: complete['chunks'] }),
  }
}

function readComplete(given: JsonObject, file: string): JsonObject {
  try {
    return readFixture(given)
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    throw new UsageError(`${file} can't be merged: ${error.message}`)
  }
}

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []
