import { existsSync } from 'node:fs'
import { abortableFetch } from '../contract/abortable-fetch.ts'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { escapeStack } from '../contract/escape.ts'
import { decodeSegment } from '../contract/operations/path-table.ts'
import { createCore } from '../mocks/core.ts'
import { createRequestHandler } from '../mocks/request-handler.ts'
import { systemClock } from '../mocks/world/clock.ts'
import { type Io, UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { type Flags, type ParsedCommandLine, readFlags } from './flags.ts'
import { createConnection } from './mcp/connection.ts'
import { knownNames, openScriptFolder, problemsText } from './mcp/script-folder.ts'
import { createMcpServer, type McpOptions } from './mcp/server.ts'
import { createServedConformance, profileRoutes } from './serve/lazy-routes.ts'
import { configFlags, playedFlags, speedFlag } from './shared-flags.ts'
import { address } from './value-types.ts'
import {
  loadFixture,
  loadProfile,
  shippedFixtures,
  shippedProfiles,
  shippedScenarios,
} from './world-data.ts'
import { toleranceGrammar } from './tolerance/flags.ts'
import {
  causeText,
  checkSession,
  playSession,
  progressText,
  withTemporaryFolder,
} from './tolerance/session.ts'
import type { AllowedTests } from './mcp/check-tools.ts'

const excludesUrl = { url: 'pass it to `serve`' }

const mcpFlags = {
  scenarios: {
    value: 'DIR',
    config: 'new-setting',
    help: 'the folder of your scripts: they are played, and the assistant may write files here; without it nothing is written',
  },
  url: {
    value: 'URL',
    type: address('http://127.0.0.1:4010'),
    help: 'controls a running server, such as http://127.0.0.1:4010, instead of a fake of its own',
  },
  'control-token': {
    value: 'TOKEN',
    needs: ['url'],
    variable: true,
    help: 'with --url: the control token of the server (default: the variable UNDERSTUDY_CONTROL_TOKEN)',
  },
  profile: { ...playedFlags.profile, excludes: excludesUrl },
  fixture: { ...playedFlags.fixture, excludes: excludesUrl },
  speed: {
    ...speedFlag,
    default: 'max',
    excludes: excludesUrl,
    help: 'divides the pauses of streams',
  },
  ...configFlags,
  results: {
    value: 'FILE',
    help: 'with a test command: the JUnit report that it writes, as in `tolerance`',
  },
} as const satisfies Flags

/**
 * `agent-understudy mcp`: serves MCP until standard input ends, or the process is stopped.
 */
export const mcp = defineCommand(
  {
    usage: 'mcp [flags] [-- TEST COMMAND]',
    about: `Runs an MCP server on standard input and output. A coding assistant starts this command, and gets
tools to read the contract, write and check scenarios, play turns and read the journal.`,
    flags: mcpFlags,
    takesCommand: true,
    problem: ({ results, testCommand }) =>
      results !== undefined && testCommand.length === 0
        ? '--results only works together with a test command after --.'
        : undefined,
    notes: `With a test command after --, such as \`npx playwright test\`, the assistant may run this command with
run_tolerance, and no other. A server of \`agent-understudy serve\` has the other tools at
http://127.0.0.1:4010/__control/mcp.`,
  },
  async (given, io: Io) => {
    const fake = given.url === undefined ? await openFake(given, io) : openServer(given.url, given)
    const tests = allowTests(given)
    const server = createMcpServer({
      ...fake,
      tests,
      clock: systemClock,
      // MCP uses standard output, so errors go to standard error.
      onCrash: (error) => io.stderr.write(`${escapeStack(error)}\n`),
    })
    const inputEnd = new Promise<void>((resolve) => process.stdin.once('end', resolve))
    const transport = new StdioServerTransport()
    const onerror = (error: Error) => {
      const refusal = refusalOf(error)
      if (refusal !== undefined) io.stdout.write(`${JSON.stringify(refusal)}\n`)
    }
    await server.connect(Object.assign(transport, { onerror }))
    await Promise.race([inputEnd, io.stopped])
    await server.close()
    await Promise.all([fake.close(), tests?.close()])
    return 0
  },
)

/**
 * Creates the response to a line that is not a JSON-RPC message; `undefined` for other errors. The
 * SDK sends no response to such a line, so the sender would wait forever.
 */
function refusalOf(error: Error) {
  const isJson = error.name !== 'SyntaxError'
  if (isJson && !error.name.endsWith('ZodError')) return undefined
  const [code, message] = isJson
    ? [-32_600, 'Invalid request: this line is JSON, but not a JSON-RPC 2.0 message.']
    : [-32_700, 'Parse error: this line is not JSON. A message is one line of JSON.']
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}

type OpenedFake = Pick<McpOptions, 'connection' | 'folder' | 'reload'> & { close(): Promise<void> }
type McpFlags = ParsedCommandLine<typeof mcpFlags>

/** Creates a fake that plays the folder of scripts. Throws `UsageError` with every problem. */
async function openFake(
  { scenarios: path, ...given }: McpFlags,
  { stderr }: Io,
): Promise<OpenedFake> {
  const [fixture, profile, shipped] = await Promise.all([
    loadFixture(given.fixture, stderr),
    loadProfile(given.profile),
    shippedScenarios(),
  ])
  const folder = openScriptFolder(path, knownNames(fixture, shipped))
  const loaded = await folder.load().catch((error: unknown) => {
    throw new UsageError(...problemsText(error).split('\n'))
  })
  const scripts = { current: [...loaded, ...shipped] }
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
      speed: given.speed,
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
    // Reloads the scripts before each turn, so that a turn plays the current files.
    ...(path !== undefined && {
      reload: async () => (scripts.current = [...(await folder.load()), ...shipped]),
    }),
    async close() {
      await conformance.close()
      fake.close()
    },
  }
}

