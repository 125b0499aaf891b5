import type { Grade } from '../../contract/choices/choice.ts'
import { choices } from '../../contract/choices.ts'
import { documented } from '../../contract/picks.ts'
import {
  type DifferenceKind,
  differenceKind,
  describeDifference,
  differenceSubject,
} from '../../contract/profile/describe-difference.ts'
import { type Difference, profileDifferences } from '../../contract/profile/differences.ts'
import {
  type Block,
  code,
  heading,
  list,
  paragraph,
  type ReportDocument,
  type Text,
  type Tone,
} from '../../report/document.ts'
import { renderHtml } from '../../report/html.ts'
import { renderMarkdown } from '../../report/markdown.ts'
import { renderTerminal } from '../../report/terminal.ts'
import { adviceFor } from '../../testing/tolerance/advice.ts'
import type { OutputIo } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { jsonText } from '../json-text.ts'
import { ensureReportsWritable, writeReports } from '../report-files.ts'
import { profileFlag } from '../shared-flags.ts'
import { reportFlag } from '../value-types.ts'
import { loadProfile } from '../world-data.ts'
import { capitalize } from '../../contract/capitalize.ts'

/** Whether a command line of `compare` names profiles instead of two sides. */
export const namesProfiles = (argv: readonly string[]): boolean =>
  argv[0]?.startsWith('-') === true && argv.some((word) => /^--profile(=|$)/.test(word))

/** A difference between two profiles, in the form that `--json` prints. */
type ListedDifference = {
  /** The id of the difference, in the form that `tolerance --to --only` accepts. */
  readonly id: string
  readonly change: DifferenceKind
  /** The name of the choice, operation, or family of operations that differs. */
  readonly subject: string
  /** The question that the choice answers; null for other differences. */
  readonly question: string | null
  /** `deviates` if an option of the later profile contradicts the specification. */
  readonly grade: Grade | null
  readonly details: readonly string[]
  /** How a client can support both deployments; empty if this depends on the client. */
  readonly advice: string
}

/**
 * `agent-understudy compare --profile A --profile B`: prints how two deployments differ, as a guide
 * to move a client from A to B. Resolves to 0 for no difference, 1 for some.
 */
export const compareTwoProfiles = defineCommand(
  {
    usage: 'compare --profile A --profile B [flags]',
    about: `Compares two profiles: prints which operations are gone, changed or new, and which behaviours
change, as a guide for moving a client from A to B. Nothing is sent.`,
    flags: {
      profile: {
        ...profileFlag,
        isRepeatable: true,
        help: 'a profile: documented, deployed-0.8, or a file or folder of `import` or `calibrate` or of your own',
      },
      report: reportFlag(['html', 'json', 'markdown']),
      json: { help: 'prints the result as JSON' },
    },
    notes: 'Exit codes: 0 no difference, 1 differences, 3 wrong command line or profile.',
    problem: ({ profile }) =>
      profile.length === 2
        ? undefined
        : `compare takes two profiles, not ${profile.length}: compare --profile A --profile B.`,
  },
  async (
    { profile: [from = documented.name, to = documented.name], report, json },
    io: OutputIo,
  ) => {
    await ensureReportsWritable(report)
    const [today, next] = [await loadProfile(from), await loadProfile(to)]
    const differences = profileDifferences(today, next).map(toListedDifference)
    const comparison = { kind: 'profiles', version: 1, from, to, differences } as const
    const document = documentOf(from, to, differences)
    await writeReports(report, {
      html: () => renderHtml(document, { skipTo: [firstId, 'To the differences'] }),
      json: () => jsonText(comparison),
      markdown: () => renderMarkdown(document),
    })
    io.stdout.write(json ? jsonText(comparison) : renderTerminal(document))
    return differences.length === 0 ? 0 : 1
  },
)

function toListedDifference(difference: Difference): ListedDifference {
  const { id, section } = difference
  const common = { id, change: differenceKind(difference), subject: differenceSubject(difference) }
  const details = describeDifference(difference)
  if (section !== 'picks') return { ...common, question: null, grade: null, details, advice: '' }
  const { question, options } = choices[difference.name]
  const grades = difference.changes.map(({ after }) => options[after.option]?.grade ?? 'open')
  return {
    ...common,
    question,
    grade: grades.find((grade) => grade === 'deviates') ?? grades[0] ?? null,
    details,
    advice: adviceFor(id),
  }
}

/** The HTML id of the first section. The next sections add a number, as in `differences-2`. */
const firstId = 'differences'

const sections: readonly (readonly [title: string, change: DifferenceKind, prefix: RegExp])[] = [
  ['Operations that are gone', 'gone', /^operation:/],
  ['Behaviours that change', 'changed', /^(?!operation:|answer:)/],
  ['Answers that change', 'changed', /^answer:/],
  ['Operations that change', 'changed', /^operation:/],
  ['Operations that are new', 'new', /^operation:/],
]

const tones: Readonly<Record<DifferenceKind, Tone>> = { gone: 'fail', changed: 'warn', new: 'pass' }

function documentOf(
  from: string,
  to: string,
  differences: readonly ListedDifference[],
): ReportDocument {
  const shown = sections
    .map(([title, change, prefix]) => ({
      title,
      rows: differences.filter((one) => one.change === change && prefix.test(one.id)),
    }))
    .filter(({ rows }) => rows.length > 0)
  const counts = shown.map(({ title, rows }) => {
    const isChange = rows[0]?.change === 'changed'
    return `${title.toLowerCase()}: ${isChange ? rows.length : rows.flatMap(({ details }) => details).length}`
  })
  return {
    title: ['From ', code(from), ' to ', code(to)],
    summary: [paragraph(...summaryOf(from, to, counts.join(', ')))],
    body: shown.flatMap(({ title, rows }, at) => [
      heading(title, at === 0 ? firstId : `${firstId}-${at + 1}`),
      ...blocksOf(rows),
    ]),
  }
}

function summaryOf(from: string, to: string, counts: string): readonly Text[] {
  if (counts === '') return ['No difference: all picks, answers and operations are the same.']
  return [
    `${capitalize(counts)}.`,
    [
      'To see which of them break your tests: ',
      code(`npx agent-understudy tolerance --profile ${from} --to ${to} -- COMMAND`),
    ],
  ]
}

/** Shows new and gone operations as one list, and each changed operation as a detailed finding. */
const blocksOf = (differences: readonly ListedDifference[]): readonly Block[] =>
  differences[0]?.change === 'changed'
    ? differences.map(findingOf)
    : [list(differences.flatMap(({ details }) => details))]

const findingOf = ({ change, id, subject, question, grade, details, advice }: ListedDifference) =>
  ({
    kind: 'finding',
    verdict: change,
    tone: tones[change],
    name: question === null ? subject : id,
    ...(question !== null && { note: question }),
    blocks: [
      list(details),
      ...(grade === 'deviates' ? [paragraph('This contradicts the specification.')] : []),
      ...(advice === '' ? [] : [paragraph(`A client that works with both: ${advice}`)]),
    ],
  }) as const satisfies Block
