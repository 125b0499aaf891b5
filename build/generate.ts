import { format } from 'oxfmt'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { scenarioSchema } from '../authoring/scenario-schema.ts'
import { crowdedFixture } from '../fixtures/crowded.ts'
import { demoFixture } from '../fixtures/demo.ts'
import { emptyFixture } from '../fixtures/empty.ts'
import { loadPlayer } from './player.ts'

/** Everything that is made out of the sources, by the path it is written to. */
export const generated = async (): Promise<ReadonlyMap<string, string>> => {
  const player = await loadPlayer()
  return new Map([
    ['scenarios/scenario.schema.json', await checkedIn(JSON.stringify(scenarioSchema()))],
    ['generated/scenarios.json', JSON.stringify(player.scenarios)],
    ['generated/fixtures/empty.json', JSON.stringify(await emptyFixture())],
    ['generated/fixtures/demo.json', JSON.stringify(await demoFixture(player))],
    ['generated/fixtures/crowded.json', JSON.stringify(await crowdedFixture(player))],
  ])
}

// A file that is checked in looks as the formatter wants it, or each would undo the other.
const checkedIn = async (json: string) =>
  (await format('scenario.schema.json', json, { printWidth: 100 })).code

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

if (import.meta.main) {
  await mkdir(fromRoot('generated/fixtures'), { recursive: true })
  for (const [path, text] of await generated()) {
    await writeFile(fromRoot(path), text)
    console.log(`${path}  ${Math.ceil(text.length / 1024)} KB`)
  }
}
