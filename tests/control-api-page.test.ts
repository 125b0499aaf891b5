import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ownLimits } from '../contract/limits.ts'
import { type Ready, start } from './start-serve.ts'

const page = readFileSync('docs/control-api.md', 'utf8')

it('docs/control-api.md lists every operation of the server and no other', async () => {
  const { output, stop } = await start('--json')
  const response = await fetch(`${(JSON.parse(output) as Ready).control}/nope`)
  const { error } = (await response.json()) as { error: string }
  await stop()
  const there = error.match(/(?<=Operations: ).+(?=\.$)/)?.[0].split(', ') ?? []
  const told = [...page.matchAll(/^(?:\| )?`([A-Z]+ [\w/{}]+)`/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual(there.toSorted())
})

it('docs/control-api.md has a curl line for each operation', () => {
  const told = [...page.matchAll(/^(?:\| )?`([A-Z]+) ([\w/{}]+)`/gm)]
  const shown = page.split('\n').filter((line) => /^(ID=\$\()?curl /.test(line))
  const missing = told.filter(([, method = '', path = '']) => {
    const place = path.replaceAll(/\{\w+\}/g, '[^/ "?]+')
    const inLine = new RegExp(`\\$C/${place}["? )]|\\$C/${place}$`)
    return !shown.some((line) => inLine.test(line) && methodOf(line) === method)
  })
  expect(missing.map(([name]) => name)).toEqual([])
})

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const methodOf = (line: string) =>
  /-X ([A-Z]+)/.exec(line)?.[1] ?? (/ -d /.test(line) ? 'POST' : 'GET')

it('docs/control-api.md states the actual limits', () => {
  const { worlds, worldsBytes, streams, journalEntries, faults, worldName } = ownLimits
  const { controlBytes, snapshotBytes, conformanceSeconds } = ownLimits
  for (const bound of [
    `${worlds.toLocaleString('en')} worlds and ${mebibytes(worldsBytes)}`,
    `${streams.toLocaleString('en')} open streams`,
    `${journalEntries.toLocaleString('en')} calls`,
    `${faults.toLocaleString('en')} faults`,
    `${worldName} characters`,
    `${conformanceSeconds} seconds`,
    `beyond ${mebibytes(controlBytes)}`,
    `beyond ${mebibytes(snapshotBytes)}`,
  ])
    expect(page).toContain(bound)
})
