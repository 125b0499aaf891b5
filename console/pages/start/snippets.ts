import type { WorldAccount } from '../../control/answers.ts'

/** What the ways in are written with; what is not known has a word in its place. */
export type SnippetContext = {
  /** The base URL of the world. */
  readonly root: string
  /** The address of the server, without a slash at its end. */
  readonly server: string
  /** What is known of the world, where the page may ask. */
  readonly details: WorldAccount | undefined
  /** Whether each visitor has one world: then no test makes others. */
  readonly isVisited: boolean
  /** Whether the control API asks for a token. */
  readonly guarded: boolean
}

/** A way in: a text to paste, and what it is. */
export type Snippet = {
  readonly name: string
  readonly about: string
  readonly text: string
}

/** The ways into a world: a shell, a page without a server, and tests in a browser. */
export const createSnippets = (known: SnippetContext): readonly Snippet[] =>
  allSnippets(known).filter(({ name }) => name !== 'Playwright' || !known.isVisited)

const allSnippets = (known: SnippetContext): readonly Snippet[] => [
  { name: 'curl', about: 'A turn, cut after two seconds and resumed.', text: curl(known) },
  {
    name: 'MSW',
    about: 'The same platform inside of your page, without a server.',
    text: msw(known),
  },
  {
    name: 'Playwright',
    about: 'Each test gets a world of its own on this server.',
    text: playwright(known),
  },
]

const question = 'Where is my order?'
const userOf = ({ details }: SnippetContext) =>
  details?.users[0] ?? { email: 'YOUR EMAIL', password: 'YOUR PASSWORD' }

const curl = (known: SnippetContext) => `URL=${quoteForShell(known.root)}
AUTH=${quoteForShell(`authorization: Bearer ${known.details?.keys['full'] ?? 'YOUR API KEY'}`)}
JSON='content-type: application/json'
CHAT=$(curl -s "$URL/api/conversations" -H "$AUTH" -H "$JSON" -d '{}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')

curl -N --max-time 2 "$URL/api/react" -H "$AUTH" -H "$JSON" \\
  -d "{\\"q\\": \\"${question}\\", \\"conversation_id\\": \\"$CHAT\\"}"

# The turn went on without you. Read on behind any cursor; -1 is all of it.
curl -N "$URL/api/chat/resume" -H "$AUTH" -H "$JSON" \\
  -d "{\\"conversation_id\\": \\"$CHAT\\", \\"cursor\\": -1}"
`

function msw(known: SnippetContext): string {
  const { fixture = 'demo', profile = 'documented', seed = 'understudy' } = known.details ?? {}
  const { email, password } = userOf(known)
  const shipped = profile === 'deployed-0.8'
  const options = [
    'fixture',
    'scenarios',
    ...(seed === 'understudy' ? [] : [`seed: ${stringLiteral(seed)}`]),
    ...(shipped ? ['profile: readProfile(deployed)'] : []),
  ]
  return `// npm install --save-dev msw understudy && npx understudy init public
import { setupWorker } from 'msw/browser'
import { createFake${shipped ? ', readProfile' : ''} } from 'understudy'
import fixture from 'understudy/fixtures/${fixture}.json'
import { handlers } from 'understudy/msw'${shipped ? "\nimport deployed from 'understudy/profiles/deployed-0.8.json'" : ''}
import scenarios from 'understudy/scenarios.json'

const fake = createFake({ ${options.join(', ')} })
export const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))
await worker.start({ onUnhandledFrame: 'bypass' })

await fetch('/api/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${objectLiteral({ email, password })}),
})
`
}

function playwright(known: SnippetContext): string {
  const { details, server, guarded } = known
  const { fixture = 'demo', profile = 'documented', seed } = details ?? {}
  const token = guarded ? ', token: process.env.UNDERSTUDY_TOKEN' : ''
  const world = { fixture, profile, ...(seed !== undefined && { seed }) }
  return `import { expect, test } from 'understudy/playwright'

test.use({
  fakeServer: { url: ${stringLiteral(server)}${token} },
  fakeWorld: ${objectLiteral(world)},
  fakeApp: { calls: /\\/api\\// }, // what your app asks of its own origin
})

test('asks to sign in again', async ({ page, fake }) => {
  await fake.signIn(page, ${objectLiteral(userOf(known))})
  await fake.clock.advance('3h')
  await page.goto('http://localhost:5173')
  await expect(page.getByText('Please sign in')).toBeVisible()
})
`
}

/** A word of a shell. */
const quoteForShell = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A text of TypeScript. */
const stringLiteral = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const objectLiteral = (fields: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(fields)
    .map(([name, text]) => `${name}: ${stringLiteral(text)}`)
    .join(', ')} }`
