import { expect, it } from 'vitest'
import { type ChoiceResult, concludeAll } from '../../conformance/calibrate/conclude.ts'
import type { ObservedOption } from '../../conformance/calibrate/look.ts'
import { toProfile } from '../../conformance/calibrate/observation.ts'
import { calibrateTraffic } from '../../conformance/calibrate/passive-calibration.ts'
import { type ChoiceId, choiceIds, choices, type OptionOf } from '../../contract/choices.ts'
import { createExchange } from '../../contract/exchange.ts'
import type { Profile } from '../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../contract/profile.ts'

const exchange = { request: { method: 'GET', path: '/api/__nope__' }, status: 200 }

/** The profile of a deployment that showed only this option. */
function profileOf(id: ChoiceId, option: string): Profile {
  const look: ObservedOption = { option: option as OptionOf<ChoiceId>, exchange }
  const found = new Map<ChoiceId, ChoiceResult>()
  concludeAll(new Map([[id, [look]]]), found)
  return toProfile(found)
}

const dependent = choiceIds.flatMap((id) =>
  choices[id].when === undefined
    ? []
    : Object.keys(choices[id].options).map((option) => ({ id, option })),
)

it.each(dependent)(
  'a deployment that showed only $option of $id is calibrated to a profile that loads',
  ({ id, option }) => {
    const profile = profileOf(id, option)
    expect(readProfile(toProfileDocument(profile)).picks).toEqual(profile.picks)
  },
)

it('a choice that applies by default is calibrated without evidence for the choice that it depends on', () => {
  expect(profileOf('scopes.separator', 'space').picks).toEqual({
    'scopes.separator': { option: 'space' },
  })
})

it('a recording with one crash is calibrated to a profile that loads', async () => {
  const { profile } = await calibrateTraffic([
    createExchange({
      startedAt: 0,
      ms: 1,
      method: 'GET',
      url: new URL('https://staging.example.com/api/agents'),
      requestHeaders: [],
      status: 500,
      responseHeaders: [['content-type', 'application/json']],
      content: '{"success":false,"error":"internal_error","message":"It crashed."}',
    }),
  ])
  expect(profile.picks['errors.crash']).toBeUndefined()
  expect(readProfile(toProfileDocument(profile)).picks).toEqual(profile.picks)
})
