import { format } from 'oxfmt'
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadWholeDocument } from '../../contract/authoring/profile-folder.ts'
import { scenarioSchema } from '../../contract/authoring/script-file.ts'
import { toleranceBaselineSchema } from '../../cli/tolerance/baseline.ts'
import { coverageMarkdown } from './coverage/coverage-page.ts'
import { fixtureLines } from '../../cli/world-data.ts'
import { patternOf, queriesOf } from '../../contract/scripts/queries.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { openApi } from '../../contract/openapi/document.ts'
import { crowdedFixture } from './fixtures/crowded.ts'
import { demoFixture, emptyFixture } from './fixtures/demo.ts'
import { loadPlayer, type Player } from './fixtures/player.ts'
import { apiMarkdown } from './api/api-page.ts'
import { llmsText } from './llms-text.ts'
import { choicesMarkdown } from '../../cli/choices.ts'
import { commandsMarkdown } from './commands-page.ts'
import {
  baselineSchema,
  configSchema,
  fixtureSchema,
  profileSchema,
  recordJsonSchemas,
  reportJsonSchema,
} from './schemas.ts'

/** Functions that create the text of each generated file, by the path of the file. */
const generators: Readonly<Record<string, (player: Player) => Promise<string>>> = {
  'generated/scenarios.json': async ({ scenarios }) => JSON.stringify(scenarios),
  'generated/profiles/deployed-0.8.json': () => profileJson('deployed-0.8'),
  'generated/own-company.json': ownCompanyJson,
  'generated/openapi.json': async () => JSON.stringify(openApi()),
  'schemas/scenario.json': async () => JSON.stringify(scenarioSchema()),
  'schemas/profile.json': async () => JSON.stringify(profileSchema()),
  'schemas/fixture.json': async () => JSON.stringify(fixtureSchema()),
  'schemas/config.json': async () => JSON.stringify(configSchema()),
  'schemas/baseline.json': async () => JSON.stringify(baselineSchema()),
  'schemas/tolerance-baseline.json': async () => JSON.stringify(toleranceBaselineSchema()),
  'schemas/report.json': async () => JSON.stringify(reportJsonSchema()),
  'generated/record.schemas.json': async () => JSON.stringify(recordJsonSchemas()),
  'mocks/platform/chat/shipped-patterns.ts': ({ scenarios }) =>
    formatted('shipped-patterns.ts', shippedPatterns(scenarios)),
  'docs/api.md': async (player) => apiMarkdown(await demoFixture(player), player.scenarios),
  'docs/choices.md': async () => choicesMarkdown(),
  'docs/llms.txt': () => llmsText(fromRoot('docs')),
  'docs/coverage.md': async () => coverageMarkdown(),
  'docs/commands.md': commandsMarkdown,
  'generated/fixtures/empty.json': async (player) =>
    fixtureLines(emptyFixture(await demoFixture(player))),
  'generated/fixtures/demo.json': async (player) => fixtureLines(await demoFixture(player)),
  'generated/fixtures/crowded.json': async (player) => fixtureLines(await crowdedFixture(player)),
}

// Generated files in Git are formatted, so that `npm run format` does not change them.
const formatted = async (name: string, text: string) =>
  (await format(name, text, { printWidth: 100, semi: false, singleQuote: true })).code

/** Writes the patterns of scripts as literals, so that `check-expressions.ts` checks each. */
const shippedPatterns = (scenarios: readonly Scenario[]) => {
  const patterns = scenarios.flatMap((script) =>
    queriesOf(script).flatMap(([query]) => patternOf(query) ?? []),
  )
  return `/**
 * The patterns of the shipped scripts. \`npm run check\` proves that JavaScript matches them in linear
 * time; any other pattern needs the engine. Written by \`npm run build\`.
 */
export const shippedPatterns: readonly RegExp[] = [${[...new Set(patterns)]
    .map((pattern) => `${String(new RegExp(pattern, 'i'))},`)
    .join('')}]
`
}

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The JSON of a shipped profile, joined from the files of its folder. */
const profileJson = async (name: string): Promise<string> =>
  JSON.stringify(await loadWholeDocument(fromRoot(`profiles/${name}`)))

/** JSON with the templates of the files that `init demo` writes, by path. */
async function ownCompanyJson(): Promise<string> {
  const folder = fromRoot('fixtures/own-company')
  const paths = ['fixture.yaml', ...globSync('scenarios/*.yaml', { cwd: folder }).toSorted()]
  const files = await Promise.all(paths.map((path) => loadWholeDocument(join(folder, path))))
  return JSON.stringify(Object.fromEntries(paths.map((path, at) => [path, files[at]])))
}

/** The text of each generated file, by its path. */
export const generateAll = async (): Promise<ReadonlyMap<string, string>> => {
  const player = await loadPlayer()
  const files = new Map<string, string>()
  for (const [path, make] of Object.entries(generators)) files.set(path, await make(player))
  return files
}

export async function writeGenerated(): Promise<ReadonlyMap<string, string>> {
  const files = await generateAll()
  for (const [path, text] of files) {
    await mkdir(dirname(fromRoot(path)), { recursive: true })
    await writeFile(fromRoot(path), text)
  }
  return files
}

if (import.meta.main) {
  for (const [path, text] of await writeGenerated())
    console.log(`${path}  ${Math.ceil(text.length / 1024)} KB`)
}
