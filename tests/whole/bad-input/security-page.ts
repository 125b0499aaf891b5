import { ownLimits } from '../../../contract/limits.ts'
import { budgets } from './budgets.ts'
import { installed } from './installed.ts'
import { slowClientCases } from './slow-client-cases.ts'
import { type RawCase, rawCases } from './raw-cases.ts'

const codeList = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const places = `# Security

Understudy imitates a platform for tests and demonstrations. Give it no real data: its users, passwords and fixtures are public, and \`--data\` stores plain text. It must not give access to its machine, must not be controllable by strangers, and must not crash. To report a violation, see [SECURITY.md](../SECURITY.md).

## Threats, by where it runs

| | On a laptop | In CI | On a public host | A demo for visitors, \`serve --demo\` |
|---|---|---|---|---|
| Who reaches it | programs on this machine, and pages in its browser | only the job | everyone | everyone, each with a private world |
| What an attacker could want | to control or read it from a page of another site | to make a run fail or hang | to control it, to crash it, to reach the machine behind it | to see or control the world of another visitor, also from another site; to exhaust the server |
| Protection | it listens on 127.0.0.1; its control API accepts no other host name and no page of another origin | the same; every wait has a timeout | the control API is off without a token; keys and tokens are random; [limits](#limits) | [cookies of 128 random bits, separate keys for each world, a rate limit for each visitor](#a-demo-for-visitors) |
| What you have to do | nothing | nothing | \`--public-url\`, \`--control-token\`; in a proxy in front of it TLS, rate limits per client and an access log | in a proxy in front of it TLS and rate limits per address; see [docs/demo.md](demo.md) |

- **[On Cloudflare Workers](workers.md)** everyone reaches it, too. The control API is off without a token; each world draws its own seed and secret; with \`DEMO\`, each visitor has the limits of a demo. The number of worlds has no limit.
- **[The proxy](proxy.md)** connects to its targets only, and answers at the names of this machine, at addresses, and at the names of \`--allow-host\`: a page whose name was made to resolve to this machine does not reach a deployment with the deployment's own origin. Its control API and its console listen on 127.0.0.1, mask secrets, and refuse other host names and pages of other origins, also of other ports.
- **No request makes it read a file or connect to another host**: ids, names of worlds and paths only select records in memory. Only flags name files, and the address of [\`serve --model\`](model.md). \`--data\` stores all worlds in one SQLite database that only its owner can read; SQL gets names and bodies as parameters only.
- **[The MCP server](mcp.md)** writes files only into the folder of \`mcp --scenarios\`, never through a link, and runs only the test command that its user gave after \`--\`. In a server, \`/__control/mcp\` has the guards of the control API and does neither.
- **A config file can be code.** Commands run the \`understudy.config.mjs\` or \`.ts\` of the working folder or of a parent folder in the same project, also for \`conform --list\`. In a checkout that you do not trust, use \`--no-config\` or set \`UNDERSTUDY_CONFIG=none\` ([which file is used](config.md#which-file-is-used)). Files in YAML and JSON run nothing.

## Defaults

| | Default |
|---|---|
| Address | 127.0.0.1; \`--host\` makes it reachable from other machines |
| Control API | open to this machine; closed to others unless \`--control-token\` is set, or \`UNDERSTUDY_CONTROL_TOKEN\`, which the list of processes does not show ([access](control-api.md#access)) |
| Behind a proxy or a load balancer | the same: \`x-forwarded-for\`, \`x-real-ip\` and \`forwarded\` only take access away |
| Seed, from which ids are derived | \`understudy\`; random at each start if other machines can reach \`serve\`, unless \`--seed\` is set |
| Keys and tokens | derived from the seed; random if other machines can reach \`serve\`; from the text of \`--secret-file\` if it is set; \`listen()\` refuses a public address without a \`secret\` |
| Explanations of refusals | only for this machine |
| Console and platform on one origin (\`serve\`, Workers) | responses of the platform and the control API have \`nosniff\` and \`content-security-policy: sandbox; default-src 'none'\`: opened as a page, they run no script and have no origin. A profile cannot change that, nor headers of the connection, such as \`transfer-encoding\` |
| Web pages | every origin may call the platform API, unless the profile lists origins (\`http.cors-origins\`, \`--allow-origin\`). Credentials are headers, never cookies, so a page only has those that its user gave it. The cookie of a demo selects a world and signs nobody in |
| Telemetry | none. Only \`--model URL\` lets turns connect to another host, without redirects |
`

