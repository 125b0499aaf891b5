import { expect, test } from 'vitest'
import { readScenarios } from '../../authoring/scenarios.ts'
import { parseYaml } from '../../authoring/yaml.ts'
import { leastRatio } from '../support/time-growth.ts'

const words = ['order', 'invoice', 'sensor', 'refund', 'gateway', 'leave', 'margin', 'outage']
const wordOf = (index: number, shift: number) => words[(index >> shift) % words.length] ?? ''

/** A typical script, different from all others of the thousand. */
const generated = (index: number) => `name: script-${index}
about: What becomes of ${wordOf(index, 0)} ${index}.
match:
  query: [${wordOf(index, 0)} ${wordOf(index, 3)} no ${index} please, "/${wordOf(index, 0)} (?<number>${index}-\\\\d+)/"]
include: [_common.yaml]
script:
  - think: They ask for ${wordOf(index, 0)} {{number}}.
  - use: { fragment: look-up, with: { what: ${wordOf(index, 3)} } }
  - call:
      tool: ${wordOf(index, 0)}_lookup
      input: { number: "{{number}}", user: "{{user.email}}" }
      takes: 700ms
      observation: Handed to the carrier at 07:40.
  - approval:
      call: { tool: pay, takes: 1.5s, input: { amount: ${index} } }
      rejected: [{ answer: "Not approved: {{reason}}." }]
  - answer: |-
      Good news, {{user.first_name}}: it is **on its way** and arrives tomorrow before noon.
suggestions: [Who signs for it?, Can I change the address?]
title: Where the ${wordOf(index, 0)} is
`

const common = `fragments:
  look-up:
    - think: I look up {{what}}.
    - call: { tool: search, input: { q: "{{what}}" }, observation: found }
`

const texts = new Map([
  ...Array.from({ length: 1000 }, (_, index) => [`s${index}.yaml`, generated(index)] as const),
  ['_common.yaml', common],
])

test('checking a thousand scripts takes at most three times as long as parsing their YAML', async () => {
  const parse = () => texts.forEach((text, file) => parseYaml(text, file))
  const check = () => readScenarios([...texts.keys()], async (file) => texts.get(file) ?? '')
  expect(await check()).toHaveLength(1000)
  expect(await leastRatio(3, check, parse, 2)).toBeLessThan(3)
})
