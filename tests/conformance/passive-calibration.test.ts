import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Observer } from '../../conformance/calibrate/observer.ts'
import { calibrateTraffic } from '../../conformance/calibrate/passive-calibration.ts'
import { observers } from '../../conformance/calibrate/observers.ts'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { createExchange } from '../../contract/exchange.ts'
import { pickOf, picksUnderWhich } from '../support/drawn-picks.ts'
import { drawn } from '../support/proving.ts'
import { readJourney, wrongPicks } from './read-picks.ts'

const cases = choiceIds.flatMap((id) =>
  Object.keys(choices[id].options).map((option) => ({ id, option })),
)

/** Choices that the calls of ordinary clients do not show, with the input that would show each. */
const unread: Partial<Record<ChoiceId, string>> = {
  'errors.unreadable-body': 'a body that is not JSON',
  'errors.coercion': 'values of another type than specified',
  'order.stages': 'a request that is wrong in two ways',
  'auth.two-credentials': 'a request with a good and a wrong credential',
  'auth.refresh-token-as-bearer': 'a refresh token in the place of an access token',
  'login.restricted-on-chat': 'a key of a user who was restricted after it was created',
  'keys.ownership': 'a request of one user for a key of another',
  'turn.on-disconnect': 'a client that certainly leaves before the turn is over, and comes back',
  'turn.concurrent': 'a second turn while the first one certainly runs',
  'turn.given-title': 'a conversation that is read again and again, although its title stays',
  'quotas.unstored-turns': 'the usage before and after a turn, read until it no longer changes',
  'resume.mid-turn': 'a resume while the turn certainly runs',
  'events.suggestions': 'a turn without suggestions that could have had some',
  'events.title': 'a conversation that is read again and again until it has a title',
  'workflows.defects': 'the check of a workflow with node types of the editor',
  'http.cors-origins': 'preflights from pages of many origins',
}

describe('the calibration of traffic', () => {
  it.each(drawn(cases, 4))(
    'calibrating the traffic of clients returns no wrong pick, and finds a visible option: $option of $id',
    async ({ id, option }) => {
      const picks = { ...picksUnderWhich(id), [id]: pickOf(id, option) }
      const { observations } = await readJourney(picks)
      expect(wrongPicks(picks, observations)).toEqual([])
      const { state } = observations.find((each) => each.id === id) ?? {}
      expect([state, id in unread]).not.toEqual([expect.stringMatching(/unknown|conflict/), false])
    },
  )

  it.each([
    ['with the code token_expired', 'token_expired', 0],
    ['with another code, two hours later', 'unauthorized', 7200],
  ])(
    'calibrating traffic does not read the refusal of an expired token as an option: %s',
    async (_, error, seconds) => {
      const start = Date.UTC(2026, 10, 22)
      const token = `h.${btoa(JSON.stringify({ sub: 'ana', exp: start / 1000 + 3600 }))}.s`
      const use = (call: string, status: number, after: number, sent: object, headers = {}) => {
        const [method = '', path = ''] = call.split(' ')
        return createExchange({
          startedAt: start,
          ms: 2,
          method,
          url: new URL(`http://platform.test${path}`),
          requestHeaders: Object.entries(headers),
          requestContent: method === 'GET' ? undefined : JSON.stringify(sent),
          status,
          responseHeaders: [
            ['content-type', 'application/json'],
            ['date', new Date(start + after * 1000).toUTCString()],
          ],
          content: JSON.stringify(
            status === 200 ? { items: [] } : { success: false, error, message: 'Sign in again.' },
          ),
        })
      }
      const bearer = { authorization: `Bearer ${token}` }
      const { profile } = await calibrateTraffic([
        use('GET /api/agents', 200, 0, {}, bearer),
        use('POST /api/react', 401, seconds, { q: 'a' }, bearer),
        use('POST /api/react', 401, seconds, { q: 'a', token }),
        use('POST /api/auto', 401, seconds, { q: 'a', token }),
        use('POST /api/react', 401, seconds, { q: 'a', token: 'none' }, bearer),
        use('GET /api/agents', 401, seconds, {}, { authorization: `bearer ${token}` }),
      ])
      expect(Object.keys(profile.picks).filter((id) => /^auth\.(?!challenge)/.test(id))).toEqual([])
    },
  )

  it('the calibration of traffic and docs/calibrate.md name each choice that ordinary clients do not show', async () => {
    const reasons = choiceIds.flatMap((id) => {
      const { needsProvoking } = observers[id] as Observer<ChoiceId>
      return needsProvoking === undefined ? [] : [[id, needsProvoking]]
    })
    expect(Object.fromEntries(reasons)).toEqual(unread)
    const page = await readFile('docs/calibrate.md', 'utf8')
    const rows = page.split('| Choice | It takes |\n|---|---|\n')[1]?.split('\n\n')[0]
    const expected = reasons.map(([id, takes]) => `| \`${id}\` | ${takes} |`)
    expect(rows?.split('\n').toSorted()).toEqual(expected.toSorted())
  })
})