const ends = `
## What has no limit

- **Work.** Beyond the limits of the platform, only visitors of a demo have a rate limit, and one client can be many visitors. On a public host, set one in the proxy.
- **Operations on a whole world.** A snapshot, a fork and a filter over records cost as much as the world holds, which is limited.
- **All request bodies together.** Every connection may send one at the same time.
- **Who may create worlds.** Every caller creates a world by naming it, within the memory limit for all worlds. In a demo only the page creates worlds.

## What is installed

${installed.dependencies.length} dependencies (${codeList(installed.dependencies)}), with exact versions and without dependencies of their own. The package takes less than ${installed.packedMb} MB to download and ${installed.unpackedMb} MB on disk, its dependencies less than ${installed.dependenciesMb} MB. None runs a script on install. The package also contains the code of ${codeList(installed.bundled)}. MSW, Playwright and Vitest are optional peer dependencies. A test checks this.

The page of a server is built from ${codeList(installed.inPage)}: their code is under \`dist/console\`, with their licences. It is served with a content security policy that allows no other code, and never runs in Node.

Where the package is installed, **\`npm audit\`** checks these dependencies; a release with a finding there is not published. It does not check the bundled libraries and those of the page: the release workflow also audits the whole clone, and stops at findings that are high or critical. In a clone, only ${codeList(installed.scriptsOfClone)} may run install scripts (\`allowScripts\` in package.json).

A workflow publishes releases from a tag, with a provenance statement: \`npm audit signatures\` shows the commit and the run of a version. The actions that it uses are pinned by commit.
`

const demo = `
## A demo for visitors

[\`serve --demo\`](demo.md) gives each browser a private world. Tests check these guarantees:

- **The cookie is the only access.** It has 128 random bits from the system, is \`HttpOnly\`, \`SameSite=Lax\`, \`Secure\` if the page was loaded over https, and valid for the path of the page. No response body and no URL contains it. A cookie that the server did not set, or whose world has ended, gives no access.
- **No other name selects a world.** There is no default world, no request creates one by naming it, and the header \`x-understudy-world\` is refused. The base URL that a visitor sees ends in another 128 random bits, and gives the platform API of that world, but not its control API. Keys and tokens are derived from a random secret and the world, so they are invalid in others.
- **Visitors control only their own world**: clock, faults, choices, director, records, journal, snapshot, reset. Everything else under \`/__control\` needs the control token. Visitors cannot add scripts, because a script can produce any number of events.
- **A visitor brings data and picks only.** No operation of the control API takes operations, answers or headers of responses from a visitor, also not in a snapshot or below the name of a profile of this server. \`mocks/demo/visitor-control.ts\` lists the operations that are open to visitors; a test tries each with such parts. Responses of the platform are sandboxed, so a page or an image that a visitor uploads runs nothing in the browser of another.
- **No other site controls it.** Browsers also send the cookie for other ports and subdomains of a site. So a request from another origin counts as one without a cookie, and the control API refuses it.
- **No visitor can exhaust the server.** Each visitor has [limits](#limits). If a new visitor finds no room, idle worlds are removed, but never one that was used in the last minute.

\`npm run soak -- --visitors 50\` lets fifty visitors try all of this on each other.
`

const number = (value: number) => value.toLocaleString('en-GB')
const bytes = (value: number) =>
  value < 1024 * 1024 ? `${value / 1024} KiB` : `${value / 1024 / 1024} MiB`

const bounds: readonly (readonly [what: string, bound: string, beyond: string])[] = [
  ['Request line and headers', bytes(ownLimits.headerBytes), '431'],
  [
    'A request body',
    `${bytes(ownLimits.bodyBytes)}; ${bytes(ownLimits.largeBodyBytes)} for workflows, their runs and searches in documents, ${bytes(ownLimits.documentBytes)} for documents, ${bytes(ownLimits.controlBytes)} for the control API; ${number(ownLimits.bodyValues)} JSON values`,
    '413',
  ],
  [
    'How much of a larger body is read and discarded, so that the client receives the response',
    bytes(ownLimits.droppedBytes),
    '413, and the connection is closed',
  ],
  [
    'A snapshot, deleted records, or the data of a new world',
    bytes(ownLimits.snapshotBytes),
    '413',
  ],
  ['Nesting levels of JSON', '500', '400'],
  ['Time until the headers have arrived', `${ownLimits.headersSeconds} s`, '408'],
  ['Time until the whole request has arrived', `${ownLimits.requestSeconds} s`, '408'],
  [
    'Time between two requests on a connection',
    `${ownLimits.idleSeconds} s`,
    'the connection is closed',
  ],
  [
    'Pipelined requests that wait on a connection',
    number(ownLimits.requestsAhead),
    'the connection is closed',
  ],
  [
    'Time without progress while a client does not read its response',
    `${ownLimits.stalledSeconds} s`,
    'the connection is closed within twice this time',
  ],
  ['Buffer of one stream', '256 KiB', 'the stream pauses until the client reads'],
  ['Connections', number(ownLimits.connections), 'further ones are closed immediately'],
  ['Streams', number(ownLimits.streams), '503'],
  [
    'Worlds',
    number(ownLimits.worlds),
    'the longest idle one is removed; with `--data` it stays stored',
  ],
  ['Memory of all worlds', bytes(ownLimits.worldsBytes), 'the same'],
  ['Stored worlds in a folder', number(ownLimits.keptWorlds), 'no further world is stored'],
  ['Length of the name of a world', number(ownLimits.worldName), '400'],
  ['Sessions of a user', number(ownLimits.sessionsPerUser), 'the oldest sessions end'],
  ['Faults of a world', number(ownLimits.faults), 'refused'],
  [
    'Buffered responses of all clients that do not read them',
    bytes(ownLimits.waitingBytes),
    'the connections that have waited longest are closed',
  ],
  ...visitorBounds(),
  ['Requests in a journal', number(ownLimits.journalEntries), 'the oldest are removed'],
  [
    'Characters of a journal',
    number(ownLimits.journalCharacters),
    'the oldest requests are removed',
  ],
  [
    'A conformance run started from the page or the control API, one at a time',
    `${ownLimits.conformanceSeconds} s`,
    'stopped',
  ],
  ['Entries of an audit log', number(ownLimits.auditEntries), 'the oldest are removed'],
]

