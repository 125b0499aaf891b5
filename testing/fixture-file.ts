import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AuthoringError } from '../contract/authoring/problem.ts'
import { parseYaml, type YamlDocument } from '../contract/authoring/yaml.ts'
import type { Fixture } from '../contract/fixture.ts'
import { isObject } from '../contract/json.ts'
import { FixtureError, readFixture } from '../mocks/read-fixture.ts'
import { parseSnapshot, SnapshotError } from '../mocks/world/parse-snapshot.ts'

/** A fixture file that is wrong. Each line of the message has a place and a fix. */
export class FixtureFileError extends Error {
  override readonly name = 'FixtureFileError'
}

/**
 * Reads the fixture of a YAML or JSON file; of a snapshot, its records. Throws `FixtureFileError`
 * with the line of each problem.
 */
export async function readFixtureFile(file: string): Promise<Fixture> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FixtureFileError(
      error.code === 'ENOENT'
        ? `There is no file \`${file}\` to read a fixture from.`
        : `Failed to read the fixture \`${file}\`: ${error.message}`,
    )
  })
  const document = parse(text, file)
  const { value, where } = document
  try {
    if (isObject(value) && value['understudy'] === 'snapshot') return recordsOf(value)
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

function parse(text: string, file: string): YamlDocument {
  try {
    return parseYaml(text, file)
  } catch (error) {
    if (error instanceof AuthoringError) throw new FixtureFileError(error.message)
    throw error
  }
}

/** The records of a snapshot. Its time becomes the present, as in a shipped fixture. */
function recordsOf(document: unknown): Fixture {
  const { fixture, time } = parseSnapshot(document)
  return { ...fixture, anchored_at: new Date(time.now).toISOString() }
}

const { compare: byPosition } = new Intl.Collator('en', { numeric: true })
