import { escapeJson, escapeLine, escapeStack } from '../../contract/escape.ts'
import type { Core } from '../../mocks/core.ts'
import { createAccessToken } from '../../mocks/world/tokens.ts'
import type { Io } from '../command-line.ts'
import type { CrashContext } from '../../mocks/fake-options.ts'
import type { JournalLine, JournalStream } from '../../contract/control/journal.ts'

/** What is served, for those who want to use it. */
export type StartedServer = {
  readonly fake: Pick<Core, 'world'>
  /** The address that it listens on. */
  readonly url: string
  /** Where others reach it, if that is another. */
  readonly publicUrl: string | undefined
  /** Whether only this machine can reach it: then secrets are derived from the seed. */
  readonly isLocal: boolean
  /** The folder that keeps worlds and secrets, if one does. */
  readonly dataFolder: string | undefined
  /** The scripts of whoever serves it, and where they are, if there are any. */
  readonly scripts: string | undefined
  /** Whether the control API asks for a token. */
  readonly needsToken: boolean
  readonly json: boolean
}

/** Says that the server is ready, and how to try it. */
export function printReady(io: Io, served: StartedServer): void {
  io.stdout.write(
    served.json ? `${escapeJson(JSON.stringify(readyLine(served)))}\n` : readyText(served),
  )
}

/** The one line that programs wait for. */
function readyLine({ fake, url: listening, publicUrl }: StartedServer) {
  const url = publicUrl ?? listening
  const world = fake.world()
  const { fixture } = world.config
  const { users, keys } = fixture.showcase
  const owner = fixture.users.find(({ email }) => email === users[0]?.email)
  return {
    url,
    control: controlUrl(url),
    ...(publicUrl !== undefined && { listening }),
    users,
    keys: Object.fromEntries(
      Object.entries(keys).map(([name, id]) => [name, world.keyring.valueOf(id)]),
    ),
    tokens: { expired: owner === undefined ? null : createAccessToken(world, owner, -60) },
  }
}

/** What people read; they wait for no key but the one that they are shown. */
function readyText(served: StartedServer): string {
  const { fake, url: listening, publicUrl } = served
  const url = publicUrl ?? listening
  const world = fake.world()
  const { users, keys } = world.config.fixture.showcase
  const key = keys['full'] && world.keyring.valueOf(keys['full'])
  const headers = `-H "authorization: Bearer $KEY" -H 'content-type: application/json'`
  const scripts = served.scripts === undefined ? '' : `\n  scripts    ${served.scripts}`
  return `
Understudy plays the Agent Platform at ${url}
Open it in a browser to see what it holds, to chat, and to steer it.

  sign in    ${users.map(({ email, password }) => escapeLine(`${email} / ${password}`)).join('\n             ')}
  API key    ${key ?? 'none'}
             ${secretsLine(served)}
  control    ${controlLine(controlUrl(url), served)}${scripts}

Make a conversation, run a turn in it, and stop it halfway with Ctrl-C:

  KEY=${key ?? ''}
  CHAT=$(curl -s ${url}/api/conversations ${headers} -d '{}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
  curl -N ${url}/api/react ${headers} -d "{\\"q\\": \\"Where is my refund?\\", \\"conversation_id\\": \\"$CHAT\\"}"

Resume it from the last cursor that you saw (-1 replays all):

  curl -N ${url}/api/chat/resume ${headers} -d "{\\"conversation_id\\": \\"$CHAT\\", \\"cursor\\": -1}"

`
}

const controlUrl = (url: string) => `${url}/__control`

function controlLine(
  control: string,
  { isLocal: local, needsToken: guarded }: StartedServer,
): string {
  if (guarded) return `${control} with -H 'authorization: Bearer TOKEN' (--control-token)`
  return local ? control : 'off, since others can reach it: --control-token TOKEN opens it'
}

function secretsLine({ isLocal: local, dataFolder: data }: StartedServer): string {
  if (data !== undefined) return `Worlds, keys and tokens are kept in ${data}, over restarts.`
  return local
    ? 'Keys and tokens are derived from the seed: the same at every start.'
    : 'Others can reach this address: keys and tokens are random, new at every start.'
}

/** One line about a call that was answered, or about a stream that has ended. */
export function callLine(call: JournalLine): string {
  const { number, world, method, path, status, ms, explanation, stream, scenario } = call
  const head = `#${number} ${world} ${method} ${path}`
  if (stream !== null && stream.state !== 'open')
    return escapeLine(`${head} ${streamOutcome(stream)}`)
  const answer = status === null ? 'no answer' : String(status)
  const remarks = [scenario && `plays ${scenario}`, explanation].filter((one) => one !== null)
  return escapeLine([`${head} ${answer} ${Math.round(ms)} ms`, ...remarks].join(' – '))
}

const outcomes: Readonly<Record<JournalStream['state'], string>> = {
  open: 'goes on',
  end: 'ended',
  left: 'was left by its reader',
  cut: 'was cut',
}

const streamOutcome = ({ state, events, bytes }: JournalStream) =>
  `${outcomes[state]} after ${events} events, ${bytes} bytes`

/** A crash with its cause and what shows it again. All lines but the first are indented. */
export const crashText = (error: unknown, place: CrashContext): string =>
  `${crashPlaceText(place)} crashed: ${escapeStack(error)}`

function crashPlaceText({ world, seed, call }: CrashContext): string {
  const number = call?.number === undefined ? '' : ` (call ${call.number})`
  const what = call === undefined ? 'A stream' : `${call.method} ${call.path}${number}`
  return escapeLine(`${what} of world ${world}, seed ${seed},`)
}
