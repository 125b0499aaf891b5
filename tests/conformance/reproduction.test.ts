import { expect, test } from 'vitest'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import type { Mutant } from '../../conformance/mutants/wrap.ts'
import { credentialVariables } from '../../conformance/report/reproduction-script.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { isActive } from '../../conformance/session/check.ts'
import { expiredToken } from '../support/expired-token.ts'
import { drawn } from '../support/proving.ts'
import { playScript } from '../support/run-script.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const given = { ...target, expiredToken: await expiredToken() }

function serverWith({ wrap }: Pick<Mutant, 'wrap'>) {
  const { fake, systemClock } = virtualFake()
  return { fetch: wrap(fake.fetch, () => {}), now: systemClock.now, sleep: systemClock.sleep }
}

async function resultOf(
  { killedBy, trafficFrom = [], wrap }: Mutant,
  options: { readonly timeout?: number } = {},
) {
  const check = allChecks.find(({ id }) => id === killedBy)
  const plan = check !== undefined && isActive(check) ? check.plan : 'core'
  const only = [killedBy, ...trafficFrom]
  const means = { ...serverWith({ wrap }), ...options }
  const report = await runConformance({ target: given, plan, only, ...means })
  return report.results.find(({ id }) => id === killedBy)
}

const play = (script: string, { fetch, sleep }: ReturnType<typeof serverWith>) =>
  playScript(script, { fetch, sleep, env: credentialVariables(given) })

const decides = (script = '') => script.includes('const isGone = ')

/** The call that a script shows, and the names of the fields in its response. */
function shownBy(lines: readonly string[]) {
  const body = lines.findLastIndex((line) => line.startsWith('\n'))
  const call = lines.slice(0, body).findLast((line) => / → \d+$/.test(line))
  return { status: Number(call?.split(' → ')[1]), fields: fieldsOf(lines[body] ?? '') }
}

const fieldsOf = (text: string) =>
  [...text.slice(0, 500).matchAll(/"(\w+)":/g)].slice(0, 6).map(([, name]) => name)

// In this mutant, a refresh that another check sends revives the deleted key.
const notAlone = new Set(['refresh-revives-deleted-keys'])

/** The failure is a key that the check derives from another one, which no script can write. */
const withoutScript = new Set(['prefix-of-a-key-is-ignored'])
const withScript = allMutants.filter(({ id }) => !withoutScript.has(id))

test.each(allMutants.filter(({ id }) => withoutScript.has(id)))(
  'a check whose failure needs a derived key, which no script can write, shows no script: $id',
  async (mutant) => {
    expect(await resultOf(mutant)).toMatchObject({ verdict: 'fail' })
    expect(await resultOf(mutant)).not.toHaveProperty('reproduce')
  },
)

test.each(
  drawn(
    withScript.filter(({ id }) => !notAlone.has(id)),
    8,
    'reproductions',
  ),
)(
  'the script of a failed check shows the failure on another server with the same bug: $id',
  async (mutant) => {
    const result = await resultOf(mutant)
    const [evidence] = result?.evidence ?? []
    const { lines, exitCode } = await play(result?.reproduce ?? '', serverWith(mutant))
    const shown = shownBy(lines)
    // The exit code is 2 if the response alone does not decide the failure.
    expect(exitCode).toBe(decides(result?.reproduce) ? 1 : 2)
    expect(shown.status).toBe(evidence?.status)
    // A stream that was cut at its first byte has no events in the report.
    const isSeen = evidence?.body !== ''
    expect(isSeen ? shown.fields : []).toEqual(fieldsOf(evidence?.body ?? ''))
  },
)

test.each(drawn(withScript, 5, 'reproductions without the bug'))(
  'the script of a failed check has no secret, and leaves no record on a server without the bug: $id',
  async (mutant) => {
    const script = (await resultOf(mutant))?.reproduce ?? ''
    const secrets = [given.password, given.otherPassword, given.expiredToken].map(String)
    expect(secrets.filter((secret) => script.includes(secret))).toEqual([])
    expect(script).not.toMatch(/eyJ[\w-]+\./)
    const server = serverWith({ wrap: (fetch) => fetch })
    const before = await recordsOf(server)
    expect(decides(script) ? [0, 2] : [2]).toContain((await play(script, server)).exitCode)
    expect(await recordsOf(server)).toEqual(before)
  },
)

test.each(allMutants.filter(({ id }) => id.startsWith('anyone-sees-all-')))(
  'the script of a leak between users decides whether another user sees the record: $id',
  async (mutant) => {
    const script = (await resultOf(mutant))?.reproduce ?? ''
    expect((await play(script, serverWith(mutant))).exitCode).toBe(1)
    expect((await play(script, serverWith({ wrap: (fetch) => fetch }))).exitCode).toBe(0)
  },
)

