import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Owned = {
  readonly idea: string
  /** The file that owns the idea, or its folder, which ends with `/`. */
  readonly owner: string
  /** Code that only an owner of the idea may contain. */
  readonly mark: RegExp
}

const owners: readonly Owned[] = [
  {
    idea: 'find the operation of a request',
    owner: 'contract/operations/path-table.ts',
    // Scripts have patterns for operations of a table, which do not match requests.
    mark: /\bnode\.parameterChild\b|\{\\w\+\\\}\/g, '\(?\[\^/,
  },
  {
    idea: 'read a request and its response, with JSON and events',
    owner: 'contract/exchange.ts',
    mark: /readonly status: number[^}]{0,400}readonly json: unknown[^}]{0,400}readonly events: readonly/,
  },
  {
    idea: 'list the operations of the control API',
    owner: 'contract/control/operations.ts',
    // Routes are named by the compiler; a client names the operation that it calls.
    mark: /'GET clock':\s*\{/,
  },
  {
    idea: 'say which operations the methods of control clients call',
    owner: 'contract/control/methods.ts',
    mark: /\bfreeze: (moment === undefined|\w+\s*===\s*undefined)/,
  },
  {
    idea: 'make the request of a call of the control API',
    owner: 'contract/control/call.ts',
    mark: /replaceAll\(\/\\\{\(\\w\+\)\\\}\/g, \(_/,
  },
  {
    idea: 'find the records and lists of a body, in any envelope',
    owner: 'contract/body-form.ts',
    // The suite has its own reader, because it checks how a deployment wraps responses.
    mark: /items['",| ]+(data|results)|page,pages,size,total'|isObject\((json|body)\['data'\]\) \?/,
  },
  {
    idea: 'list the operations of a family of a profile',
    owner: 'contract/profile/family-paths.ts',
    mark: /\['DELETE', item|'list',\s+'create',\s+'read',\s+'update',\s+'delete'/,
  },
  {
    idea: 'cut a text that is too long to show',
    owner: 'contract/shorten.ts',
    // The public prefix of a key is masked, not cut.
    mark: /\$\{[\w.]+\.slice\(0, (?!limits\.keyPrefix)[^}]*\}\s?…/,
  },
  {
    idea: 'make the first letter of a text a capital letter',
    owner: 'contract/capitalize.ts',
    mark: /\((0|0, 1)\)\.toUpperCase\(\)/,
  },
  {
    idea: 'tell a UUID from other text',
    owner: 'contract/uuid.ts',
    mark: /-f\]\{8\}-/,
  },
  {
    idea: 'write a number with its noun',
    owner: 'contract/format-count.ts',
    mark: /\$\{\w+\} \$\{\w+ === 1 \?|\$\{[\w.]+\} (\w+|\$\{\w+\})\$\{[\w.]+ === 1 \?/,
  },
  {
    idea: 'say which kind of records a field refers to, or a record is part of',
    owner: 'contract/kinds.ts',
    mark: /\b(kb_id: 'knowledge_bases|field: 'kb_id'|workflow_id: 'workflows|org_id: 'organizations)/,
  },
  {
    idea: 'list the kinds of records and their resources',
    owner: 'contract/kinds.ts',
    // Tables typed by the owner are not a second list.
    mark: /resource: 'api-key'|'api-key': 'api_keys'|'api_keys',\s+'(agents|knowledge_bases)'/,
  },
  {
    idea: 'say what a new record has that nobody gave',
    owner: 'contract/new-records.ts',
    mark: /\bschedule_timezone: 'UTC'|\bchunk_overlap: ownLimits\.|approver_scope: 'initiator'|\bauth_type: 'none'/,
  },
  {
    idea: 'make up a value for a shape or a schema',
    owner: 'contract/sample.ts',
    // conformance/checks/shapes.ts has its own: the suite sends literal values.
    mark: /'date-time': '[^']+',\s+email: |sampleNumber\(|case 'list':\s+return extent/,
  },
  {
    idea: 'tell in which fields and types two answers differ',
    owner: 'traffic/replay/shape-differences.ts',
    mark: /\$\{at\(\w+\)\} is (missing|new)`|instead of \$\{known\.join/,
  },
  {
    idea: 'read the claims of a JWT',
    owner: 'contract/jwt.ts',
    mark: /(atob|[bB]ase64\w*)\([^\n]*split\('\.'\)/,
  },
  {
    idea: 'encode or decode base64 where there is no Buffer',
    owner: 'contract/base64.ts',
    mark: /\b(atob|btoa)\(/,
  },
  {
    idea: 'say which names secrets have',
    owner: 'secrets/forms.ts',
    // The suite's expectations, and the masks of connectors on the platform, are literal values.
    mark: /passcode\|secret|tokens?\|secret\|pass|ticket\|(key\|)?secret/,
  },
  {
    idea: 'find JWTs and keys in texts',
    owner: 'secrets/',
    mark: /indexOf\(jwtBegin|AKIA\|ASIA|\\bsvc_\[/,
  },
  {
    idea: 'escape text for HTML',
    owner: 'report/html.ts',
    // XML has its own escaper, because XML allows fewer characters.
    mark: /["']: '&#0?39;'|replaceAll\([^,]+, '&#/,
  },
  {
    idea: 'make a Markdown table',
    owner: 'report/markdown.ts',
    mark: /=> '---'\)|'---:'/,
  },
  {
    idea: 'make a table for a terminal',
    owner: 'report/terminal.ts',
    mark: /\.padEnd\(widths|\bcell\.padEnd\(/,
  },
  {
    idea: 'turn the events of a turn into what the console shows',
    owner: 'console/pages/chat/turn/reduce-turn.ts',
    mark: /: TurnEventData\['/,
  },
  {
    idea: 'keep what a calibration saw, and bound its size',
    owner: 'conformance/history/history.ts',
    // A second store would have its own limit.
    mark: /const max(Bytes = 20|Approvals|Lists|Missing|NewKeys)\b|\bBoundedMap\b/,
  },
]

const folders =
  '{cli,client,conformance,console,contract,entries,mocks,report,secrets,testing,traffic}'
const sources = globSync(`${folders}/**/*.{ts,tsx}`).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

describe('one idea has one owner', () => {
  it.each(owners)('no file but $owner has code to $idea', ({ owner, mark }) => {
    const marked = sources.filter(({ text }) => mark.test(text)).map(({ path }) => path)
    const [own = [], others] = [true, false].map((isOwn) =>
      marked.filter((path) => path.startsWith(owner) === isOwn),
    )
    expect(own).not.toEqual([])
    expect(others).toEqual([])
  })

  it('docs/architecture.md names the owner of each idea', () => {
    const page = readFileSync('docs/architecture.md', 'utf8')
    expect(
      owners.map(({ owner }) => owner).filter((owner) => !page.includes(`(../${owner})`)),
    ).toEqual([])
  })
})
