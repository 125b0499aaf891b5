import { defineCommand } from './define-command.ts'
import { writeOutput } from './output-file.ts'
import { outFlag, profileFlag } from './shared-flags.ts'
import { loadProfile } from './world-data.ts'
import { type ChoiceId, choiceIds, choices } from '../contract/choices.ts'
import { escapeJson } from '../contract/escape.ts'
import type { Choice } from '../contract/choices/choice.ts'
import { picksAt, type Profile } from '../contract/picks.ts'
import { type SpecGap, specGaps } from '../contract/spec-gaps.ts'

export const printChoices = defineCommand(
  {
    usage: 'choices [flags]',
    about: 'Lists every point at which deployments may differ, with its options.',
    flags: {
      profile: {
        ...profileFlag,
        default: 'documented',
        help: 'marks the options that this profile picks',
      },
      md: { help: 'prints Markdown' },
      ...outFlag,
    },
  },
  async ({ profile, md, out }, io) =>
    writeOutput(out, md ? choicesMarkdown() : choicesText(await loadProfile(profile)), io),
)

/** Formats the choices for a terminal. Marks the picks of a profile, and shows their values. */
export function choicesText(profile: Profile): string {
  const picks = picksAt(profile)
  const rows = choiceIds.map((id) => {
    const options = Object.entries(choices[id].options).map(([option, { grade, says }]) => {
      const pick = picks[id].option === option ? picks[id] : undefined
      const mark = pick === undefined ? '○' : '●'
      const value = pick?.value === undefined ? '' : `: ${escapeJson(JSON.stringify(pick.value))}`
      return `    ${mark} ${option} (${grade}): ${says}${value}`
    })
    return `${id}\n  ${choices[id].question} [${choices[id].clause}]\n${options.join('\n')}`
  })
  return `${rows.join('\n\n')}\n`
}

const groups = [...new Set(choiceIds.map((id) => id.split('.')[0] ?? id))]

export function choicesMarkdown(): string {
  const counts = new Map<string, number>()
  for (const id of choiceIds)
    for (const { grade } of Object.values(choices[id].options))
      counts.set(grade, (counts.get(grade) ?? 0) + 1)
  const sections = groups.map((family) => {
    const ids = choiceIds.filter((id) => id.startsWith(`${family}.`))
    return `## ${family}\n\n${ids.map(choiceText).join('\n\n')}`
  })
  return `# Choices

Every point at which deployments can differ: ${choiceIds.length} choices. Generated from \`contract/choices/\` by \`npm run build\`.

An option is **specified** (the specification requires it), **open** (the specification allows it: ${counts.get('open') ?? 0} options) or **deviates** (it contradicts the specification: ${counts.get('deviates') ?? 0} options). The default is the first one, in bold.

${sections.join('\n\n')}

## Gaps of the specification

| Clause | Not specified | Decision |
|---|---|---|
${specGaps.map(gapRow).join('\n')}
`
}

function gapRow({ clause, open, choices: ids, played, excluded }: SpecGap): string {
  const became = ids?.map((id) => `\`${id}\``).join(', ') ?? played ?? `excluded: ${excluded}`
  return `| ${clause} | ${open} | ${became} |`
}

function choiceText(id: ChoiceId): string {
  const choice: Choice = choices[id]
  const { [choice.default]: standard, ...others } = choice.options
  const optionEntries = [[choice.default, standard] as const, ...Object.entries(others)]
  const lines = optionEntries.map(([option, about]) => {
    const name = option === choice.default ? `**\`${option}\`**` : `\`${option}\``
    const value = about?.value === undefined ? '' : ' (takes a value)'
    const why = about?.unseen === undefined ? '' : `; no check can detect it: ${about.unseen}`
    return `- ${name} *${about?.grade}*${value}: ${about?.says}${why}`
  })
  const when = Object.entries(choice.when ?? {}).map(
    ([other, allowed]) => `\`${other}\` is ${allowed.map((one) => `\`${one}\``).join(' or ')}`,
  )
  const where = when.length === 0 ? '' : ` Applies if ${when.join(' and ')}.`
  const reasons = new Set(
    (choice.unobservableWhen ?? []).flatMap((picks) => unobservableText(picks)),
  )
  const hiddenText = reasons.size === 0 ? '' : ` Not observable with ${[...reasons].join(' or ')}.`
  return `### ${id}\n\n${choice.question} (${choice.clause}; ${choice.kind})${where}${hiddenText}\n\n${lines.join('\n')}`
}

/** Formats the first choice of an `unobservableWhen` row: its id with its options. */
const unobservableText = (picks: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(picks)
    .slice(0, 1)
    .map(([id, options]) => `\`${id}: ${options.join('`, `')}\``)
