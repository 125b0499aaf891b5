import type { ActiveCheck } from '../session/check.ts'
import {
  pollUntil,
  requireBaseline,
  each,
  isAccepted,
  assert,
  skip,
} from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { login, userCredential } from '../setup/credentials.ts'
import { fullKey, tryCredential } from '../setup/keys.ts'
import { requireList, itemsOf, lists, readList, type ListName } from '../setup/lists.ts'
import { asUser, callOperation, probeTurn, type TurnName } from '../setup/operations.ts'

const listed = Object.keys(lists) as ListName[]

// Operations that leave nothing behind; a key in both places shows what counts as a credential,
// and not where it is read.
const others = [
  'agent',
  'enable key',
  'update conversation',
  'inject',
  'resume',
  'react',
  'dag',
] as const

const isAnswered = (lab: TestSession, credential: (lab: TestSession) => Promise<string>) =>
  each(listed, async (name) => {
    await requireList(lab, name)
    const value = await credential(lab)
    const read = () => readList(lab, lists[name], '', value)
    const { exchange } = await pollUntil(lab, read, isAccepted)
    assert.status(exchange, 200)
    assert.holds(itemsOf(exchange) !== undefined, 'a page of items', exchange.text, exchange)
  })

async function isServed(lab: TestSession, name: (typeof others)[number]): Promise<void> {
  const user = (await asUser(lab, name)) ?? skip('nothing is visible to ask it of')
  requireBaseline(
    user.status !== 401 && user.status !== 403,
    `the user is refused (${user.status})`,
  )
  const key = await fullKey(lab)
  const works = await pollUntil(lab, () => tryCredential(lab, key), isAccepted)
  requireBaseline(works.settled, 'the key reads no list at all')
  const exchange =
    name === 'react' || name === 'dag'
      ? await probeTurn(lab, name, { bearer: key, token: key })
      : await callOperation(lab, name, key)
  const isRefused = exchange?.status === 401 || exchange?.status === 403
  assert.holds(!isRefused, 'a key to count', `status ${exchange?.status}`, exchange)
}

const shared = { needs: ['user'] } as const

/** What accepts a key and an access token (4.C1). */
export const acceptanceChecks: readonly ActiveCheck[] = [
  {
    ...shared,
    plan: 'core',
    id: 'credentials.api-key-is-accepted',
    level: 'must',
    rule: 'requests.bearer',
    run: (lab) => isAnswered(lab, fullKey),
  },
  {
    ...shared,
    plan: 'smoke',
    id: 'credentials.access-token-is-accepted',
    level: 'must',
    rule: 'requests.bearer',
    needs: ['login'],
    run: (lab) => isAnswered(lab, async () => (await login(lab)).accessToken),
  },
  {
    ...shared,
    plan: 'core',
    id: 'credentials.api-key-is-accepted-everywhere',
    level: 'must',
    rule: 'requests.bearer',
    run: (lab) => each(others, (name) => isServed(lab, name)),
  },
]

const core = { plan: 'core', needs: ['user'] } as const

const wrong = 'xyz_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdEf'

/** Fails where a credential does not count; a target that validates first cannot show it. */
async function counts(
  lab: TestSession,
  name: TurnName,
  credential: { readonly bearer?: string; readonly token?: string },
): Promise<void> {
  await requireList(lab, 'keys')
  const without = await lab.once(`a probe of ${name} without a credential`, () =>
    probeTurn(lab, name, {}),
  )
  requireBaseline(without.status === 401, `${name} judges the body before the credential`)
  const exchange = await probeTurn(lab, name, credential)
  assert.holds(exchange.status !== 401, 'anything but 401', 'status 401', exchange)
}

const readsToken = (name: TurnName): ActiveCheck => ({
  ...core,
  id: `credentials.${name}-reads-the-body-token`,
  level: 'must',
  rule: 'chat.body-token',
  sees: ['auth.body-token'],
  run: async (lab) => counts(lab, name, { token: await userCredential(lab) }),
})

const readsHeader = (name: TurnName): ActiveCheck => ({
  ...core,
  id: `credentials.${name}-reads-the-header`,
  level: 'must',
  rule: 'chat.header',
  sees: ['auth.chat-header'],
  run: async (lab) => counts(lab, name, { bearer: await userCredential(lab) }),
})

/** Sends a turn with a wrong body token; a stream that starts all the same is cut at once. */
async function judgeWrongToken(lab: TestSession): Promise<void> {
  const user = await asUser(lab, 'react')
  requireBaseline(user?.status !== 401 && user?.status !== 403, 'the user is rejected as well')
  const body = { q: 'What can you help me with?', token: wrong }
  const exchange = await lab.send({ method: 'POST', path: '/api/react', body })
  assert.status(exchange, 400, 401, 403)
  requireBaseline(exchange.status !== user?.status, 'the invalid turn of the user is refused alike')
}

/** The credential in the body of react and dag (5.R2), shown without ever starting a turn. */
export const bodyTokenChecks: readonly ActiveCheck[] = [
  readsToken('react'),
  readsToken('dag'),
  readsHeader('react'),
  readsHeader('dag'),
  {
    ...core,
    id: 'credentials.wrong-body-token-is-rejected',
    level: 'must',
    rule: 'chat.body-token',
    run: judgeWrongToken,
  },
  {
    ...core,
    id: 'credentials.body-token-may-be-a-key',
    level: 'should',
    rule: 'chat.body-token',
    sees: ['auth.body-token'],
    run: async (lab) => counts(lab, 'react', { token: await fullKey(lab) }),
  },
  {
    ...core,
    id: 'credentials.header-or-body-token-wins',
    level: 'observe',
    rule: 'chat.body-token',
    sees: ['auth.body-token', 'auth.chat-header'],
    run: async (lab) => {
      const good = await userCredential(lab)
      const goodHeader = await probeTurn(lab, 'react', { bearer: good, token: wrong })
      const goodToken = await probeTurn(lab, 'react', { bearer: wrong, token: good })
      return {
        'good header, wrong token': goodHeader.status,
        'wrong header, good token': goodToken.status,
      }
    },
  },
]
