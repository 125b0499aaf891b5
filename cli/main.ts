import type { Io } from './command-line.ts'
import { commands } from './commands.ts'
import { withConfig } from './config/with-config.ts'

const help = `Usage: agent-understudy <command> [flags]

  serve      runs the fake platform as an HTTP server
  conform    checks a deployment against the specification
  calibrate  observes a deployment, and writes a profile for serve
  compare    compares two deployments, stored reports of them, or recordings
  proxy      stands in front of a deployment, and records its traffic or breaks it
  import     makes data, scripts and a profile of recordings, for serve --from
  replay     sends a recording to a deployment, and compares the responses
  tolerance  runs the tests of a client under every behaviour that the specification allows
  scenarios  checks, plays and lists scripts
  worlds     manages the worlds of several replicas
  profiles   checks profiles of your own, and writes one from an OpenAPI document
  choices    lists every point at which deployments may differ
  openapi    prints the contract as OpenAPI 3.1
  mcp        gives a coding assistant tools to control a fake, as an MCP server
  init       copies the service worker of MSW into a folder of your application

Settings of a project can be in understudy.config.yaml; see docs/config.md.
Each command explains its flags with --help. --version prints the version of the package.
`

// The sentence of the current run, because `compare` has two runs.
let lastSentence: (() => string) | undefined

const io: Io = {
  stdout: process.stdout,
  // `stderr` is a getter, because creating the stream takes time, and a server rarely writes to it.
  get stderr() {
    return process.stderr
  },
  stopped: new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  }),
  exitOnNextStop(sentence) {
    const isFirst = lastSentence === undefined
    lastSentence = sentence
    if (!isFirst) return
    const end = () => {
      process.stderr.write(lastSentence?.() ?? '')
      process.exit(130)
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  },
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

async function runCommand(words: readonly string[]): Promise<number> {
  const [name] = words
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.stdout.write(help)
    return name === undefined ? (await import('./command-line.ts')).usageExitCode : 0
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${(await import('./command-line.ts')).packageVersion()}\n`)
    return 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined)
    throw (await import('./command-line.ts')).unknownCommand(name, Object.keys(commands))
  const [, ...argv] = await withConfig(words)
  return (await load())(argv, io)
}

/** Runs the command of this process; sets its exit code. */
export async function main(): Promise<void> {
  process.exitCode = await runCommand(process.argv.slice(2)).catch(async (error: unknown) => {
    // Compares the name: importing the class would load code that most calls do not need.
    if (!(error instanceof Error && error.name === 'UsageError')) {
      const { escapeStack } = await import('../contract/escape.ts')
      io.stderr.write(`${escapeStack(error)}\n`)
      return 1
    }
    io.stderr.write(`${error.message}\n`)
    return (await import('./command-line.ts')).usageExitCode
  })
}
