import { escapeJson, escapeLine, escapeLines } from '../../contract/escape.ts'
import type { Pick as ChoicePick } from '../../contract/picks.ts'
import type { Calibration } from './calibrate.ts'
import type { EvidencedPick, Observation } from './observation.ts'

/** What a calibration says about the choices of its target. */
type Concluded = Pick<Calibration, 'target' | 'profile' | 'observations'>

/** Formats a calibration as YAML: picks with evidence, then undecided choices as comments. */
export function toProfileYaml({ target, profile, observations }: Concluded): string {
  const seen = observations.flatMap((each) => (each.state === 'seen' ? pickLines(each) : []))
  const rest = openLines(observations).map(comment)
  return [
    comment(`How ${target} responds, as far as observed.`),
    `name: ${profile.name}`,
    '',
    seen.length === 0 ? 'picks: {}' : 'picks:',
    ...seen,
    ...(rest.length === 0
      ? []
      : ['', '# Not decided; the fake plays the defaults for these.', ...rest]),
    '',
  ].join('\n')
}

/** Formats a calibration as a few lines for a terminal. */
export function toCalibrationText(calibration: Calibration): string {
  const { observations, leftovers, target, spent } = calibration
  const rest = openLines(observations)
  const left = leftovers.map((leftover) => `left behind: ${leftover}`)
  return escapeLines([
    countLine(target, observations),
    ...rest,
    `It took ${spent.requests} requests and ${spent.turns} turns; ${left.length === 0 ? 'nothing is left behind' : `${left.length} left behind`}.`,
    ...left,
  ])
}

/** How many choices are in each state. */
function countLine(target: string, observations: readonly Observation[]): string {
  const states = ['seen', 'conflict', 'masked', 'unknown'] as const
  const counts = states.map(
    (state) => `${observations.filter((each) => each.state === state).length} ${words[state]}`,
  )
  return `${target}: ${counts.join(', ')}`
}

/** Formats what traffic showed as a few lines: the numbers, and what it shows in two ways. */
export function toTrafficText({ target, observations }: Omit<Concluded, 'profile'>): string {
  const open = observations.filter(({ state }) => state === 'conflict' || state === 'seen')
  return escapeLines([countLine(target, observations), ...openLines(open)])
}

const words = { seen: 'seen', conflict: 'in conflict', masked: 'hidden', unknown: 'unknown' }

type Seen = Extract<Observation, { readonly state: 'seen' }>

function pickLines({ id, at, onlyAt, ...usual }: Seen): readonly string[] {
  const places = Object.entries(at ?? {})
  if (places.length === 0) return [`  ${evidenceLine(usual)}`, `  ${id}: ${pickText(usual.pick)}`]
  return [
    `  ${id}:`,
    ...(onlyAt ? [] : [`    ${evidenceLine(usual)}`, `    default: ${pickText(usual.pick)}`]),
    '    at:',
    ...places.flatMap(([name, there]) => [
      `      ${evidenceLine(there)}`,
      `      ${name}: ${pickText(there.pick)}`,
    ]),
  ]
}

const evidenceLine = ({ confidence, evidence }: EvidencedPick): string =>
  comment(`${confidence}: ${evidence.join('; ')}`)

const pickText = ({ option, value }: ChoicePick): string =>
  value === undefined
    ? quoted(option)
    : `{ ${quoted(option)}: ${escapeJson(JSON.stringify(value))} }`

// YAML would read some words and all numbers as something other than a string.
const quoted = (word: string): string =>
  /^[a-z][a-z_-]*$/i.test(word) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(word)
    ? word
    : `'${word}'`

/** What is not decided, one line each. */
const openLines = (observations: readonly Observation[]): readonly string[] =>
  observations.flatMap((each) => {
    if (each.state !== 'seen') return [describeOpen(each)]
    return (each.others ?? []).map((line) => `${each.id}: unknown at ${line}`)
  })

function describeOpen(observation: Exclude<Observation, Seen>): string {
  const { id, state } = observation
  if (state === 'masked') return `${id}: hidden by ${observation.by}`
  if (state === 'unknown') return `${id}: unknown, ${observation.reason}`
  const sides = Object.entries(observation.seen).map(
    ([option, evidence]) => `${option} (${evidence.join('; ')})`,
  )
  return `${id}: in conflict, ${sides.join(' against ')}`
}

// The target may send any text; a line break would end the comment.
const comment = (text: string): string => `# ${escapeLine(text)}`
