import { ownLimits } from '../../contract/limits.ts'
import { budgets } from './budgets.ts'
import { heldCases } from './held-cases.ts'
import { type RawCase, rawCases } from './raw-cases.ts'

/** What somebody installs with the package; a test measures it. */
export const installed = {
  dependencies: ['@noble/hashes', 'eventsource-parser', 'minisearch', 're2js', 'yaml', 'zod'],
  /** Megabytes at most: to download, on disk, and what the dependencies are on disk. */
  packedMb: 3,
  unpackedMb: 13,
  dependenciesMb: 10,
  /** What the page of a server is built from: it is in the package, and not installed with it. */
  inPage: [
    '@dagrejs/dagre',
    '@preact/signals',
    '@preact/signals-core',
    'dompurify',
    'highlight.js',
    'marked',
    'preact',
  ],
  /** Who may run a script when a clone is installed. */
  scriptsOfClone: ['esbuild', 'node'],
} as const

const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const places = `# Security

Understudy plays a platform for tests and demonstrations. It holds no real accounts and should be given no real data: its users, their passwords and its fixtures are public, and whatever is kept with \`--data\` is plain text. What it must not do is open a door into the machine that it runs on, let strangers steer it, or fall over. [SECURITY.md](../SECURITY.md) says how to report where it does.

## Where it runs, and what threatens it there

| | On a laptop | In CI | On a public host | A demo for visitors, \`serve --demo\` |
|---|---|---|---|---|
| Who reaches it | programs of this machine, and pages in its browser | the job alone | everyone | everyone, each with a world of their own |
| What they could want | to steer it, or to read it, from a page of another site | to make a run fail, or hang | to steer it, to bring it down, to reach the machine behind it | to see or steer the world of another, to take so much that nothing is left, to steer a visitor's world from another site |
| What keeps them out | it listens on 127.0.0.1; its control API answers to no other name and no page of another origin | the same; every wait has an end | the control API is off without a token; keys and tokens are random; everything below has a bound | [cookies of 128 random bits, keys of each world, an allowance for each visitor](#a-demo-for-visitors) |
| What is left to you | nothing | nothing | TLS, limits per client and a log, from a proxy before it; \`--public-url\`, \`--control-token\` | TLS and limits per address, from a proxy before it; [docs/demo.md](demo.md) |

Whatever is sent, it reads no file and calls nobody: ids, names of worlds and paths lead to records in memory. Only the flags of \`serve\` name files; \`--data\` keeps each world in a file whose name is made of its own, with nothing that leads out of the folder.

## Defaults

| | Unless you say otherwise |
|---|---|
| Address | 127.0.0.1; beyond this machine only with \`--host\` |
| Control API | open to this machine, off beyond it until \`--control-token\` is given ([access](control-api.md#access)) |
| Seed | \`understudy\` on this machine; drawn at each start where others reach \`serve\`, unless \`--seed\` is given: ids are derived from it |
| Keys and tokens | derived from the seed on this machine; random where others reach \`serve\`, and \`listen()\` refuses to be reached without a \`secret\` |
| Explanations of refusals | on this machine alone |
| Pages | any origin may call the platform API, as such APIs allow it; credentials are headers, never cookies, so a page has none that its user did not give it; the one cookie, of a demo, names a world and signs nobody in |
| Telemetry | none, and no call of its own |
`

const ends = `
## What is not bounded

- **Work.** A client may call as often as it can; no limit per client but those that the platform has. On a public host that is for the proxy. A visitor of a demo has an allowance of calls, but a client may come as many visitors.
- **The whole of a world.** A snapshot, a fork and a filter over records cost what the world holds, which is bounded.
- **All bodies together.** Each has its bound, but as many as there are connections may arrive at once.
- **Who may make worlds.** Whoever can call can name a new one; the bound above holds them together, and worlds that were idle longest go first. In a demo only the page makes them.

## What is installed

${installed.dependencies.length} dependencies (${named(installed.dependencies)}), of exact versions and without any of their own. The package is less than ${installed.packedMb} MB to download and ${installed.unpackedMb} MB on disk, its dependencies less than ${installed.dependenciesMb} MB. Neither it nor they run a script when they are installed. MSW, Playwright and Vitest are used where you have them, and never brought. A test holds these figures.

The page of a server is built from ${named(installed.inPage)}: their code is in the package, under \`dist/console\`, with their licences beside it, and served with a policy that allows no other. It is never run by Node.

**\`npm audit\`**, where the package is installed, looks at the dependencies above and at nothing else of ours; a release with a finding there is not made. It does not see what the page is built from: the same workflow asks about the whole clone, and stops at what is high or critical. What is below that in a tool that builds or tests is no concern of those who install the package. In a clone, ${named(installed.scriptsOfClone)} alone may run a script when they are installed (\`allowScripts\` in package.json).

Releases are made by a workflow from a tag, with a statement of provenance: \`npm audit signatures\` shows which commit and which run a version comes from. The actions that it uses are pinned by commit.
`

