import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { fixtureNames } from '../../../contract/shipped-names.ts'
import { shellWord } from '../../../contract/escape.ts'

/** The values to use in the snippets. Unknown values are replaced by placeholders. */
type SnippetContext = {
  readonly root: string
  /** The URL of the server, without a trailing slash. */
  readonly serverUrl: string
  /** The details of the world, if the control API is available. */
  readonly details: WorldDetails | undefined
  /** Whether the server is a demo, in which tests cannot create worlds. */
  readonly isDemoServer: boolean
  /** Whether the control API requires a token. */
  readonly needsControlToken: boolean
}

type Snippet = {
  readonly name: string
  readonly about: string
  readonly text: string
}

/** Creates code that calls a world: from a shell, in a page without a server, in browser tests. */
export const createSnippets = (context: SnippetContext): readonly Snippet[] => [
  {
    name: 'curl',
    about: 'Starts a turn, aborts it after two seconds, and resumes it.',
    text: curlSnippet(context),
  },
  {
    name: 'MSW',
    about: 'Runs the same platform inside your page, without a server.',
    text: mswSnippet(context),
  },
  ...(context.isDemoServer
    ? []
    : [
        {
          name: 'Playwright',
          about: 'Gives each test its own world on this server.',
          text: playwrightSnippet(context),
        },
      ]),
]

const question = 'Where is my order?'
const userOf = ({ details }: SnippetContext) =>
  details?.users[0] ?? { email: 'YOUR EMAIL', password: 'YOUR PASSWORD' }

function curlSnippet(context: SnippetContext): string {
  const { keys, body_token = false } = context.details ?? {}
  // Some deployments accept the credential of a turn only in the body.
  const token = body_token ? String.raw`, \"token\": \"$KEY\"` : ''
  return `URL=${shellWord(context.root)}
KEY=${shellWord(keys?.['full'] ?? 'YOUR API KEY')}
AUTH="authorization: Bearer $KEY"
JSON='content-type: application/json'
CHAT=$(curl -s "$URL/api/conversations" -H "$AUTH" -H "$JSON" -d '{}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')

curl -N --max-time 2 "$URL/api/react" -H "$AUTH" -H "$JSON" \\
  -d "{\\"q\\": \\"${question}\\", \\"conversation_id\\": \\"$CHAT\\"${token}}"

# The turn went on without a reader. Resume after any cursor; -1 is the whole turn.
curl -N "$URL/api/chat/resume" -H "$AUTH" -H "$JSON" \\
  -d "{\\"conversation_id\\": \\"$CHAT\\", \\"cursor\\": -1${token}}"
`
}

function mswSnippet(context: SnippetContext): string {
  const { fixture = 'demo', seed = 'understudy' } = context.details ?? {}
  const { profile, note } = profileOf(context)
  const { email, password } = userOf(context)
  const shipped = profile === 'deployed-0.8'
  const options = [
    'fixture',
    'scenarios',
    ...(seed === 'understudy' ? [] : [`seed: ${stringLiteral(seed)}`]),
    ...(shipped ? ['profile: readProfile(deployed)'] : []),
  ]
  return `// npm install --save-dev msw agent-understudy && npx agent-understudy init public
import { setupWorker } from 'msw/browser'
import { createFake${shipped ? ', readProfile' : ''} } from 'agent-understudy'
import fixture from '${fixtureModule(fixture)}'
import { handlers } from 'agent-understudy/msw'${shipped ? "\nimport deployed from 'agent-understudy/profiles/deployed-0.8.json'" : ''}
import scenarios from 'agent-understudy/scenarios.json'

${note}const fake = createFake({ ${options.join(', ')} })
const worker = setupWorker(...handlers(fake, { baseUrl: '/' }))
await worker.start({ onUnhandledFrame: 'bypass' })

await fetch('/api/auth/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(${objectLiteral({ email, password })}),
})
`
}

/** Returns the import path of a fixture: a shipped fixture, or a file of the user. */
const fixtureModule = (name: string) =>
  fixtureNames.some((each) => each === name)
    ? `agent-understudy/fixtures/${name}.json`
    : `./${name.replaceAll(/[^\w.-]/g, '-')}.json`

function playwrightSnippet(context: SnippetContext): string {
  const { details, serverUrl, needsControlToken } = context
  const { fixture = 'demo', seed } = details ?? {}
  const { profile, note } = profileOf(context)
  const token = needsControlToken ? ', token: process.env.UNDERSTUDY_TOKEN' : ''
  const world = { fixture, profile, ...(seed !== undefined && { seed }) }
  return `import { expect, test } from 'agent-understudy/playwright'

${note}test.use({
  fakeServer: { url: ${stringLiteral(serverUrl)}${token} },
  fakeWorld: ${objectLiteral(world)},
  fakeApp: { calls: /\\/api\\// }, // the API calls of your app
})

test('asks to sign in again', async ({ page, fake }) => {
  await fake.signIn(page, ${objectLiteral(userOf(context))})
  await fake.clock.advance('3h')
  await page.goto('http://localhost:5173')
  await expect(page.getByText('Please sign in')).toBeVisible()
})
`
}

/**
 * Returns the name of the world's profile. If picks were changed, `note` says that they are left
 * out.
 */
function profileOf({ details }: SnippetContext) {
  const { profile = 'documented' } = details ?? {}
  const name = profile.replace(/, changed$/, '')
  const note = name === profile ? '' : `// Without the changed choices of this world.\n`
  return { profile: name, note }
}

/** Writes a text as a TypeScript string literal. */
const stringLiteral = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const objectLiteral = (fields: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(fields)
    .map(([name, text]) => `${name}: ${stringLiteral(text)}`)
    .join(', ')} }`
