import { messageOf } from '../../contract/realm-safe.ts'
import * as z from 'zod/mini'
import { createClient } from '../../client/create-client.ts'
import { ApiError, StreamInterruptedError } from '../../client/errors.ts'
import type { Connection } from './connection.ts'
import {
  actingTool,
  ToolError,
  worldArgument,
  linesWith,
  readingTool,
  searchArgument,
} from './tool.ts'
import { journalText } from './world-tools.ts'
import { shorten } from '../../contract/shorten.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { problemsText, type ScriptFolder } from './script-folder.ts'

/** The maximum number of events in a result, because a script can produce any number. */
const maxEvents = 200
/** The maximum number of characters that are shown of an event's data. */
const maxEventLength = 400

/** Milliseconds that a call waits for the end of a turn. Clients give up after a minute. */
const maxTurnMs = 40_000
const unfinishedText = `The turn did not end within ${maxTurnMs / 1000} seconds, and goes on. Is the clock frozen? See \`read_clock\`.`

const textSchema = z.string().check(z.minLength(1), z.maxLength(10_000))

/**
 * The tool that plays a turn as a client of the platform. `refresh` loads changed scripts before
 * the turn, and returns a note if that failed.
 */
export function turnTools(connection: Connection, refresh: () => Promise<string | undefined>) {
  return {
    play_turn: actingTool({
      says: 'Sends a query to an agent as a client would, and returns the events of the turn, its answer, and the script that played.',
      more: 'The rest is in the journal: call read_request with the number of the turn.',
      takes: {
        query: [textSchema, 'the message of the user'],
        mode: [z.optional(z.enum(['react', 'dag', 'auto'])), 'the endpoint; default react'],
        agent: [z.optional(textSchema), 'the name of the agent; default: none'],
        conversation_id: [
          z.optional(textSchema),
          'the conversation to continue; default: a new one',
        ],
        approval: [
          z.optional(z.enum(['approve', 'reject'])),
          'the response to a tool call that waits for an approval; default approve',
        ],
        user: [
          z.optional(textSchema),
          'the email of the user; default: the first user of the fixture',
        ],
        world: worldArgument,
      },
      async run(given) {
        const { query, mode = 'react', approval = 'approve', world: of } = given
        const note = await refresh()
        const client = await signIn(connection, given.user, of)
        const question = {
          q: query,
          conversationId: given.conversation_id,
          agentId: given.agent === undefined ? undefined : await agentId(client, given.agent),
        }
        const signal = AbortSignal.timeout(maxTurnMs)
        const turn = client[mode](question, { signal })
        const lines: string[] = []
        let answer = 'There was no answer.'
        try {
          for await (const event of turn) {
            const data = JSON.stringify(event.data)
            lines.push(`${event.event} ${shorten(data, maxEventLength)}`)
            if (event.event === 'done') answer = `Answer: ${event.data.answer}`
            if (event.event === 'awaiting_confirmation')
              await client.confirmations[approval](event.data.confirmation_id)
          }
        } catch (error) {
          if (signal.aborted) lines.push(unfinishedText)
          else if (error instanceof StreamInterruptedError)
            lines.push(`The stream was lost (${error.reason}) after cursor ${error.cursor}.`)
          else lines.push(refusalText(error))
        }
        const beyond = lines.length - maxEvents
        return [
          ...(note === undefined ? [] : [note]),
          `Conversation: ${turn.conversationId ?? 'none'}`,
          await playedText(connection, of),
          answer,
          '',
          ...lines.slice(0, maxEvents),
          ...(beyond > 0 ? [`… and ${beyond} more events; read_request has all.`] : []),
        ].join('\n')
      },
    }),
  }
}

type PlatformClient = Awaited<ReturnType<typeof signIn>>

async function signIn(connection: Connection, email: string | undefined, of: string | undefined) {
  const { users } = await readWorld(connection, of)
  const user = email === undefined ? users[0] : users.find((one) => one.email === email)
  if (user === undefined) {
    const knownUsers = users.map((one) => one.email).join(', ')
    throw new ToolError(
      email === undefined
        ? 'The world has no user with a password. Use a fixture that has one.'
        : `No user \`${email}\` can sign in. Users: ${knownUsers}.`,
    )
  }
  const client = createClient({
    baseUrl: connection.baseUrl(of),
    fetch: (url, init) => connection.fetch(url, init),
  })
  const outcome = await client.login(user).catch((error: unknown) => {
    throw new ToolError(`The sign-in of ${user.email} failed. ${refusalText(error)}`)
  })
  if (outcome.status !== 'signed-in')
    throw new ToolError(`${user.email} needs a second factor. Pass another \`user\`.`)
  return client
}