const demo = `
## A demo for visitors

With \`serve --demo\` each browser gets a world of its own with the page. [docs/demo.md](demo.md) tells how to host one; this is what it promises, and tests hold it.

- **The cookie is the way in.** It has 128 random bits of the system, is \`HttpOnly\` and \`SameSite=Lax\`, \`Secure\` where the page came by https, and counts at the path of the page. No answer holds it, and no URL. One that the server did not set opens nothing; one whose world has ended opens nothing either.
- **No other name leads anywhere.** There is no default world, no call makes a world by naming it, and the header \`x-understudy-world\` is refused. The base URL that a visitor is shown ends in 128 random bits more: who has it can call the platform in that world, and never steer it. Keys and tokens are derived from a random secret and the world, so those of one are none in another.
- **A visitor steers what is theirs**: clock, faults, choices, director, records, journal, snapshot, reset. Lists of worlds, other worlds, coverage of all, and whatever else is mounted under \`/__control\` take the control token. Scripts are not taken from visitors, since one can ask for events without number.
- **No other site steers it.** Beside \`SameSite\`, the server looks where a call comes from, since browsers send the cookie also for other ports and names of a site: a call of another origin counts as one without a cookie, and the control API refuses it.
- **Nobody takes all.** Calls a second, streams, turns, waiting calls, memory and bodies of one visitor are bounded as below. Where there is no room for a newcomer, worlds give way in which nothing is done, never one that was used within the last minute.

\`npm run soak -- --visitors 50\` lets fifty visitors loose side by side, who try all of this on each other while they work.
`

const number = (value: number) => value.toLocaleString('en-GB')
const bytes = (value: number) =>
  value < 1024 * 1024 ? `${value / 1024} KiB` : `${value / 1024 / 1024} MiB`

const bounds: readonly (readonly [what: string, bound: string, beyond: string])[] = [
  ['A request: first line and headers', bytes(ownLimits.headerBytes), '431'],
  [
    'A request body',
    `${bytes(ownLimits.bodyBytes)}; ${bytes(ownLimits.largeBodyBytes)} with a workflow, its runs or a search in documents, ${bytes(ownLimits.documentBytes)} with a document, ${bytes(ownLimits.controlBytes)} to steer; ${number(ownLimits.bodyValues)} values of JSON`,
    '413',
  ],
  [
    'What of a larger one is read and dropped, so that its sender sees the answer',
    bytes(ownLimits.droppedBytes),
    '413, and the connection is closed',
  ],
  ['A snapshot', bytes(ownLimits.snapshotBytes), '413'],
  ['Levels of JSON', '500', '400'],
  ['Time until the headers are there', `${ownLimits.headersSeconds} s`, '408'],
  ['Time until the whole request is there', `${ownLimits.requestSeconds} s`, '408'],
  [
    'Time between two requests of a connection',
    `${ownLimits.idleSeconds} s`,
    'the connection is closed',
  ],
  [
    'Requests ahead of the one that is answered',
    number(ownLimits.requestsAhead),
    'the connection is closed',
  ],
  [
    'Time for which a client takes nothing of what waits for it',
    `${ownLimits.stalledSeconds} s`,
    'the connection is closed within another such time',
  ],
  ['What waits for the reader of one stream', '256 KiB', 'no more is made until it is taken'],
  ['Connections', number(ownLimits.connections), 'closed as they come'],
  ['Streams', number(ownLimits.streams), '503'],
  ['Worlds', number(ownLimits.worlds), 'the one that was idle longest goes'],
  ['Memory of all worlds', bytes(ownLimits.worldsBytes), 'the same'],
  ['Worlds in a folder', number(ownLimits.keptWorlds), 'none is added'],
  ['Characters of the name of a world', number(ownLimits.worldName), '400'],
  ['Sessions of a user', number(ownLimits.sessionsPerUser), 'the oldest end'],
  ['Faults of a world', number(ownLimits.faults), 'refused'],
  [
    'Bytes of answers that wait for clients who take none',
    bytes(ownLimits.waitingBytes),
    'the connections are closed that wait longest',
  ],
  ...visitorBounds(),
  ['Calls in a journal', number(ownLimits.journalEntries), 'the oldest go'],
  ['Characters of a journal', number(ownLimits.journalCharacters), 'the oldest calls go'],
  ['A run of the judge on a server, one at a time', `${ownLimits.conformanceSeconds} s`, 'stopped'],
  ['Entries of an audit log', number(ownLimits.auditEntries), 'the oldest go'],
]