/** The keys and conversations of the user. */
async function recordsOf({ fetch }: ReturnType<typeof serverWith>) {
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(new Request(given.baseUrl + path, init))
    return (await response.json()) as Record<string, unknown>
  }
  const { email, password } = given
  const login = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const headers = { authorization: `Bearer ${String(login['access_token'])}` }
  const lists = ['/api/me/api-keys', '/api/conversations']
  return Promise.all(lists.map(async (path) => (await call(path, { headers }))['total']))
}

const hostile = (value: unknown): Pick<Mutant, 'wrap'> => ({
  wrap: (fetch) => async (request) => {
    const isCreation = request.method === 'POST' && request.url.endsWith('/api/me/api-keys')
    const response = await fetch(request)
    if (!isCreation) return response
    return Response.json({ ...((await response.json()) as object), id: value }, { status: 201 })
  },
})

test.each(['`+process.exit()+`', '${process.exit()}', "'+x+'", '\u2028process.exit()', '*/ x'])(
  'a text of the target is never executed as code in a script that reproduces a failure: %j',
  async (text) => {
    const server = serverWith(hostile(`id-of-the-target${text}`))
    const only = ['keys.*']
    const { results } = await runConformance({ target: given, plan: 'core', only, ...server })
    const scripts = results.flatMap(({ reproduce }) => reproduce ?? [])
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts.slice(0, 3)) {
      expect(script).not.toContain('\u2028')
      expect((await play(script, server)).lines.length).toBeGreaterThan(0)
    }
  },
)

test.each([
  ['a variable is missing', undefined, 'Set UNDERSTUDY_EMAIL'],
  ['the password is wrong', 'wrong', 'the login was refused with 401: check the credentials'],
])('the script of a failed check ends undecided, saying why, if %s', async (_, password, says) => {
  const found = allMutants.find(({ id }) => id === 'fifty-by-default')
  const script = found && (await resultOf(found))?.reproduce
  const env = password === undefined ? {} : credentialVariables({ ...given, password })
  const means = { ...serverWith(found ?? { wrap: (fetch) => fetch }), env }
  const { exitCode, lines } = await playScript(script ?? '', means)
  expect(exitCode).toBe(2)
  expect(lines.join('\n')).toContain(says)
})

test.each(allMutants.filter(({ id }) => id === 'key-named-by-us'))(
  'a script that gets two signals exits when all its records are removed: $id',
  async (mutant) => {
    const script = (await resultOf(mutant))?.reproduce ?? ''
    const { fake, systemClock } = virtualFake()
    const send = mutant.wrap(fake.fetch, () => {})
    const countKeys = () => fake.world().store.keys.size
    const before = countKeys()
    const counts: number[] = []
    const handlers: (() => void)[] = []
    const exits: object[] = []
    await playScript(script, {
      env: credentialVariables(given),
      sleep: systemClock.sleep,
      fetch: async (request) => {
        const response = await send(request)
        counts.push(countKeys() - before)
        if (request.method === 'DELETE') for (const handle of handlers.splice(0)) handle()
        return response
      },
      signals: {
        once: (_, handle) => void handlers.push(handle),
        exit: (code) => void exits.push({ code, keys: countKeys() - before }),
      },
    })
    expect(Math.max(...counts)).toBe(2)
    const exit = { code: 130, keys: 0 }
    expect(exits).toEqual([exit, exit])
  },
)

/** Leaves each stream of a server open after its last event. */
const leaveOpen: Mutant['wrap'] = (fetch) => async (request) => {
  const response = await fetch(request)
  if (!/event-stream/.test(String(response.headers.get('content-type')))) return response
  const text = new TextEncoder().encode(await response.text())
  const body = new ReadableStream({ start: (controller) => controller.enqueue(text) })
  return new Response(body, response)
}

test.each(allMutants.filter(({ killedBy }) => killedBy === 'order.end-comes-once').slice(0, 1))(
  'a script ends on a server that leaves a stream open after its last event: $id',
  async (mutant) => {
    const script = (await resultOf(mutant))?.reproduce ?? ''
    expect(script).toMatch(/'POST', `\/api\/(react|dag)`/)
    const { exitCode, lines } = await play(script, serverWith({ wrap: leaveOpen }))
    expect(exitCode).toBe(decides(script) ? 0 : 2)
    expect(lines.join()).not.toContain('a call failed')
  },
)

test.each(allMutants.filter(({ id }) => id === 'key-named-by-us'))(
  'a script waits for a response at least as long as its run: $id',
  async (mutant) => {
    const usual = await resultOf(mutant)
    expect(usual?.reproduce).toContain('const timeout = 60000\n')
    const patient = await resultOf(mutant, { timeout: 300_000 })
    expect(patient?.reproduce).toContain('const timeout = 300000\n')
  },
)
