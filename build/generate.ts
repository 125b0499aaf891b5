import { format } from 'oxfmt'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { scenarioSchema } from '../authoring/scenario-schema.ts'
import { crowdedFixture } from '../fixtures/crowded.ts'
import { demoFixture } from '../fixtures/demo.ts'
import { emptyFixture } from '../fixtures/empty.ts'
import type { Player } from '../fixtures/player.ts'
import { loadPlayer } from './player.ts'

/** What is made out of the sources: how the text of each file is made, by its path. */
export const recipes: Readonly<Record<string, (player: Player) => Promise<string>>> = {
  'scenarios/scenario.schema.json': () => checkedIn(JSON.stringify(scenarioSchema())),
  'generated/scenarios.json': async ({ scenarios }) => JSON.stringify(scenarios),
  'generated/fixtures/empty.json': async () => JSON.stringify(await emptyFixture()),
  'generated/fixtures/demo.json': async (player) => JSON.stringify(await demoFixture(player)),
  'generated/fixtures/crowded.json': async (player) => JSON.stringify(await crowdedFixture(player)),
}

// A file that is checked in looks as the formatter wants it, or each would undo the other.
const checkedIn = async (json: string) =>
  (await format('scenario.schema.json', json, { printWidth: 100 })).code

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The texts of all of them. */
export const generated = async (): Promise<ReadonlyMap<string, string>> => {
  const player = await loadPlayer()
  const files = new Map<string, string>()
  for (const [path, make] of Object.entries(recipes)) files.set(path, await make(player))
  return files
}

if (import.meta.main) {
  await mkdir(fromRoot('generated/fixtures'), { recursive: true })
  for (const [path, text] of await generated()) {
    await writeFile(fromRoot(path), text)
    console.log(`${path}  ${Math.ceil(text.length / 1024)} KB`)
  }
}