function openServer(url: string, { controlToken: token, scenarios }: McpFlags): OpenedFake {
  const { origin, pathname } = new URL(url)
  // The URL may name a world, as in `http://127.0.0.1:4010/w/mine`.
  const [, base = '', world] = /^(.*?)(?:\/w\/([^/]+))?\/?$/.exec(origin + pathname) ?? []
  return {
    connection: createConnection({
      url: base,
      world: world && decodeSegment(world),
      fetch: abortableFetch,
      authorization: token === undefined ? undefined : `Bearer ${token}`,
    }),
    folder: openScriptFolder(scenarios, {}),
    async close() {},
  }
}

/**
 * Lets the assistant run the test command of the user, and no other; `undefined` without a command.
 * `close` ends the running session and all of its processes.
 */
function allowTests({
  testCommand: command,
  ...given
}: McpFlags): (AllowedTests & { close(): Promise<void> }) | undefined {
  if (command.length === 0) return undefined
  const stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  return {
    command,
    play({ only, faults, minutes }, onProgress) {
      const session = async () => {
        const kept = (['profile', 'fixture', 'scenarios', 'results'] as const).flatMap((name) => {
          // The folder is missing until the first script is written.
          const isAbsent = name === 'scenarios' && !existsSync(given.scenarios ?? '')
          return given[name] === undefined || isAbsent ? [] : [`--${name}`, given[name]]
        })
        const line = [
          ...kept,
          '--budget',
          `${minutes}m`,
          ...(faults ? ['--faults'] : []),
          // `=` joins flag and value, so that a value from the assistant is never read as a flag.
          ...only.map((behaviour) => `--only=${behaviour}`),
          '--',
          ...command,
        ]
        const flags = readFlags(line, toleranceGrammar)
        if (flags === undefined)
          throw new TypeError('`--help` is not allowed in the flags of a session.')
        await checkSession(flags)
        return withTemporaryFolder((folder) =>
          playSession(flags, folder, {
            stop: stop.signal,
            onCause: (cause) => onProgress(causeText(cause)),
            onRun: (outcome) => onProgress(progressText(outcome)),
          }),
        )
      }
      const sessionRun = session()
      running = sessionRun.catch(() => undefined)
      return sessionRun
    },
    async close() {
      stop.abort()
      await running
    },
  }
}
