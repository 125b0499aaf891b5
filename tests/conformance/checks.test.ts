import { expect, test } from 'vitest'
import { rules } from '../../contract/rules.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { unknownId } from '../../conformance/setup/unknown-resources.ts'
import { isActive } from '../../conformance/session/check.ts'

const ids = allChecks.map(({ id }) => id)

test('every check has a unique slug as its id', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^[a-z-]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([])
})

test('every rule of the suite has a check, or a reason why it has none', () => {
  const covered = new Set<string>(allChecks.map(({ rule }) => rule))
  const open = Object.entries(rules).filter(([id, rule]) => !rule.excluded && !covered.has(id))
  expect(open.map(([id]) => id)).toEqual([])
  const both = Object.entries(rules).filter(([id, rule]) => rule.excluded && covered.has(id))
  expect(both.map(([id]) => id)).toEqual([])
})

test('a passive check names only active checks as the sources of its traffic', () => {
  const active = new Set(allChecks.filter(isActive).map(({ id }) => id))
  const feeders = allChecks.flatMap((check) => (isActive(check) ? [] : (check.trafficFrom ?? [])))
  expect(feeders.filter((id) => !active.has(id))).toEqual([])
})

test.each([
  ['0b8a2f1e-7c55-4d0e-9a53-2f6f6a1b9c0d', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['ABCDEF0123456789', /^[A-F0-9]{16}$/],
  ['agent_x7', /^[a-z]{5}_[a-z][0-9]$/],
  ['17', /^9{9}$/],
  ['1461000000000000001', /^19{18}$/],
  ['9007199254740993', /^90{15}$/],
  ['01JDWK5T3QZ8M4X7C2VSKYTEST', /^01JDWK5T3QZ8M4X7C2VS[EKSTY]{6}$/],
  ['人事アシスタント', /^人事[アシスタント]{6}$/],
  ['zzzz11', /^[z1]{6}$/],
])('the unknown id derived from the id %s has the same format, but another value', (seen, form) => {
  expect(unknownId(seen)).toMatch(form)
  expect(unknownId(seen)).not.toBe(seen)
})
