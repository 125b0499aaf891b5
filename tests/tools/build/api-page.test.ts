import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operationIds } from '../../../contract/operations.ts'
import { apiMarkdown } from '../../../tools/build/api/api-page.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { demo } from '../../support/transports.ts'

const scenarios = JSON.parse(readFileSync('generated/scenarios.json', 'utf8')) as Scenario[]
const page = readFileSync('docs/api.md', 'utf8')

test('docs/api.md shows the current responses of the fake (`npm run build` updates the page)', async () => {
  expect(await apiMarkdown(demo, scenarios)).toBe(page)
})

test('docs/api.md shows a successful response of every operation', () => {
  expect(page.match(/^### `/gm)).toHaveLength(operationIds.length)
  const statuses = [...page.matchAll(/\n\n(\d{3})( [\w/*]|\n)/g)].map(([, status]) =>
    Number(status),
  )
  expect(statuses.filter((status) => status >= 400)).toEqual([401, 401, 403, 404, 422])
})
