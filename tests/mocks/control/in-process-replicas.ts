import { moveWorlds } from '../../../cli/worlds/move.ts'
import { ReplicaError } from '../../../cli/worlds/replicas.ts'
import type { Folder } from '../../../mocks/adapters/folder/folder.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import { moveRoutes } from '../../../mocks/control/moves.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { demo, empty } from '../../support/transports.ts'

export const json = { 'content-type': 'application/json' }

/** The replica that a balancer chooses for a world. */
type Choose = (name: string) => 'a' | 'b'
const toA: Choose = () => 'a'
export const toB: Choose = () => 'b'

/** Two replicas in process, and a balancer that chooses between them. `folderOf` stores the worlds of each. */
export function createReplicas(fixture = empty, folderOf?: (replica: string) => Folder) {
  const clock = createManualClock()
  const fakeOf = (replica: string) =>
    createFake({
      fixture,
      replica,
      secret: 'shared',
      systemClock: clock,
      controlRoutes: moveRoutes,
      ...(folderOf && { storage: folderOf(replica) }),
    })
  const fakes = { a: fakeOf('a'), b: fakeOf('b') }
  /** The number of requests after which the program that moves worlds crashes. */
  let left = Number.POSITIVE_INFINITY
  let choose: Choose = toA
  const connectionTo = (pick: (path: string) => 'a' | 'b') => {
    const url = 'http://localhost'
    const send = async (method: string, path: string, body?: string) => {
      if (left-- <= 0) throw new ReplicaError('The program crashed.')
      const name = pick(path)
      const init = { method, headers: json, ...(body !== undefined && { body }) }
      const response = await fakes[name].fetch(new Request(`${url}/${path}`, init))
      response.headers.set('x-understudy-replica', name)
      if (left-- <= 0) throw new ReplicaError('The program crashed.')
      return response
    }
    return { url, send }
  }
  const through = connectionTo((path) => {
    const [, name = ''] = /(?:^w|moves)\/([^/]+)/.exec(path) ?? []
    return choose(decodeURIComponent(name))
  })
  const connections = [connectionTo(() => 'a'), connectionTo(() => 'b')]
  const moves: string[] = []
  return {
    ...fakes,
    clock,
    moves,
    async move(to: Choose, { crashAfter = Infinity, maxBytes = 1e9, waitMs = 0 } = {}) {
      choose = to
      left = crashAfter
      const onMoved = (name: string, from: string, owner: string) =>
        void moves.push(`${name}: ${from} -> ${owner}`)
      return moveWorlds({ connections, through, waitMs, maxBytes, onMoved })
    },
    /** The replicas that have a world with these titles of conversations. */
    titles: (name: string) =>
      Object.entries(fakes)
        .filter(([, fake]) => has(fake, name))
        .map(([replica, fake]) => [replica, titlesOf(fake, name)]),
  }
}

export const has = (fake: Fake, name: string) => fake.worlds.list().some((one) => one.name === name)

const titlesOf = (fake: Fake, name: string) =>
  fake
    .control(name)
    .records.list('conversations', { q: 'Only in' })
    .items.map(({ title }) => title)

const [sample] = demo.conversations

export async function addConversation(fake: Fake, world: string, title = `Only in ${world}`) {
  const [user] = fake.control(world).records.list('users').items
  const record = { ...sample, id: title, title, user_id: user?.id }
  await fake.control(world).records.add('conversations', record)
}

export const get = async (fake: Fake, path: string, headers = {}) => {
  const response = await fake.fetch(new Request(`http://localhost${path}`, { headers }))
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}
