import { expect, it } from 'vitest'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { readProfile } from '../../contract/profile.ts'
import { ApiError } from '../../client/errors.ts'
import { gather, signedIn } from '../support/client-of.ts'
import { optionValues } from '../support/option-values.ts'
import { shortStory } from '../support/short-story.ts'
import { mountInProcess } from '../support/transports.ts'

/** Every option of every choice except the defaults, each as a profile in which it applies. */
const dialects = choiceIds.flatMap((id) =>
  Object.entries(choices[id].options)
    .filter(([option]) => option !== choices[id].default)
    .map(([option, { value }]) => {
      const pick = value === undefined ? option : { [option]: optionValues[option] }
      const when = Object.entries(choices[id].when ?? {})
        .filter(([other, allowed]) => !allowed.includes(choices[other as ChoiceId].default))
        .map(([other, [allowed]]) => [other, allowed])
      const picks = { ...Object.fromEntries(when), [id]: pick }
      return { dialect: `${id} ${option}`, picks }
    }),
)

/**
 * A typical session of an app: login, reads, writes, a refusal, a turn, a lost and a resumed
 * stream.
 */
async function journey(picks: object) {
  const profile = readProfile({ name: 'odd', picks })
  const mounted = mountInProcess({ profile, scenarios: [shortStory] })
  const { clock, faults } = mounted.fake.world()
  clock.freeze()
  const client = await signedIn(mounted, {
    systemClock: { now: () => clock.now(), sleep: async (ms) => clock.advance(ms) },
  })
  const agents = await gather(client.agents.all())
  const { id } = await client.conversations.create({ title: 'Mine' })
  const { created_at } = await client.conversations.update(id, { starred: true })
  const conversations = await gather(client.conversations.all())
  const key = await client.keys.create({ name: 'Mine' })
  await client.keys.setActive(key.id, false)
  const refusal: unknown = await client.agents.read('unknown').catch((error: unknown) => error)
  const cut = { after_event: 4, how: 'reset' as const }
  const match = { endpoint: 'POST /api/react' }
  faults.add({ match, times: 1, effect: { stream: { cut } } })
  const turn = await gather(client.react({ q: 'Tell me', conversationId: id }))
  clock.advance(3 * 3_600_000)
  const me = await client.me.read()
  return {
    agents: agents.map(({ name }) => name),
    listed: conversations.some((one) => one.id === id),
    moment: created_at,
    key: key.key.slice(0, 8) === key.key_prefix,
    refused: refusal instanceof ApiError && refusal.status,
    // Deployments may also send their own events.
    told: turn
      .map((one) => (one.event === 'answer' && 'text' in one.data ? one.data.text : ''))
      .join(''),
    end: turn.at(-1)?.event,
    email: me.email,
  }
}

const usual = await journey({})

it.each(dialects)('the client returns equal results with the pick $dialect', async ({ picks }) => {
  expect(await journey(picks)).toEqual({ ...usual, moment: expect.stringMatching(/T.*Z$/) })
})
