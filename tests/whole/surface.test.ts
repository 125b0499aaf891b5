import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isProving } from '../support/proving.ts'
import { fileOf, parts, quickParts } from './surface/parts.ts'

/** The first lines of a text that differ from its frozen file, each with its number. */
function changes(name: string, text: string): string[] {
  const frozen = readFileSync(fileOf(name), 'utf8').split('\n')
  const lines = text.split('\n')
  return Array.from({ length: Math.max(lines.length, frozen.length) }, (_none, at) => at)
    .filter((at) => lines[at] !== frozen[at])
    .slice(0, 10)
    .map((at) => `${at + 1}: ${lines[at] ?? '(no line)'}`)
}

// After a change that users shall notice, `npm run surface` writes the files again.
describe('what users rely on', () => {
  it.each(Object.entries(quickParts))(
    'what users rely on is as frozen: %s',
    async (name, make) => expect(changes(name, await make())).toEqual([]),
    120_000,
  )

  const others = Object.entries(parts).filter(([name]) => !Object.hasOwn(quickParts, name))
  it.runIf(isProving).each(others)(
    'what users rely on is as frozen: %s',
    async (name, make) => expect(changes(name, await make())).toEqual([]),
    600_000,
  )
})
