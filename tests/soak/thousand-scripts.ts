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

/** A thousand scripts and a fragment that they share, by their file names. */
export const thousandScripts = (): ReadonlyMap<string, string> =>
  new Map([
    ...Array.from({ length: 1000 }, (_, index) => [`s${index}.yaml`, generated(index)] as const),
    ['_common.yaml', common],
  ])
