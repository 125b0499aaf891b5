import { escapeLine, escapeStack, quoteForShell } from '../../contract/escape.ts'
import type { Core } from '../../mocks/core.ts'
import { needsBodyToken } from '../../mocks/world/body-token.ts'
import { createAccessToken } from '../../mocks/world/tokens.ts'
import type { Io } from '../command-line.ts'
import type { CrashContext } from '../../mocks/fake-options.ts'
import type { World } from '../../mocks/world/world.ts'
import type { JournalLine, JournalStream } from '../../contract/control/journal.ts'
import { mapFields } from '../../contract/json.ts'
import { jsonLine } from '../json-text.ts'

/** The data of a server that the ready message shows. */
export type StartedServer = {
  readonly fake: Pick<Core, 'world'>
  /** The address that the server listens on. */
  readonly url: string
  /** The public address, if it differs from `url`. */
  readonly publicUrl: string | undefined
  /** Whether only this machine can reach the server: then secrets are derived from the seed. */
  readonly isLocal: boolean
  /** The folder of `--data`, with worlds and secrets. */
  readonly dataFolder: string | undefined
  /** The line of the ready message about scripts of the user. */
  readonly scripts: string | undefined
  /** Whether the control API requires a token. */
  readonly needsToken: boolean
  readonly json: boolean
}

/** Prints that the server is ready, and how to try it. */
export function printReady(io: Pick<Io, 'stdout'>, served: StartedServer): void {
  io.stdout.write(served.json ? jsonLine(readyLine(served)) : readyText(served))
}

/** The line that `--json` prints at the start, for programs that wait for the server. */
function readyLine(served: StartedServer) {
  const world = served.fake.world()
  const { fixture } = world.config
  const { users, keys } = world.showcase
  const owner = fixture.users.find(({ email }) => email === users[0]?.email)
  return {
    ...addressFields(served, allowedOrigins(world)),
    users,
    keys: mapFields(keys, (id) => world.keyring.valueOf(id)),
    tokens: { expired: owner === undefined ? null : createAccessToken(world, owner, -60) },
  }
}

/** The addresses in the line of `--json`, for each kind of server. */
export const addressFields = (
  { url: listening, publicUrl }: Pick<StartedServer, 'url' | 'publicUrl'>,
  origins: Origins,
) => ({
  url: publicUrl ?? listening,
  control: controlUrl(publicUrl ?? listening),
  ...(publicUrl !== undefined && { listening }),
  origins: [...(origins ?? ['*'])],
})

/** Formats the message for people. Has only one key, because computing a key takes milliseconds. */
function readyText(served: StartedServer): string {
  const { fake, url: listening, publicUrl } = served
  const url = publicUrl ?? listening
  const world = fake.world()
  const { api_keys } = world.config.fixture
  const { users, keys } = world.showcase
  const key = keys['full'] && world.keyring.valueOf(keys['full'])
  // A key without full access is only shown: the commands below may need more than it allows.
  const limited = api_keys.find(
    ({ id, is_active }) => is_active && Object.values(keys).includes(id),
  )
  const shownKey = key ?? (limited && world.keyring.valueOf(limited.id))
  const chatBody = (fields: string, id: 'chat.react' | 'chat.resume') =>
    `-d "{${fields}${needsBodyToken(world, id) ? String.raw`, \"token\": \"$KEY\"` : ''}}"`
  const query = String.raw`\"q\": \"Where is my refund?\", \"conversation_id\": \"$CHAT\"`
  const cursor = String.raw`\"conversation_id\": \"$CHAT\", \"cursor\": -1`
  const headers = `-H "authorization: Bearer $KEY" -H 'content-type: application/json'`
  const scripts = served.scripts === undefined ? '' : `\n  scripts    ${served.scripts}`
  return `
Understudy runs a fake Agent Platform at ${url}
Open it in a browser to see its data, to chat, and to control it.

  sign in    ${signInLines(users).join('\n             ')}
  API key    ${shownKey ?? 'none'}
             ${secretsLine(served)}
  control    ${controlLine(controlUrl(url), served)}
  pages      ${pagesLine(allowedOrigins(world))}${scripts}

Create a conversation, run a turn in it, and stop it halfway with Ctrl-C:

  KEY=${key ?? signInCommand(url, users[0])}
  CHAT=$(curl -s ${url}/api/conversations ${headers} -d '{}' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')
  curl -N ${url}/api/react ${headers} ${chatBody(query, 'chat.react')}

Resume it after the last cursor that you saw (-1 replays everything):

  curl -N ${url}/api/chat/resume ${headers} ${chatBody(cursor, 'chat.resume')}

`
}