function visitorBounds(): readonly (readonly [string, string, string])[] {
  const { visitor } = ownLimits
  return [
    ['Streams of a visitor', number(visitor.streams), '503'],
    ['Turns that run for a visitor', number(visitor.turns), '503'],
    ['Calls of a visitor that wait for their answer', number(visitor.underWay), '503'],
    ['Readers of a journal, of a visitor', number(visitor.followers), '503'],
    [
      'Memory of the world of a visitor',
      bytes(visitor.worldBytes),
      '503 until something is deleted; sooner where all worlds take what they may',
    ],
    [
      'What a visitor sends to steer',
      `${bytes(visitor.bodyBytes)}; ${bytes(visitor.snapshotBytes)} with a snapshot`,
      '413',
    ],
    [
      'Calls of a visitor, saved up',
      `${visitor.burstSeconds} s of \`--rate\``,
      '429, with `retry-after`; a snapshot counts as ten calls, its return as a hundred',
    ],
  ]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

/** What a row of bad input gets, in words. */
function outcome({ gets, closes, remark }: RawCase): string {
  const [first, ...more] = gets
  const alike = more.length > 0 && more.every((status) => status === first)
  const statuses = alike ? `${number(gets.length)} times ${first}` : gets.join(', then ')
  const words = [statuses, remark, closes ? 'the connection is closed' : undefined]
  return words.filter((word) => word !== undefined && word !== '').join('; ')
}

/** docs/security.md. */
export function securityPage(): string {
  const groups = Object.entries(rawCases).map(
    ([title, cases]) =>
      `\n### ${title}\n\n` +
      table(
        ['What is sent', 'What it gets'],
        cases.map((one) => [one.what, outcome(one)]),
      ),
  )
  return [
    places,
    demo,
    '\n## Bounds\n\nAll in `contract/limits.ts`, together with those of records; `listen(fake, { limits })` and `createFake({ maxWorlds, maxStreams })` set others.\n\n',
    table(['What', 'At most', 'Beyond it'], bounds),
    '\n## The budget of each operation\n\nNo call costs without bound: neither when it is made, nor later, when what it left is read, rendered, run or reported. What a fixture, a snapshot or the control API brings in keeps to the limits of what the platform API makes.\n\n',
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
    '\n`npm run soak -- --attacks` attacks a server, a demo and the conformance suite with inputs made to cost more, and measures that none does.\n',
    '\n## What no client should send\n\nEach of these is sent byte for byte by a test. Where the connection is not closed, the test sends one more request on it, and gets the answer to that and nothing else: nothing was smuggled. A 401 is what a call without a credential gets, so the request was understood. A refusal that ends the connection says in plain text what was wrong.\n',
    ...groups,
    '\n### Who holds a server up\n\n',
    table(
      ['What a client does', 'What it comes to'],
      heldCases.map(({ what, gets }) => [what, gets]),
    ),
    '\n`npm run soak -- --minutes 10` mixes all of this with work: clients that hang up, faults, clocks that move, worlds that are reset, forked and deleted under their readers. No write that was acknowledged may be lost, no resumed turn may have a gap or a duplicate, and at rest the server holds what it held at the beginning.\n',
    ends,
  ].join('')
}
