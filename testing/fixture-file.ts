import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AuthoringError } from '../contract/authoring/problem.ts'
import { parseYaml, type YamlDocument } from '../contract/authoring/yaml.ts'
import type { Fixture } from '../contract/fixture.ts'
import { isObject } from '../contract/json.ts'
import { kindOfFamily } from '../contract/kinds.ts'
import { shorten } from '../contract/shorten.ts'
import type { Snapshot } from '../contract/snapshot.ts'
import { FixtureError, readFixture } from '../mocks/read-fixture.ts'
import { parseSnapshot, SnapshotError } from '../mocks/world/parse-snapshot.ts'

/** Thrown for an invalid fixture file. Each line of the message names a place and a solution. */
export class FixtureFileError extends Error {
  override readonly name = 'FixtureFileError'
}

/**
 * Reads a fixture from a YAML or JSON file, or the records of a snapshot as a fixture. `onNotice`
 * gets a sentence about records that a fixture cannot have. Throws `FixtureFileError` with the line
 * of each problem.
 */
export async function readFixtureFile(
  file: string,
  onNotice: (sentence: string) => void = () => {},
): Promise<Fixture> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FixtureFileError(
      error.code === 'ENOENT'
        ? `There is no file \`${file}\` to read a fixture from.`
        : `Failed to read the fixture \`${file}\`: ${error.message}`,
    )
  })
  const document = parseFixtureFile(text, file)
  const { value, where } = document
  try {
    if (isObject(value) && value['understudy'] === 'snapshot') {
      const read = parseSnapshot(value)
      const left = kindsOfProfile(read)
      if (left.length > 0) onNotice(leftBehindText(file, left))
      return fixtureOf(read)
    }
    const name = basename(file).replace(/(\.fixture)?\.(ya?ml|json)$/, '')
    return readFixture(isObject(value) ? { name, ...value } : value)
  } catch (error) {
    if (error instanceof SnapshotError) throw new FixtureFileError(`${file}: ${error.message}`)
    if (!(error instanceof FixtureError)) throw error
    const lines = error.problems.map(
      ({ path, wrong, says }) => `${where(path, wrong === 'key' ? 'key' : 'value')}: ${says}`,
    )
    throw new FixtureFileError(lines.toSorted(byPosition).join('\n'))
  }
}

function parseFixtureFile(text: string, file: string): YamlDocument {
  try {
    return parseYaml(text, file)
  } catch (error) {
    if (error instanceof AuthoringError) throw new FixtureFileError(error.message)
    throw error
  }
}

/**
 * The records of a snapshot as a fixture. All dates are shifted, so that the snapshot's time is
 * now.
 */
const fixtureOf = ({ fixture, time }: Pick<Snapshot, 'fixture' | 'time'>): Fixture => ({
  ...fixture,
  anchored_at: new Date(time.now).toISOString(),
})

/** The kinds declared by the profile for which a snapshot has records or values. */
function kindsOfProfile({ tables }: Pick<Snapshot, 'tables'>): readonly string[] {
  const keys = [tables['own-records'], tables['own-documents']].flatMap((table = {}) =>
    Object.keys(table),
  )
  return [...new Set(keys.map((key) => kindOfFamily(key.split('\n')[0] ?? '')))].toSorted()
}

const leftBehindText = (file: string, kinds: readonly string[]) =>
  `${file}: a fixture has no records of a profile, so those of ${shorten(kinds.join(', '), 300)} are left out. Use --snapshot to keep them.`

const { compare: byPosition } = new Intl.Collator('en', { numeric: true })