/** The origins whose pages may call the server; `undefined` if all may. */
export type Origins = ReadonlySet<string> | undefined

const allowedOrigins = (world: World): Origins => world.behaviour(undefined).policy.http.origins

/** The line of the ready message that says which pages of other origins may call. */
export function pagesLine(origins: Origins): string {
  if (origins === undefined) return 'may call from: every origin'
  const names = escapeLine([...origins].join(', ')) || 'no other origin'
  return `may call from: ${names} (--allow-origin adds one)`
}

type SignIn = { readonly email: string; readonly password: string }

/** The maximum number of users that the message lists; an imported folder may have hundreds. */
const maxUsers = 20

const signInLines = (users: readonly SignIn[]): readonly string[] => [
  ...users.slice(0, maxUsers).map(signInLine),
  ...(users.length > maxUsers
    ? [`… and ${users.length - maxUsers} more, which --json prints`]
    : []),
]

export const signInLine = ({ email, password }: SignIn) => escapeLine(`${email} / ${password}`)

/** A shell command that signs in and prints the token, for a fixture that has no API key. */
function signInCommand(url: string, user: SignIn | undefined): string {
  const body = JSON.stringify({ email: user?.email ?? '', password: user?.password ?? '' })
  return `$(curl -s ${url}/api/auth/login -H 'content-type: application/json' -d ${quoteForShell(escapeLine(body))} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`
}

const controlUrl = (url: string) => `${url}/__control`

function controlLine(control: string, { isLocal, needsToken }: StartedServer): string {
  if (needsToken) return `${control} with -H 'authorization: Bearer TOKEN' (--control-token)`
  return isLocal
    ? control
    : 'off, because others can reach this server; enable it with --control-token TOKEN'
}

function secretsLine({ isLocal, dataFolder }: StartedServer): string {
  if (dataFolder !== undefined)
    return `Worlds, keys and tokens are stored in ${dataFolder} and survive a restart.`
  return isLocal
    ? 'Keys and tokens are derived from the seed: the same at every start.'
    : 'Others can reach this address, so keys and tokens are random: new at every start.'
}

/** The log line of `--verbose` for a response, or for the end of a stream. */
export function callLine(call: JournalLine): string {
  const { number, world, method, path, status, ms, explanation, stream, scenario, faults } = call
  const head = `#${number} ${world} ${method} ${path}`
  if (stream !== null && stream.state !== 'open')
    return escapeLine(`${head} ${streamOutcome(stream, faults.length > 0)}`)
  const answer = status === null ? 'no response' : String(status)
  const remarks = [scenario && `plays ${scenario}`, explanation].filter((one) => one !== null)
  return escapeLine([`${head} ${answer} ${Math.round(ms)} ms`, ...remarks].join(' – '))
}

const outcomes: Readonly<Record<JournalStream['state'], string>> = {
  open: 'is open',
  end: 'ended',
  left: 'was closed by the client',
  cut: 'was cut by a fault',
}

function streamOutcome({ state, events, bytes }: JournalStream, hasFaults: boolean): string {
  const isUnfinished = state === 'cut' && !hasFaults
  const outcome = isUnfinished ? 'ended before its last event,' : outcomes[state]
  return `${outcome} after ${events} events, ${bytes} bytes`
}

/** Formats a crash: its stack, and the world and seed to reproduce it. Indents further lines. */
export const crashText = (error: unknown, place: CrashContext): string =>
  `${crashPlaceText(place)} crashed: ${escapeStack(error)}`

function crashPlaceText({ world, seed, call }: CrashContext): string {
  const number = call?.number === undefined ? '' : ` (call ${call.number})`
  const what = call === undefined ? 'A stream or timer' : `${call.method} ${call.path}${number}`
  return escapeLine(`${what} of world ${world}, seed ${seed},`)
}
