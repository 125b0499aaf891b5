import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operationIds } from '../../contract/operations.ts'
import { deployedProfile } from '../profiles/deployment/deployed-profile.ts'
import { deploymentOperations } from '../profiles/deployment/operations.ts'
import { drawn, isProving } from '../support/proving.ts'
import { exchangesText, readExchanges } from './surface/exchanges.ts'
import { fileOf, parts, quickParts } from './surface/parts.ts'
import { contractJourney, deployedJourney } from './surface/requests.ts'

const readFrozen = (name: string) => readFileSync(fileOf(name), 'utf8')

/** The first lines that differ between a text and its frozen file, with their numbers. */
function changes(name: string, text: string): string[] {
  const frozen = readFrozen(name).split('\n')
  const lines = text.split('\n')
  return Array.from({ length: Math.max(lines.length, frozen.length) }, (_none, at) => at)
    .filter((at) => lines[at] !== frozen[at])
    .slice(0, 10)
    .map((at) => `${at + 1}: ${lines[at] ?? '(no line)'}`)
}

// For an intended change, `npm run surface` writes the files again.
describe('the public surface of the product', () => {
  it.each(Object.entries(quickParts))(
    'the public surface of the product equals its frozen file: %s',
    async (name, make) => expect(changes(name, await make())).toEqual([]),
    120_000,
  )

  const others = Object.entries(parts).filter(([name]) => !Object.hasOwn(quickParts, name))
  it.runIf(isProving).each(others)(
    'the public surface of the product equals its frozen file: %s',
    async (name, make) => expect(changes(name, await make())).toEqual([]),
    600_000,
  )

  const samples = [
    ['documented', contractJourney(drawn(operationIds, 8)), undefined],
    ['deployed-0.8', deployedJourney(drawn(deploymentOperations, 8)), deployedProfile],
  ] as const
  it.skipIf(isProving).each(samples)(
    'the public surface of a sample of the operations equals its frozen file: %s',
    async (name, journey, profile) => {
      const frozen = readExchanges(readFrozen(name))
      const { lines } = readExchanges(await exchangesText(journey, profile, frozen.common))
      expect(lines.size).toBeGreaterThan(8)
      for (const [label, own] of lines)
        expect([label, own]).toEqual([label, frozen.lines.get(label)])
    },
  )
})
