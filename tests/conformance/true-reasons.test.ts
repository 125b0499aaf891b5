import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../conformance/session/check.ts'
import { errorResponse } from '../../conformance/mutants/wrap.ts'
import { mutantCommand } from '../../conformance/mutants/all-mutants.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { rewriteJson, rewritingFetch, type Rewrites } from '../support/rewriting-proxy.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const deployed = JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')) as {
  picks: object
}

/** Runs checks of a plan behind a proxy and returns the result of one by its id. */
async function resultsOf(
  plan: Plan,
  only: readonly string[],
  rewrites: Rewrites,
  picks: object = {},
) {
  const { fake, systemClock } = virtualFake(picks)
  const { results } = await runConformance({
    target,
    plan,
    only,
    fetch: rewritingFetch((request) => fake.fetch(request), rewrites),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  return (id: string) => {
    const { verdict, message, blockedBy } = results.find((result) => result.id === id) ?? {}
    return { verdict, message, blockedBy }
  }
}

describe('the reason of an undecided check', () => {
  it('a check of an error field that is blocked says how many error responses lack the field', async () => {
    const result = await resultsOf('core', ['errors.*'], {}, { 'errors.envelope': 'detail' })
    expect(result('errors.message-is-not-empty')).toEqual({
      verdict: 'blocked',
      message: expect.stringMatching(/^none of the \d+ error responses has a field `message`$/),
      blockedBy: 'errors.message-is-a-string',
    })
  })

  it('a check that a new record is listed is blocked if it stops before the end of a long list', async () => {
    const result = await resultsOf(
      'core',
      ['keys.new-key-is-listed', 'conversations.new-one-is-listed'],
      {
        response: (answer, { method, path }) =>
          method === 'GET' && /\/(api-keys|conversations)(\?|$)/.test(path)
            ? rewriteJson(answer, (list) => ({ ...list, items: [{ id: 'older' }], pages: 50 }))
            : undefined,
      },
    )
    for (const id of ['keys.new-key-is-listed', 'conversations.new-one-is-listed'])
      expect(result(id)).toMatchObject({
        verdict: 'blocked',
        message: expect.stringContaining('has more pages than the suite reads'),
      })
  })

  it('a check of 422 bodies is skipped if no response has an item, which is allowed', async () => {
    const result = await resultsOf('smoke', ['errors.*', 'lists.*'], {
      response: (answer) =>
        answer.status === 422 ? rewriteJson(answer, () => ({ detail: [] })) : undefined,
    })
    expect(result('errors.validation-item-has-loc')).toEqual({
      verdict: 'skipped',
      message: expect.stringMatching(
        /^none of the \d+ responses with 422 has an item in `detail`$/,
      ),
      blockedBy: undefined,
    })
  })

  it('if the check of deltas is blocked, its reason says how many answer events arrived', async () => {
    const result = await resultsOf('turn', ['events.*'], {}, { 'events.answer-names': 'status' })
    expect(result('events.answer-delta-has-text')).toEqual({
      verdict: 'blocked',
      message: expect.stringMatching(
        /^the \d+ answer events of POST \/api\/react have no type that shows which are deltas$/,
      ),
      blockedBy: 'events.answer-has-its-type',
    })
  })

  it('if the check of leaked keys is blocked, its reason says how many keys were created', async () => {
    const result = await resultsOf('core', ['keys.*'], {
      response: (answer, { method, path }) =>
        method === 'POST' && path === '/api/me/api-keys' && answer.status < 300
          ? rewriteJson(answer, ({ id, name }) => ({ id, name, key_prefix: 'svc_AbCd' }))
          : undefined,
    })
    expect(result('keys.full-value-is-shown-once')).toEqual({
      verdict: 'blocked',
      message: expect.stringMatching(/^\d+ keys were created, but no response shows a full key$/),
      blockedBy: 'keys.creation-shows-the-full-key',
    })
  })

  it('the checks of keys for turns are inconclusive if the target validates the body before the credential', async () => {
    const checks = [
      'scopes.chat-may-react',
      'scopes.chat-may-dag',
      'scopes.unscoped-is-never-refused',
      'credentials.api-key-is-accepted-everywhere',
    ]
    const result = await resultsOf('core', checks, {
      response: ({ status }, { path }) =>
        status === 401 && /^\/api\/(react|dag)$/.test(path)
          ? { status: 422, body: '{"detail":[]}' }
          : undefined,
    })
    for (const id of checks)
      expect(result(id)).toMatchObject({
        verdict: 'inconclusive',
        message: expect.stringMatching(/^(react|dag) validates the body before the credential$/),
      })
  })

  it('a deletion of keys that crashes is not reported as missing', async () => {
    const result = await resultsOf('core', ['keys.delet*'], {
      request: ({ method }) =>
        method === 'DELETE' ? errorResponse(500, 'internal_error') : undefined,
    })
    expect(result('keys.deleted-is-rejected')).toMatchObject({
      verdict: 'inconclusive',
      message: 'DELETE /api/me/api-keys/{key_id} failed with status 500',
    })
  })

  it('the failure of an interrupted turn says that only the previous turn was replayed', async () => {
    const result = await resultsOf('full', ['resume.*'], {}, deployed.picks)
    for (const id of [
      'resume.interrupted-turn-is-read-to-its-end',
      'resume.midway-gives-the-running-turn',
    ]) {
      expect(result(id)).toMatchObject({
        verdict: 'fail',
        message: expect.stringMatching(/, got only the turn before it: .+ \(\d\d events\)$/),
      })
    }
  })
})

describe('the addresses of a run', () => {
  it('no request URL of a run contains a credential that the target accepts', async () => {
    const { fake, systemClock } = virtualFake()
    const sent = new Set<string>()
    const addresses: string[] = []
    await runConformance({
      target,
      plan: 'full',
      fetch: async (request) => {
        const credential = request.headers.get('authorization')?.split(' ')[1]
        const response = await fake.fetch(request)
        if (credential !== undefined && response.ok) sent.add(credential)
        addresses.push(request.url)
        return response
      },
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    expect(sent.size).toBeGreaterThan(10)
    expect(addresses.filter((url) => url.includes('token='))).not.toEqual([])
    const leaks = addresses.filter((url) => [...sent].some((secret) => url.includes(secret)))
    expect(leaks).toEqual([])
  })
})

describe('the mutant that a failure names', () => {
  it('if a check has several mutants, its failure names the mutant that shows the same failure', async () => {
    const { fake, systemClock } = virtualFake({
      'errors.content-type': 'crash',
      'errors.crash': 'text',
    })
    const { results } = await runConformance({
      target,
      plan: 'core',
      only: ['envelopes.*', 'errors.*'],
      fetch: (request) => fake.fetch(request),
      now: systemClock.now,
      sleep: systemClock.sleep,
    })
    const failed = results.find(({ id }) => id === 'envelopes.bodies-are-json')
    expect(failed).toMatchObject({
      message: 'expected a body with the type application/json, got text/plain with status 500',
      onPurpose: 'npx agent-understudy serve --mutant crash-in-plain-text',
    })
    expect(mutantCommand('envelopes.bodies-are-json', 'text/html with status 200')).toBe(
      'npx agent-understudy serve --mutant json-labelled-as-html',
    )
  })
})
