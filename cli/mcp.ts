import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { KnownNames } from '../authoring/check-names.ts'
import { escapeStack } from '../contract/escape.ts'
import { httpUrl } from '../mocks/control/access.ts'
import { createCore } from '../mocks/core.ts'
import { createRequestHandler } from '../mocks/request-handler.ts'
import { systemClock } from '../mocks/world/clock.ts'
import { type Flags, helpText, type Io, readFlags, UsageError } from './command-line.ts'
import { configFlags } from './config/flags.ts'
import { allowTests } from './mcp/allowed-tests.ts'
import { createConnection } from './mcp/connection.ts'
import {
  knownNames,
  openScriptFolder,
  problemsText,
  type ScriptFolder,
} from './mcp/script-folder.ts'
import { createMcpServer, type McpOptions } from './mcp/server.ts'
import { parseSpeed, playedFlags } from './serve/flags.ts'
import { createServedConformance, profileRoutes } from './serve/lazy-routes.ts'
import {
  loadFixture,
  loadProfile,
  shippedFixtures,
  shippedProfiles,
  shippedScenarios,
} from './world-data.ts'

export const mcpFlags = {
  scenarios: {
    value: 'DIR',
    help: 'the folder of your scripts: they are played, and the assistant may write files here; without it nothing is written',
  },
  url: {
    value: 'URL',
    help: 'controls a running server, such as http://127.0.0.1:4010, instead of a fake of its own',
  },
  'control-token': {
    value: 'TOKEN',
    help: 'with --url: the control token of the server (default: the variable UNDERSTUDY_CONTROL_TOKEN)',
  },
  ...playedFlags,
  speed: { value: 'N|max', default: 'max', values: ['max'], help: 'divides the pauses of streams' },
  ...configFlags,
  results: {
    value: 'FILE',
    help: 'with a test command: the JUnit report that it writes, as in `tolerance`',
  },
} as const satisfies Flags

const help = () =>
  helpText(
    'agent-understudy mcp [flags] [-- TEST COMMAND]',
    `Runs an MCP server on standard input and output. A coding assistant starts this command, and gets
tools to read the contract, write and check scenarios, play turns and read the journal.`,
    mcpFlags,
    `With a test command after --, such as \`npx playwright test\`, the assistant may run this command with
run_tolerance, and no other. A server of \`agent-understudy serve\` has the other tools at
http://127.0.0.1:4010/__control/mcp.`,
  )

/**
 * `agent-understudy mcp`: serves MCP until standard input ends, or the process is stopped. Resolves to
 * the exit code. Throws `UsageError`.
 */
export async function mcp(argv: readonly string[], io: Io): Promise<number> {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const given = readFlags(argv.slice(0, end), mcpFlags)
  if (given.help) {
    io.stdout.write(help())
    return 0
  }
  if (given.url === undefined && given['control-token'] !== undefined)
    throw new UsageError('--control-token only works together with --url.')
  const fake =
    given.url === undefined
      ? await openFake(given)
      : openServer(given.url, given, argv.slice(0, end))
  const tests = allowTests(argv.slice(end + 1), given)
  const server = createMcpServer({
    ...fake,
    tests,
    clock: systemClock,
    // Standard output belongs to the protocol.
    onCrash: (error) => io.stderr.write(`${escapeStack(error)}\n`),
  })
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve))
  await server.connect(new StdioServerTransport())
  await Promise.race([ended, io.stopped])
  await server.close()
  await Promise.all([fake.close(), tests?.close()])
  return 0
}

type OpenedFake = Pick<McpOptions, 'connection' | 'folder' | 'reload'> & { close(): Promise<void> }
type Given = ReturnType<typeof readFlags<typeof mcpFlags>>

async function openFake({ scenarios: path, ...given }: Given): Promise<OpenedFake> {
  const [fixture, profile, shipped] = await Promise.all([
    loadFixture(given.fixture),
    loadProfile(given.profile),
    shippedScenarios(),
  ])
  const folder = openScriptFolder(path, knownNames(fixture, shipped))
  const scripts = { current: [...(await ownScripts(folder)), ...shipped] }
  const conformance = createServedConformance({
    fetch: (request) => fake.fetch(request),
    publicUrl: undefined,
  })
  const fake = createCore(
    {
      fixture,
      fixtures: shippedFixtures,
      scenarios: scripts,
      profile,
      profiles: shippedProfiles,
      speed: parseSpeed(given.speed),
      controlRoutes: { ...conformance.routes, ...profileRoutes },
    },
    createRequestHandler,
  )
  return {
    connection: createConnection({
      url: 'http://127.0.0.1',
      fetch: fake.fetch,
      authorization: undefined,
    }),
    folder,
    // Read before each turn, so that a turn plays what the files say now.
    ...(path !== undefined && {
      reload: async () => (scripts.current = [...(await folder.load()), ...shipped]),
    }),
    async close() {
      await conformance.close()
      fake.close()
    },
  }
}

/** The scripts of the folder at the start; throws `UsageError` with every problem. */
const ownScripts = (folder: ScriptFolder) =>
  folder.load().catch((error: unknown) => {
    throw new UsageError(...problemsText(error).split('\n'))
  })

/** Flags of the fake in this process. */
const ownFakeFlags = ['profile', 'fixture', 'speed']

function openServer(text: string, given: Given, argv: readonly string[]): OpenedFake {
  const url = httpUrl(text)
  if (url === undefined) throw new UsageError('--url takes a URL such as http://127.0.0.1:4010.')
  const other = ownFakeFlags.find((name) =>
    argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  )
  if (other !== undefined)
    throw new UsageError(`--${other} cannot be used with --url: pass it to \`serve\`.`)
  const token = given['control-token'] ?? process.env['UNDERSTUDY_CONTROL_TOKEN']
  // The address of a world, as `serve` and the control API return it.
  const [, base = '', world] = /^(.*?)(?:\/w\/([^/]+))?\/?$/.exec(url.origin + url.pathname) ?? []
  const unknown: KnownNames = {}
  return {
    connection: createConnection({
      url: base,
      world: world === undefined ? undefined : decodeURIComponent(world),
      fetch: (request) => fetch(request),
      authorization: token === undefined ? undefined : `Bearer ${token}`,
    }),
    folder: openScriptFolder(given.scenarios, unknown),
    async close() {},
  }
}