/** Gets the details of the world of a tool call. Creates the world if it does not exist. */
async function readWorld({ control, baseUrl }: Connection, of: string | undefined) {
  const [, path = 'default'] = /\/w\/([^/]+)$/.exec(baseUrl(of)) ?? []
  const name = decodeURIComponent(path)
  return control('GET worlds/{name}', { params: { name } }).catch((error: unknown) => {
    if (!(error instanceof ToolError)) throw error
    return control('POST worlds', { body: { name } })
  })
}

async function agentId(client: PlatformClient, name: string): Promise<string> {
  const names: string[] = []
  try {
    for await (const agent of client.agents.all()) {
      if (agent.name === name) return agent.id
      names.push(agent.name)
    }
  } catch (error) {
    throw error instanceof ApiError ? new ToolError(refusalText(error)) : error
  }
  throw new ToolError(`There is no agent \`${name}\`. Agents: ${names.slice(0, 50).join(', ')}.`)
}

/** Describes the newest turn in the journal. */
async function playedText({ control }: Connection, of: string | undefined): Promise<string> {
  const query = { endpoint: 'chat.*', limit: 5 }
  const { entries } = await control('GET journal', { query, world: of })
  const turn = entries.findLast(({ endpoint }) => /^chat\.(react|dag|auto)$/.test(endpoint ?? ''))
  return turn === undefined ? 'The journal has no turn.' : `In the journal: ${journalText(turn)}`
}

function refusalText(error: unknown): string {
  if (error instanceof ApiError)
    return `The platform responded with ${error.status}: ${error.message}`
  return messageOf(error)
}

const maxScriptLength = 200_000

const fileInput = [
  z
    .string()
    .check(
      z.refine(
        (name) => /^[\w-][\w.-]{0,99}\.ya?ml$/.test(name),
        'it must be a name such as refund.yaml, without a folder',
      ),
    ),
  'the name of the file without a folder, such as refund.yaml',
] as const
const scriptTextArgument = [
  z.string().check(z.minLength(1), z.maxLength(maxScriptLength)),
  'the YAML text of the file',
] as const

type Options = {
  readonly connection: Connection
  readonly folder: ScriptFolder
  /** Loads the scripts of the folder into the fake. Absent if the fake is on a server. */
  readonly reload: (() => Promise<unknown>) | undefined
  /** Like `reload`. If the scripts have a mistake, it loads nothing and resolves to a note. */
  readonly refresh: () => Promise<string | undefined>
}

/** Tools that list, check and write scripts of turns. */
export function scenarioTools({ connection, folder, reload, refresh }: Options) {
  const check = async (name: string, yaml: string, of?: string): Promise<readonly Scenario[]> => {
    // A server may also play scripts that are not in the folder, or be unreachable.
    const listed =
      reload === undefined
        ? await connection.control('GET scenarios', { world: of }).catch(() => undefined)
        : undefined
    const loaded = listed?.scenarios.map((one) => one.name)
    return folder.check(name, yaml, loaded).catch((error: unknown) => {
      throw new ToolError(problemsText(error))
    })
  }
  return {
    list_scenarios: readingTool({
      says: 'Lists the scripts of turns in the order in which they are tried, with the requests that each matches.',
      takes: { search: searchArgument, world: worldArgument },
      async run({ search: wanted, world: of }) {
        const note = (await refresh()) ?? ''
        const { scenarios } = await connection.control('GET scenarios', { world: of })
        const lines = scenarios.map(
          ({ name, about, match }) =>
            `${name}${about === undefined ? '' : `: ${about}`} ${JSON.stringify(match)}`,
        )
        return note + linesWith(lines, wanted)
      },
    }),
    check_scenario: readingTool({
      says: 'Checks the YAML of a script, and returns every problem with its line, its rule and a fix. Changes nothing.',
      takes: { text: scriptTextArgument, file: [z.optional(fileInput[0]), fileInput[1]] },
      async run({ text: yaml, file: name = 'scenario.yaml' }) {
        await check(name, yaml)
        return `Nothing is wrong. \`write_scenario\` makes it available to \`play_turn\`.`
      },
    }),
    write_scenario: actingTool({
      says: 'Checks a script, writes it into the folder of scripts, and makes it available to the next turn. Writes nothing if it has a problem.',
      takes: {
        file: fileInput,
        text: scriptTextArgument,
        replace: [z.optional(z.boolean()), 'whether an existing file may be replaced'],
        world: worldArgument,
      },
      async run({ file: name, text: yaml, replace = false, world: of }) {
        const all = await check(name, yaml, of)
        const target = folder.path && (await folder.write(name, yaml, replace))
        const where = target === undefined ? notWrittenHint : `Written to ${target}.`
        if (reload === undefined)
          await connection.control('POST scenarios', { world: of, body: all })
        else await reload()
        return `${where} The next turn that matches plays it: call \`play_turn\`.`
      },
    }),
  }
}

const notWrittenHint =
  'Added to the world in memory; no file was written. To write files, start `agent-understudy mcp --scenarios DIR`.'
