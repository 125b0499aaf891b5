import { escapeJson, escapeLine, escapeLines } from '../../contract/escape.ts'
import type { Pick } from '../../contract/picks.ts'
import type { Calibration, Observation } from './calibrate.ts'

/** Formats a calibration as YAML: picks with evidence, then undecided choices as comments. */
export function toProfileYaml({ target, profile, observations }: Calibration): string {
  const seen = observations.flatMap((each) => (each.state === 'seen' ? pickLines(each) : []))
  const rest = observations.flatMap((each) =>
    each.state === 'seen' ? [] : [comment(describeOpen(each))],
  )
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
  const states = ['seen', 'conflict', 'masked', 'unknown'] as const
  const counts = states.map(
    (state) => `${observations.filter((each) => each.state === state).length} ${words[state]}`,
  )
  const rest = observations.flatMap((each) => (each.state === 'seen' ? [] : [describeOpen(each)]))
  const left = leftovers.map((leftover) => `left behind: ${leftover}`)
  return escapeLines([
    `${target}: ${counts.join(', ')}`,
    ...rest,
    `It took ${spent.requests} requests and ${spent.turns} turns; ${left.length === 0 ? 'nothing is left behind' : `${left.length} left behind`}.`,
    ...left,
  ])
}

const words = { seen: 'seen', conflict: 'in conflict', masked: 'hidden', unknown: 'unknown' }

type Seen = Extract<Observation, { readonly state: 'seen' }>

const pickLines = ({ id, pick, confidence, evidence }: Seen): readonly string[] => [
  `  ${comment(`${confidence}: ${evidence.join('; ')}`)}`,
  `  ${id}: ${pickText(pick)}`,
]

const pickText = ({ option, value }: Pick): string =>
  value === undefined
    ? quoted(option)
    : `{ ${quoted(option)}: ${escapeJson(JSON.stringify(value))} }`

// YAML would read some words and all numbers as something other than a string.
const quoted = (word: string): string =>
  /^[a-z][a-z_-]*$/i.test(word) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(word)
    ? word
    : `'${word}'`

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
