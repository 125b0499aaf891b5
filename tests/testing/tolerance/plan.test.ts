import { describe, expect, it } from 'vitest'
import { choiceIds, choices } from '../../../contract/choices.ts'
import { documented, picksAt } from '../../../contract/picks.ts'
import { readProfile, toProfileDocument } from '../../../contract/profile.ts'
import { fault } from '../../../contract/fault.ts'
import {
  composeProfile,
  describeConflict,
  packRuns,
  planPairs,
} from '../../../testing/tolerance/compose.ts'
import { faultVariants } from '../../../testing/tolerance/network-faults.ts'
import { optionVariants } from '../../../testing/tolerance/tolerance.ts'
import type { Variant } from '../../../testing/tolerance/variant.ts'
import { minimize } from '../../../testing/tolerance/causes.ts'

import deployed from '../../../generated/profiles/deployed-0.8.json' with { type: 'json' }

const profiles = [documented, readProfile(deployed)]

describe.each(profiles)('the runs that are planned for the profile $name', (profile) => {
  const { variants, leftOut } = optionVariants(profile)
  const batches = packRuns(profile, variants)

  it('every open option that differs from the profile is in a run, or is left out with a reason', () => {
    const current = picksAt(profile)
    const open = choiceIds.flatMap((choice) =>
      Object.entries(choices[choice].options)
        .filter(([name, { grade }]) => grade === 'open' && current[choice].option !== name)
        .map(([name]) => `${choice}=${name}`),
    )
    expect(open.length).toBeGreaterThan(100)
    expect([...variants, ...leftOut].map(({ id }) => id).toSorted()).toEqual(open.toSorted())
    expect(leftOut.length).toBeLessThan(6)
  })

  it('every option is in exactly one of at most six runs, and the options of a run do not contradict each other', () => {
    expect(
      batches
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(variants.map(({ id }) => id).toSorted())
    // The two runs of the baseline are not among these batches.
    expect(batches.length).toBeLessThanOrEqual(6)
    for (const batch of batches) {
      const composed = composeProfile(profile, batch)
      expect(composed).toBeDefined()
      const read = readProfile(toProfileDocument(composed!))
      for (const { option } of batch)
        expect(picksAt(read)[option!.choice].option).toBe(option!.name)
    }
  })

  it('no option that the runs pick contradicts the specification', () => {
    const picked = variants.flatMap(({ picks }) => Object.entries(picks))
    const deviating = picked.filter(
      ([id, { option }]) =>
        choices[id as keyof typeof choices].options[option]?.grade === 'deviates',
    )
    expect(deviating).toEqual([])
  })

  it('the faults of `tolerance --faults` are valid, have unique ids, and need at most eight runs', () => {
    const faults = faultVariants(profile)
    const ids = faults.flatMap((one) => one.faults.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const one of faults.flatMap((variant) => variant.faults)) fault.parse(one)
    expect(packRuns(profile, faults).length).toBeLessThanOrEqual(8)
    for (const batch of packRuns(profile, faults))
      readProfile(toProfileDocument(composeProfile(profile, batch)!))
  })
})

describe('two variants in one run', () => {
  const { variants } = optionVariants(documented)
  const named = (id: string) => variants.find((one) => one.id === id)!

  it('two variants of one choice are never played together', () => {
    const [one, two] = [named('records.timestamps=offset'), named('records.timestamps=naive')]
    expect(composeProfile(documented, [one, two])).toBeUndefined()
  })

  it('an error about a conflict names the two variants and their choice', () => {
    const [one, two] = [named('records.timestamps=offset'), named('records.timestamps=naive')]
    expect(describeConflict(documented, [named('errors.wrong-method=404'), one, two])).toBe(
      'records.timestamps=offset and records.timestamps=naive cannot be combined: each sets a different option of records.timestamps.',
    )
    const cut = { ...one, id: 'fault:cut', picks: {}, slots: ['cut'] }
    expect(describeConflict(documented, [cut, { ...cut, id: 'fault:cut-twice' }])).toBe(
      'fault:cut and fault:cut-twice cannot be combined: both are cut effects.',
    )
    const hidden = [named('resume.frame=wrapped'), named('events.cursor-carrier=wrapped')]
    expect(describeConflict(documented, hidden)).toContain('one hides the effect of the other.')
  })

  it('two variants are never played in one run if one of them hides the effect of the other', () => {
    const [one, two] = [named('resume.frame=wrapped'), named('events.cursor-carrier=wrapped')]
    expect(composeProfile(documented, [one, two])).toBeUndefined()
    expect(packRuns(documented, [one, two])).toHaveLength(2)
  })

  it('a run leaves out a pick of the profile that a variant of the run makes irrelevant', () => {
    const profile = readProfile({ picks: { 'http.allow': 'one' } })
    const composed = composeProfile(profile, [named('errors.wrong-method=404')])
    expect(composed?.picks).toEqual({ 'errors.wrong-method': { option: '404' } })
  })
})

describe('the smallest failing set', () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  const count = async (guilty: readonly number[]) => {
    let calls = 0
    const found = await minimize(items, async (some) => {
      calls += 1
      return guilty.every((one) => some.includes(one))
    })
    expect(found).toEqual(guilty)
    return calls
  }

  it('the search finds the one failing item among n items in at most 2·log2(n) + 1 calls', async () => {
    const calls = await Promise.all(items.map((item) => count([item])))
    expect(Math.max(...calls)).toBeLessThanOrEqual(2 * Math.log2(items.length) + 1)
  })

  it('the search finds two or three items that fail only together, at any positions', async () => {
    for (const item of items.slice(1)) await count([0, item])
    expect(await count([3, 50, 99])).toBeLessThanOrEqual(40)
  })
})

describe('the runs for pairs', () => {
  const { variants } = optionVariants(documented)
  const some = variants.filter((_, index) => index % 3 === 0)
  const { batches, uncovered } = planPairs(documented, some, 40)
  const together = (a: Variant, b: Variant) =>
    batches.some((batch) => batch.includes(a) && batch.includes(b))

  it('any two options that can be combined are together in one of at most 40 runs', () => {
    expect(uncovered).toBe(0)
    expect(batches.length).toBeLessThanOrEqual(40)
    const missing = some.flatMap((a, index) =>
      some
        .slice(index + 1)
        .filter((b) => composeProfile(documented, [a, b]) !== undefined && !together(a, b))
        .map((b) => `${a.id} ${b.id}`),
    )
    expect(missing).toEqual([])
  })

  it('for each option and each other choice, a run plays the option and leaves the other choice as in the profile', () => {
    const missing = some.flatMap((a) =>
      some
        .filter((b) => b.option!.choice !== a.option!.choice)
        .filter(
          (b) =>
            !batches.some(
              (batch) =>
                batch.includes(a) && !batch.some((one) => one.option!.choice === b.option!.choice),
            ),
        )
        .map((b) => `${a.id} without ${b.id}`),
    )
    expect(missing).toEqual([])
  })
})
