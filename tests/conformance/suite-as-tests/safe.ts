import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conformanceTests } from '../../../conformance/runner/vitest.ts'
import type { LedgerEntry } from '../../../conformance/runner/residue.ts'
import { target, virtualFake } from '../../support/virtual-fake.ts'

/** Tests of a careful team. They run in a separate Vitest, because some of them must fail. */
const { fake, systemClock } = virtualFake({
  'lists.default-size': { items: 7 },
  'errors.validation-status': 400,
})
const means = { target, now: systemClock.now, sleep: systemClock.sleep }

const known = { owner: 'Ada', reason: 'mended in the next release', expires: '2026-12-31' }
const ledger = join(mkdtempSync(join(tmpdir(), 'understudy-')), 'ledger.ndjson')
let wasNoted = false

conformanceTests({
  ...means,
  plan: 'core',
  only: ['lists.*', 'errors.*'],
  today: '2026-11-21',
  baseline: [
    { check: 'lists.size-is-20-by-default', ...known },
    { check: 'errors.refused-input-is-422', ...known, expires: '2026-11-20' },
    { check: 'lists.items-is-an-array', ...known },
  ],
  ledger,
  fetch: (request) => {
    wasNoted ||= existsSync(ledger)
    return fake.fetch(request)
  },
})

test('a ledger file lists what the run creates, and is removed with its last entry', () => {
  expect(wasNoted).toBe(true)
  expect(existsSync(ledger)).toBe(false)
})

const entries: LedgerEntry[] = []

conformanceTests({
  ...means,
  plan: 'core',
  only: ['keys.creation-is-accepted'],
  ledger: { write: (entry) => void entries.push(entry) },
  fetch: (request) => fake.fetch(request),
})

test('a ledger object receives what the run creates', () => {
  expect(entries.map(({ step }) => step)).toEqual(['making', 'made', 'gone'])
})

conformanceTests({
  ...means,
  plan: 'smoke',
  only: ['agents.*'],
  fetch: () => new Promise(() => {}),
  timeout: 50,
  maxTime: 1,
})
