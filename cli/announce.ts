import type { Fake } from '../mocks/fake.ts'
import { accessToken } from '../mocks/state/tokens.ts'
import type { Io } from './io.ts'

/** What is served, for those who want to use it. */
export type Served = {
  readonly fake: Fake
  /** The address that it listens on. */
  readonly url: string
  /** Where others reach it, if that is another. */
  readonly publicUrl: string | undefined
  /** Whether only this machine can reach it: then secrets are derived from the seed. */
  readonly local: boolean
  /** The folder that keeps worlds and secrets, if one does. */
  readonly data: string | undefined
  /** Whether the control API asks for a token. */
  readonly guarded: boolean
  readonly json: boolean
}

/** Says that the server is ready, and how to try it. */
export function announce(io: Io, served: Served): void {
  const ready = readyLine(served)
  io.stdout.write(served.json ? `${JSON.stringify(ready)}\n` : forPeople(ready, served))
}

/** The one line that programs wait for. */
function readyLine({ fake, url: listening, publicUrl }: Served) {
  const url = publicUrl ?? listening
  const world = fake.world()
  const { fixture } = world.plan
  const { users, keys } = fixture.showcase
  const owner = fixture.users.find(({ email }) => email === users[0]?.email)
  return {
    url,
    control: `${url}/__control`,
    ...(publicUrl !== undefined && { listening }),
    users,
    keys: Object.fromEntries(
      Object.entries(keys).map(([name, id]) => [name, world.keyring.valueOf(id)]),
    ),
    tokens: { expired: owner === undefined ? null : accessToken(world, owner, -60) },
  }
}

function forPeople(ready: ReturnType<typeof readyLine>, served: Served): string {
  const { url, control, users, keys } = ready
  const [user] = users
  const secrets = whenceSecrets(served)
  const json = `-H 'content-type: application/json'`
  return `
Understudy plays the Agent Platform at ${url}

  sign in    ${users.map(({ email, password }) => `${email} / ${password}`).join('\n             ')}
  API key    ${keys['full'] ?? 'none'}
             ${secrets}
  control    ${controlLine(control, served)}

Run a turn, and stop it halfway with Ctrl-C:

  curl -N ${url}/api/react ${json} -d '{"q": "Where is my refund?", "token": "${keys['full'] ?? ''}", "conversation_id": "ID"}'

Resume it from the last cursor that you saw (-1 replays all):

  curl -N ${url}/api/chat/resume -H 'authorization: Bearer ${keys['full'] ?? ''}' ${json} -d '{"conversation_id": "ID", "cursor": -1}'

ID is a conversation of ${user?.email ?? 'yours'}: list them, or make one with

  curl ${url}/api/conversations -H 'authorization: Bearer ${keys['full'] ?? ''}' ${json} -d '{}'

`
}

function controlLine(control: string, { local, guarded }: Served): string {
  if (guarded) return `${control} with -H 'authorization: Bearer TOKEN' (--control-token)`
  return local ? control : 'off, since others can reach it: --control-token TOKEN opens it'
}

function whenceSecrets({ local, data }: Served): string {
  if (data !== undefined) return `Worlds, keys and tokens are kept in ${data}, over restarts.`
  return local
    ? 'Keys and tokens are derived from the seed: the same at every start.'
    : 'Others can reach this address: keys and tokens are random, new at every start.'
}
