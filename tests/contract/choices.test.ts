import { describe, expect, it } from 'vitest'
import { choiceIds, choices } from '../../contract/choices.ts'
import { readProfile } from '../../contract/profile.ts'
import { probes } from './probes/all-probes.ts'
import type { Probe } from './probes/probe.ts'
import { drawn } from '../support/proving.ts'
import { mountInProcess } from '../support/transports.ts'

/** A fake with a profile of one pick, and the picks that this one requires. */
function play(id: string, option: string, { values, options, under }: Probe<string>) {
  const pick = option in (values ?? {}) ? { [option]: values?.[option] } : option
  return mountInProcess({ ...options, profile: readProfile({ picks: { ...under, [id]: pick } }) })
}

it('every option of every choice has an expected result, and no expected result is for an unknown option', () => {
  const probed = Object.entries(probes).map(([id, { shows }]) => [
    id,
    Object.keys(shows).toSorted(),
  ])
  const asked = choiceIds.map((id) => [id, Object.keys(choices[id].options).toSorted()])
  expect(Object.fromEntries(probed)).toEqual(Object.fromEntries(asked))
})

describe.each(drawn(choiceIds, 60))('the choice %s', (id) => {
  const probe = probes[id]
  const options = Object.keys(choices[id].options)

  it.each(options)('the fake plays the option %s', async (option) => {
    expect(await probe?.look(play(id, option, probe))).toEqual(probe?.shows[option])
  })

  it('the expected results of a choice differ from option to option', () => {
    const seen = options.map((option) => JSON.stringify([probe?.shows[option]]))
    expect(new Set(seen).size).toBe(options.length)
  })

  it('the fake plays the default of a choice if the profile has no pick for it', async () => {
    const profile = readProfile({ picks: probe?.under ?? {} })
    const mounted = mountInProcess({ ...probe?.options, profile })
    expect(await probe?.look(mounted)).toEqual(probe?.shows[choices[id].default])
  })
})
