import { type CoveredRule, coverageMap, type ProvenCheck } from './coverage-map.ts'
import { type Cell, effectTables, fieldTables, type PlaceTable } from './field-places.ts'
import { markdownTable } from '../../../report/markdown.ts'
import { rules } from '../../../contract/rules.ts'
import { type SpecGap, specGaps } from '../../../contract/spec-gaps.ts'

const sections: Readonly<Record<string, string>> = {
  1: 'Behaviour of the service',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
}

const levels = { must: 'must', should: 'should, warns', observe: 'observed' } as const

/** The text of docs/coverage.md: the rules of the specification with their checks and mutants. */
export function coverageMarkdown(): string {
  const map = coverageMap()
  const checks = map.flatMap((covered) => covered.checks)
  const mutants = new Set(checks.flatMap(({ mutants: ids }) => ids))
  const picks = new Set(checks.flatMap((each) => each.picks))
  const excluded = map.filter(({ id }) => rules[id].excluded !== undefined)
  const parts = Object.entries(sections).map(([section, title]) => {
    const ownRules = map.filter(({ id }) => rules[id].clause.startsWith(section))
    return `## ${section} ${title}\n\n${ownRules.map(ruleText).join('\n\n')}`
  })
  return `# Coverage

Each rule of the specification with its checks. Each \`must\` check has the mutants on which it fails, which prove it. Generated from \`contract/rules/\`, \`conformance/checks/\` and \`conformance/mutants/\` by \`npm run build\`; a test fails if a rule has no check and no reason, or a \`must\` check no mutant.

${map.length} rules: ${map.length - excluded.length} with ${checks.length} checks, ${excluded.length} excluded with a reason. ${mutants.size} mutants and ${picks.size} picks that contradict the specification. A mutant is killed by the check that lists it, a pick by at least one of the checks that list it.

${parts.join('\n\n')}

## Fields and places

Each field that the specification names, in each place where it appears. A cell has the checks of the field there, or the reason why there are none. An empty cell means that the field does not appear there.

${fieldTables.map(placeTable).join('\n\n')}

## Changes and their effects

Each change with the checks of its effects elsewhere.

${effectTables.map(placeTable).join('\n\n')}

## What the specification leaves open

Nothing here is ever a failure. The conformance suite only observes these choices, as far as responses show them.

${specGaps.map(gapLine).join('\n')}
`
}

function placeTable({ title, places, rows }: PlaceTable): string {
  const body = rows.map(({ name, cells }) => [name, ...cells.map(cellText)])
  return `### ${title}\n\n${markdownTable(places, body)}`
}

const cellText = ({ checks, why }: Cell): string =>
  why === '' ? checks.map((id) => `\`${id}\``).join(', ') : `no check: ${why}`

function ruleText({ id, checks }: CoveredRule): string {
  const { clause, says, excluded } = rules[id]
  const head = `**${clause}** ${says} \`${id}\``
  const lines = excluded === undefined ? checks.map(checkLine) : [`- Excluded: ${excluded}.`]
  return [head, '', ...lines].join('\n')
}

function checkLine({ check, mutants, picks }: ProvenCheck): string {
  const proof = [...mutants, ...picks].map((name) => `\`${name}\``).join(', ')
  return `- \`${check.id}\` (${levels[check.level]})${proof && `: ${proof}`}`
}

function gapLine({ clause, open, choices, played, excluded }: SpecGap): string {
  const became = choices?.map((id) => `\`${id}\``).join(', ')
  return `- **${clause}** ${open}: ${became ?? (played && `not checked; the fake plays ${played}`) ?? excluded}`
}