function visitorBounds(): readonly (readonly [string, string, string])[] {
  const { visitor } = ownLimits
  return [
    ['Streams of a visitor', number(visitor.streams), '503'],
    ['Running turns of a visitor', number(visitor.turns), '503'],
    ['Pending requests of a visitor', number(visitor.underWay), '503'],
    ['Journal streams of a visitor', number(visitor.followers), '503'],
    [
      'Memory of the world of a visitor',
      bytes(visitor.worldBytes),
      '503 until something is deleted; sooner if the memory of all worlds is used up',
    ],
    [
      'Control API bodies of a visitor',
      `${bytes(visitor.bodyBytes)}; ${bytes(visitor.snapshotBytes)} for a snapshot`,
      '413',
    ],
    [
      'Burst of requests of a visitor',
      `${visitor.burstSeconds} s of \`--rate\``,
      '429 with `retry-after`; restoring a snapshot counts as a hundred requests',
    ],
    [
      'Bytes that count as one more request of a visitor',
      `${bytes(visitor.requestBytes)} of a request body, ${bytes(visitor.responseBytes)} of a response or a stream`,
      'a request that is too long for the rest of the burst gets 429; a response is charged to the requests after it',
    ],
  ]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** The outcome of a row of bad input. */
function outcome({ gets, closes, remark }: RawCase): string {
  const [first, ...more] = gets
  const alike = more.length > 0 && more.every((status) => status === first)
  const statuses = alike ? `${first}, ${number(gets.length)} times` : gets.join(', then ')
  const words = [statuses, remark, closes ? 'the connection is closed' : undefined]
  return words.filter((word) => word !== undefined && word !== '').join('; ')
}

/** Generates the text of docs/security.md. */
export function securityPage(): string {
  const groups = Object.entries(rawCases).map(
    ([title, cases]) =>
      `\n### ${title}\n\n` +
      table(
        ['Request', 'Response'],
        cases.map((one) => [one.what, outcome(one)]),
      ),
  )
  return [
    places,
    demo,
    '\n## Limits\n\nAll are in `contract/limits.ts`, together with those of records. To change them, use `listen(fake, { limits })` and `createFake({ maxWorlds, maxStreams })`.\n\n',
    table(['What', 'At most', 'If exceeded'], bounds),
    '\n## The budget of each operation\n\nEvery operation has a bounded cost, also later, when its results are read, rendered, run or reported. Data from a fixture, a snapshot or the control API have the same limits as data of the platform API.\n\n',
    table(
      ['Operation', 'Input', 'Work', 'Output', 'Stored'],
      budgets.map(({ operation, input, work, output, stored }) => [
        operation,
        input,
        work,
        output,
        stored,
      ]),
    ),
    '\n`npm run soak -- --attacks` sends inputs that are built to exceed these costs to a server, a demo and the conformance suite, and measures that none does.\n',
    '\n## Malformed and unusual requests\n\nA test sends each of these byte for byte. If the connection stays open, another request on it must get exactly one response: no request was smuggled. A 401 means that the request was parsed. A response that closes the connection explains in plain text what was wrong.\n',
    ...groups,
    '\n### Slow and unresponsive clients\n\n',
    table(
      ['Client', 'Result'],
      slowClientCases.map(({ what, gets }) => [what, gets]),
    ),
    '\n`npm run soak -- --minutes 10` mixes all of this with normal work, faults, moving clocks, and worlds that are reset, forked and deleted while they are read. No acknowledged write may be lost, no resumed turn may miss or repeat an event, and the idle server must hold no more than at the beginning.\n',
    ends,
  ].join('')
}
