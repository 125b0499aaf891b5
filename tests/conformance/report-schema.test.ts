import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'
import { beforeAll, expect, test } from 'vitest'
import { reportSchema, toJson } from '../../conformance/reporters/json.ts'
import { reportJsonSchema } from '../../tools/build/schemas.ts'
import type { Report } from '../../conformance/report/report.ts'
import { virtualFake } from '../support/virtual-fake.ts'

let report: Report
beforeAll(async () => {
  // These picks deviate from the specification, so that the report has evidence.
  const picks = { 'errors.validation-status': 400, 'lists.default-size': { items: 3 } }
  report = await virtualFake(picks).runSuite('core')
})

test('a JSON report matches the published schema, and has no other fields', () => {
  const closed = new Ajv2020().compile(z.toJSONSchema(reportSchema))
  closed(JSON.parse(toJson(report)))
  expect(closed.errors ?? []).toEqual([])
  expect(report.results.flatMap(({ evidence }) => evidence).length).toBeGreaterThan(0)
})

test('the published schema of reports allows additional fields, and refuses fields of a wrong type', () => {
  const published = new Ajv2020().compile(reportJsonSchema())
  expect(published({ ...report, laterMember: true })).toBe(true)
  expect(published({ ...report, summary: { ...report.summary, pass: 'all' } })).toBe(false)
})

test('the packaged schema of reports equals the schema that is generated from the sources', () => {
  const shipped: unknown = JSON.parse(readFileSync('schemas/report.json', 'utf8'))
  expect(shipped).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())))
})

test('a JSON report groups calls by the credential that sent them', () => {
  const who = (operation: string) =>
    report.calls.filter((calls) => calls.operation === operation).map((calls) => calls.principal)
  expect(who('GET /api/me/api-keys')).toEqual(
    expect.arrayContaining([
      'no credential',
      'user',
      'other user',
      'full key',
      'chat key',
      'disabled key',
      'deleted key',
      'unknown credential',
    ]),
  )
  const disabled = report.calls.find(({ principal }) => principal === 'disabled key')
  expect(Object.keys(disabled?.statuses ?? {})).toEqual(['401'])
  const names = report.calls.map(({ operation, principal }) => `${operation} ${principal}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => /[0-9a-f]{8}-|\?/.test(name))).toEqual([])
})
