import { type CoveredRule, coverageMap, type ProvenCheck } from '../proof/coverage-map.ts'
import { rules } from '../../contract/rules.ts'
import { type SpecGap, specGaps } from '../../contract/spec-gaps.ts'

const sections: Readonly<Record<string, string>> = {
  1: 'What the service does',
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

/** The page of the documentation that maps the specification to checks and mutants. */
export function coverageMarkdown(): string {
  const map = coverageMap()
  const checks = map.flatMap((covered) => covered.checks)
  const mutants = new Set(checks.flatMap(({ mutants: ids }) => ids))
  const picks = new Set(checks.flatMap((each) => each.picks))
  const excluded = map.filter(({ id }) => rules[id].excluded !== undefined)
  const parts = Object.entries(sections).map(([section, title]) => {
    const own = map.filter(({ id }) => rules[id].clause.startsWith(section))
    return `## ${section} ${title}\n\n${own.map(ruleText).join('\n\n')}`
  })
  return `# Coverage

What became of each sentence of the specification: the checks that judge it, and below each check the wrong servers that prove it. Generated from \`contract/rules/\`, \`conformance/checks/\` and \`conformance/mutants/\` by \`npm run build\`; a test fails where a link is missing.

${map.length} promises: ${map.length - excluded.length} with ${checks.length} checks, ${excluded.length} excluded with the reason. ${mutants.size} wrong servers and ${picks.size} picks that contradict the specification. A wrong server is caught by the check under which it stands, a pick by one at least of those that see it.

${parts.join('\n\n')}

## Where the specification is silent

Nothing here is ever a failure. The judge observes what it can see of the choices.

${specGaps.map(gapLine).join('\n')}
`
}

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
  return `- **${clause}** ${open}: ${became ?? (played && `not judged; played is ${played}`) ?? excluded}`
}
