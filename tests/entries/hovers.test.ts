import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { installedPackage } from '../support/installed-package.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

/** The parts of TypeScript 5 that this test uses; TypeScript 7 has no language service in JavaScript. */
type Typescript = {
  readonly sys: object
  readonly ScriptSnapshot: { fromString(text: string): object }
  getDefaultLibFilePath(options: object): string
  displayPartsToString(parts: object | undefined): string
  createLanguageService(host: object): {
    getSemanticDiagnostics(file: string): readonly object[]
    getQuickInfoAtPosition(file: string, at: number): { readonly displayParts?: object } | undefined
  }
}

/** Code of users, each line with the type that an editor shows for the declared name. */
const code = `
import { createFake } from 'agent-understudy'
import { createClient } from 'agent-understudy/client'
import { test } from 'agent-understudy/playwright'
import { useFake } from 'agent-understudy/vitest'
import demo from 'agent-understudy/fixtures/demo.json'
import scenarios from 'agent-understudy/scenarios.json'

const inProcess = createFake({ fixture: demo, scenarios }) // Fake
const data = demo // Fixture
const control = inProcess.control() // WorldControl
const { clock } = control // ClockControl
const { records } = control // RecordsControl
const { director } = control // DirectorControl
const page = control.records.list('agents') // RecordPage
const snapshot = control.snapshot() // Snapshot
const journal = control.journal.list() // JournalLine[]
const time = control.clock.advance('2h') // WorldTime

const fake = useFake() // TestFake
const session = await fake.signIn('demo') // Session
const faults = fake.faults // Async<FaultsControl>
const found = await fake.faults.list() // readonly FaultStatus[]
const stored = await fake.snapshot() // Snapshot
const world = await fake.world() // DisposableWorld

const client = createClient({ baseUrl: fake.url }) // Client
const outcome = await client.login({ email: '', password: '' }) // LoginOutcome
const conversations = client.conversations // ConversationsApi
const list = await client.conversations.list() // Page<Conversation>
const read = await client.conversations.read('id') // ConversationWithMessages
const agent = await client.agents.read('id') // Agent
const base = await client.knowledgeBases.read('id') // KnowledgeBase
const key = await client.keys.create({ name: '' }) // CreatedKey
const user = await client.me.read() // User
const run = await client.workflows.readRun('id', 'run') // WorkflowRun
const create = client.agents.create // (fields: NewAgent, options?: CallOptions) => Promise<Agent>
const turn = client.react({ q: '' }) // Turn
for await (const event /* TurnEvent */ of turn) void event

test('a page', async ({ page: opened, fake: ofPage }) => {
  const given = ofPage // PageFake
  const signedIn = await given.signIn(opened) // Session
})
`
/** The declared names with their positions, and the types that are expected. */
const declared = Array.from(
  code.matchAll(/const (?:\{ )?(\w+)(?:.*\/\/ (.*)$| \/\* (\w+) \*\/)/gm),
  ({ 0: text, 1: name = '', 2: type, 3: inline, index }) => ({
    name,
    type: type ?? inline,
    at: index + text.indexOf(name),
  }),
)

it.runIf(hasToolchain('typescript'))(
  'editors show the names of types for values of the library, the client and the fixtures',
  async () => {
    const folder = await installedPackage('*')
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const entry = pathToFileURL(join(toolchains, 'typescript/lib/typescript.js')).href
    const { default: ts } = (await import(entry)) as { readonly default: Typescript }
    const file = join(folder, 'code.ts')
    const options = {
      // The numbers of the TypeScript enums for ESNext (99) and the resolution `bundler` (100).
      target: 99,
      module: 99,
      moduleResolution: 100,
      strict: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      types: ['node'],
    }
    const service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getScriptFileNames: () => [file],
      getScriptVersion: () => '1',
      getScriptSnapshot: (name: string) =>
        ts.ScriptSnapshot.fromString(name === file ? code : readFileSync(name, 'utf8')),
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => options,
      getDefaultLibFileName: () => ts.getDefaultLibFilePath(options),
    })
    expect(service.getSemanticDiagnostics(file)).toEqual([])
    const shown = declared.map(({ name, at }) => ({
      name,
      type: ts
        .displayPartsToString(service.getQuickInfoAtPosition(file, at)?.displayParts)
        .replace(/^const \w+: /, ''),
    }))
    expect(declared.length).toBeGreaterThan(30)
    expect(shown).toEqual(declared.map(({ name, type }) => ({ name, type })))
  },
  240_000,
)
