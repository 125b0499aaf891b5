import { operations } from '../../../contract/operations.ts'
import { openFuzzed, type Stage } from '../../support/adversary/fuzzed-fake.ts'
import { documentProblems, shapeProblems } from '../../support/adversary/oracle.ts'
import type { Sent } from '../../support/requests.ts'
import { Pool } from './pool.ts'
import type { CallerName, CallStep, Step, StrayStep } from './steps.ts'
import { Watch } from './watch.ts'

/** The result of a session: violations that no deployment may have, and the number of calls. */
export type Played = { readonly problems: string[]; readonly calls: number }

/**
 * Runs a session on a new fake in virtual time. Without picks, every response is compared with the
 * OpenAPI document.
 */
export async function playSession(stage: Stage, steps: readonly Step[]): Promise<Played> {
  const { fixture, picks } = stage
  const { fake, problems, close, ...fuzzed } = openFuzzed(stage)
  const world = fake.world()
  const pool = new Pool(fixture)
  const watch = new Watch(fixture, (id) => world.keyring.valueOf(id))
  const credentials = new Map<CallerName, string>()
  let calls = 0

  const send = (operation: string, bearer?: string, sent?: Sent, patience = 40) => {
    calls++
    // While the clock is frozen, a batch run does not end and gets no response.
    const turns = world.clock.state.frozen ? { turns: 5000 } : {}
    return fuzzed.send(operation, bearer, sent, { ...turns, patience })
  }

  const credentialOf = async (caller: CallerName): Promise<string | undefined> => {
    if (caller === 'nobody') return undefined
    const known = credentials.get(caller)
    if (known !== undefined) return known
    const keyId = fixture.showcase.keys[caller]
    const value =
      caller === 'made' ? undefined : keyId ? world.keyring.valueOf(keyId) : await signIn(caller)
    if (value !== undefined) credentials.set(caller, value)
    return value
  }

  const signIn = async (name: string): Promise<string | undefined> => {
    const email = `${name}@example.com`
    const password = fixture.users.find((user) => user.email === email)?.password
    const login = { body: { email, password } }
    const { text = '' } = (await send('POST /api/auth/login', undefined, login)) ?? {}
    const token = /"access_token":"([^"]+)"/.exec(text)?.[1]
    if (token !== undefined) pool.learnToken(token)
    watch.learnSecrets(text)
    return token
  }

  async function call(step: CallStep): Promise<readonly string[]> {
    const bearer = await credentialOf(step.caller)
    const { method } = operations[step.id]
    const { path, params } = pool.pathOf(step.id, step.leadsTo)
    const query = new URLSearchParams(
      Object.entries(step.query).map(([name, value]): [string, string] => [
        name,
        pool.fillIn(String(value)),
      ]),
    ).toString()
    const body = step.text === undefined ? undefined : pool.fillIn(step.text)
    const operation = `${method} ${path}${query && `?${query}`}`
    const sent = { text: body, type: step.type }
    const answer = await send(operation, bearer, sent, step.patience)
    if (answer === undefined) return []
    const { text } = answer
    const { status } = answer.response
    const found =
      picks === undefined
        ? await documentProblems(step.id, answer)
        : shapeProblems(answer, step.type.startsWith('application/json'))
    found.push(
      ...watch.look({
        id: step.id,
        bearer,
        sent: `${operation} ${body ?? ''}`,
        params,
        status,
        text,
      }),
    )
    if (status < 300) {
      pool.learn(step.id, params, text)
      const made = step.id === 'keys.create' ? /"key":"([^"]+)"/.exec(text)?.[1] : undefined
      if (made !== undefined) credentials.set('made', made)
    }
    return found.map(
      (problem) =>
        `${operation} ${body ?? ''} as ${step.caller} → ${status} ${text.slice(0, 300)}: ${problem}`,
    )
  }

  async function goAstray({ method, path }: StrayStep): Promise<readonly string[]> {
    const answer = await send(`${method} ${path}`, await credentialOf('demo'))
    if (answer === undefined) return []
    return shapeProblems(answer).map((problem) => `${method} ${path}: ${problem}`)
  }

  try {
    for (const step of steps) {
      if (step.does === 'call') problems.push(...(await call(step)))
      else if (step.does === 'stray') problems.push(...(await goAstray(step)))
      else if (step.does === 'stop') world.clock.freeze()
      else if (step.does === 'go') world.clock.resume()
      else if (step.does === 'wait') world.clock.advance(step.ms)
    }
    problems.push(...watch.lookIntoJournal(fake.control()))
    if (picks === undefined) problems.push(...(await watch.walkLists(send)))
    return { problems, calls }
  } finally {
    close()
  }
}
