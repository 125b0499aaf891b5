import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { controlOperation, controlOperations } from '../../../contract/control/operations.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { createFake } from '../../../mocks/fake.ts'
import { demo } from '../../support/transports.ts'
import { type Ready, start } from '../../support/start-serve.ts'

const page = readFileSync('docs/control-api.md', 'utf8')

it('docs/control-api.md lists exactly the operations of a server', async () => {
  const { output, stop } = await start('--json')
  const response = await fetch(`${(JSON.parse(output) as Ready).control}/nope`)
  const { error } = (await response.json()) as { error: string }
  await stop()
  const actual = error.match(/(?<=Operations: ).+(?=\.$)/)?.[0].split(', ') ?? []
  const documented = [...page.matchAll(/^(?:\| )?`([A-Z]+ [\w/{}]+)`/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(actual.toSorted())
  const inTable = ['GET health', 'GET ready', ...Object.keys(controlOperations)]
  expect(inTable.toSorted()).toEqual(actual.toSorted())
})

it('docs/control-api.md describes each operation with the words of the table of operations', async () => {
  const written = page.replaceAll(/^\| `([A-Z]+ [^`]+)` \| .* \|$/gm, (row, name: string) => {
    const says = controlOperation(name)?.says
    return says === undefined ? row : `| \`${name}\` | ${says} |`
  })
  await expect(written).toMatchFileSnapshot('../../../docs/control-api.md')
  const missing = Object.entries(controlOperations).filter(
    ([name, { says }]) =>
      !written.includes(`| \`${name}\` | ${says} |`) && !written.includes(`\`${name}\` ${says}`),
  )
  expect(missing).toEqual([])
})

it('docs/control-api.md shows a curl command for each operation', () => {
  const documented = [...page.matchAll(/^(?:\| )?`([A-Z]+) ([\w/{}]+)`/gm)]
  const shown = page.split('\n').filter((line) => /^(ID=\$\()?curl /.test(line))
  const missing = documented.filter(([, method = '', path = '']) => {
    const place = path.replaceAll(/\{\w+\}/g, '[^/ "?]+')
    const inLine = new RegExp(`\\$C/${place}["? )]|\\$C/${place}$`)
    return !shown.some((line) => inLine.test(line) && methodOf(line) === method)
  })
  expect(missing.map(([name]) => name)).toEqual([])
})

it('docs/control-api.md shows the journal that a fake returns', async () => {
  const [, shown = ''] = /response to `GET journal`:\n\n```json\n(.*?)```/s.exec(page) ?? []
  const fake = createFake({ fixture: demo })
  await fake.fetch(new Request('http://fake/api/agents'))
  const response = await fake.fetch(new Request('http://fake/__control/journal'))
  const { entries, ...rest } = (await response.json()) as { entries: readonly object[] }
  const ofRun = { time: '2026-11-22T09:00:00.000Z', ms: 1 }
  const json = { ...rest, entries: entries.map((entry) => ({ ...entry, ...ofRun })) }
  expect(json).toEqual(JSON.parse(shown))
})

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const methodOf = (line: string) =>
  /-X ([A-Z]+)/.exec(line)?.[1] ?? (/ -d /.test(line) ? 'POST' : 'GET')

it('docs/control-api.md states the limits of bodies and of conformance runs', () => {
  const { controlBytes, snapshotBytes, conformanceSeconds } = ownLimits
  for (const bound of [
    `${conformanceSeconds} seconds`,
    `above ${mebibytes(controlBytes)}`,
    `above ${mebibytes(snapshotBytes)}`,
  ])
    expect(page).toContain(bound)
})
