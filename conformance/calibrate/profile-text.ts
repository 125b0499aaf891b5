import { type ChoiceId, choices } from '../../contract/choices.ts'
import { escapeJson, escapeLine, escapeLines } from '../../contract/escape.ts'
import { isSameJson, type JsonObject } from '../../contract/json.ts'
import type { Pick as ChoicePick, Profile } from '../../contract/picks.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { effectivePicks } from '../../contract/profile/over-base.ts'
import type { Calibration } from './calibrate.ts'
import type { EvidencedPick, Observation } from './observation.ts'

/** The fields of a calibration that the formatted texts contain. */
type Concluded = Pick<Calibration, 'target' | 'profile' | 'observations'>

/** A profile that the calibrated profile extends, and its name in the field `base` of the YAML. */
export type CalibrationBase = { readonly name: string; readonly profile: Profile }

/**
 * Formats a calibration as YAML: picks with evidence, then undecided choices as comments. If `base`
 * is given, the profile extends the base and has only the picks that differ from it.
 *
 * @example
 * await writeFile('profile.yaml', toProfileYaml(await calibrate({ target, plan: 'turn' })))
 */
export function toProfileYaml(
  { target, profile, observations }: Concluded,
  base?: CalibrationBase,
): string {
  const seenPicks = observations.flatMap((each) => (each.state === 'seen' ? [toPicks(each)] : []))
  const { picks, same, idle } = base
    ? splitByBase(seenPicks, base.profile)
    : { picks: seenPicks, same: [], idle: [] }
  const decidesText = base ? 'the base decides' : 'the fake plays the defaults for'
  return [
    comment(`How ${target} responds, as far as observed.`),
    `name: ${profile.name}`,
    ...(base ? [`base: ${nameText(base.name)}`] : []),
    '',
    picks.length === 0 ? 'picks: {}' : 'picks:',
    ...picks.flatMap(pickLines),
    ...titledComments('Observed as in the base:', same.flatMap(remarkLines)),
    ...titledComments('Observed, but without effect beside the base:', idle.flatMap(remarkLines)),
    ...titledComments(`Not decided; ${decidesText} these.`, undecidedLines(observations)),
    '',
  ].join('\n')
}

/** Formats lines as YAML comments under a title. */
const titledComments = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', comment(title), ...lines.map(comment)]

/**
 * Formats a calibration as a few lines for a terminal.
 *
 * @example
 * console.log(toCalibrationText(await calibrate({ target, plan: 'turn' })))
 */
export function toCalibrationText(calibration: Calibration): string {
  const { observations, leftovers, target, spent, surveyError } = calibration
  const rest = undecidedLines(observations)
  const left = leftovers.map((leftover) => `left behind: ${leftover}`)
  return escapeLines([
    countLine(target, observations),
    ...rest,
    ...(surveyError === undefined
      ? []
      : [`The requests to all operations ended early: ${surveyError}`]),
    `It took ${spent.requests} requests and ${spent.turns} turns; ${left.length === 0 ? 'nothing is left behind' : `${left.length} left behind`}.`,
    ...left,
  ])
}

/** Formats how many choices are in each state, in one line. */
function countLine(target: string, observations: readonly Observation[]): string {
  const states = ['seen', 'conflict', 'masked', 'unknown'] as const
  const counts = states.map(
    (state) => `${observations.filter((each) => each.state === state).length} ${stateTexts[state]}`,
  )
  return `${target}: ${counts.join(', ')}`
}

/** Formats a traffic calibration as a few lines: the numbers, and the conflicts. */
export function toTrafficText({ target, observations }: Omit<Concluded, 'profile'>): string {
  const open = observations.filter(({ state }) => state === 'conflict' || state === 'seen')
  return escapeLines([countLine(target, observations), ...undecidedLines(open)])
}

const stateTexts = { seen: 'seen', conflict: 'in conflict', masked: 'hidden', unknown: 'unknown' }

type Seen = Extract<Observation, { readonly state: 'seen' }>

/** An option, and the evidence for it as text. */
type Reasoned = { readonly pick: ChoicePick; readonly why: string }

/** The picks of one choice: `usual` for all operations, `at` for single operations by name. */
type ReasonedPicks = {
  readonly id: ChoiceId
  readonly usual?: Reasoned | undefined
  readonly at: Readonly<Record<string, Reasoned>>
}

const toPicks = ({ id, at = {}, onlyAt, ...usual }: Seen): ReasonedPicks => ({
  id,
  ...(onlyAt === undefined && { usual: toReasonedPick(usual) }),
  at: Object.fromEntries(Object.entries(at).map(([name, there]) => [name, toReasonedPick(there)])),
})

const toReasonedPick = ({ pick, confidence, evidence }: EvidencedPick): Reasoned => ({
  pick,
  why: `${confidence}: ${evidence.join('; ')}`,
})

/** Splits picks by whether they differ from the base, equal it, or have no effect. */
function splitByBase(seen: readonly ReasonedPicks[], base: Profile) {
  const isSame = (each: ReasonedPicks) =>
    isSameJson(resultingOptions(each), resultingOptions(picksIn(base, each.id)))
  const whole = seen.map((each) => addBasePicks(each, picksIn(base, each.id)))
  const { picks, idle } = withEffect(
    whole.filter((each) => !isSame(each)),
    base,
  )
  return {
    picks: picks.filter((each) => !isSame(each)),
    same: [...whole, ...picks].filter(isSame),
    idle,
  }
}

const baseReason = 'as in the base'

/** Returns the picks of a base for one choice. */
function picksIn({ picks, at }: Profile, id: ChoiceId): ReasonedPicks {
  const there = Object.entries(at).flatMap(([place, { [id]: pick }]) =>
    pick === undefined
      ? []
      : [[operationName(place as keyof Profile['at']), { pick, why: baseReason }] as const],
  )
  const defaultPick = picks[id]
  return {
    id,
    ...(defaultPick && { usual: { pick: defaultPick, why: baseReason } }),
    at: Object.fromEntries(there),
  }
}

/**
 * Adds the picks of a base for all operations that were not observed. Drops the pick of an
 * operation if it equals the usual pick.
 */
function addBasePicks({ id, usual, at }: ReasonedPicks, base: ReasonedPicks) {
  const general = usual ?? base.usual
  const places = Object.entries({ ...base.at, ...at }).filter(
    ([, { pick }]) => general === undefined || !isSameJson(optionOf(pick), optionOf(general.pick)),
  )
  return { id, usual: general, at: Object.fromEntries(places) }
}

/** Returns the options of a choice: `default`, and `at` for operations with another option. */
function resultingOptions({ id, usual, at }: ReasonedPicks) {
  const defaultOption = optionOf(usual?.pick ?? { option: choices[id].default })
  const places = Object.entries(at)
    .map(([name, { pick }]) => [name, optionOf(pick)] as const)
    .filter(([, pick]) => !isSameJson(pick, defaultOption))
  return { default: defaultOption, at: Object.fromEntries(places) }
}

const optionOf = ({ option, value }: ChoicePick) =>
  value === undefined ? option : { [option]: value }

/** Separates picks with an effect from picks that do not apply or that the base overrides. */
function withEffect(picks: readonly ReasonedPicks[], base: Profile) {
  const document = picks.map((each) => {
    const { default: usual, at } = resultingOptions(each)
    return [each.id, each.usual ? { default: usual, at } : { at }] as const
  })
  const effective = effectivePicks({ picks: Object.fromEntries(document) }, base)
  const part = (hasEffect: boolean) =>
    picks.flatMap(({ id, usual, at }): ReasonedPicks[] => {
      const left = (effective[id] ?? {}) as { readonly default?: unknown; readonly at?: JsonObject }
      const isHere = (pick: unknown) => (pick !== undefined) === hasEffect
      const remainingUsual = isHere(left.default) ? usual : undefined
      const places = Object.entries(at).filter(([place]) => isHere(left.at?.[place]))
      if (remainingUsual === undefined && places.length === 0) return []
      return [{ id, usual: remainingUsual, at: Object.fromEntries(places) }]
    })
  return { picks: part(true), idle: part(false) }
}

/** Formats each observed pick as one line, such as `keys.prefix: svc_ (single: …)`. */
const remarkLines = ({ id, usual, at }: ReasonedPicks): readonly string[] =>
  [['', usual] as const, ...Object.entries(at)].flatMap(([place, one]) =>
    one === undefined || one.why === baseReason
      ? []
      : [`${id}${place && ` at ${place}`}: ${pickText(one.pick)} (${one.why})`],
  )

function pickLines({ id, usual, at }: ReasonedPicks): readonly string[] {
  const places = Object.entries(at)
  if (places.length === 0)
    return usual === undefined
      ? []
      : [`  ${comment(usual.why)}`, `  ${id}: ${pickText(usual.pick)}`]
  return [
    `  ${id}:`,
    ...(usual === undefined
      ? []
      : [`    ${comment(usual.why)}`, `    default: ${pickText(usual.pick)}`]),
    '    at:',
    ...places.flatMap(([name, there]) => [
      `      ${comment(there.why)}`,
      `      ${name}: ${pickText(there.pick)}`,
    ]),
  ]
}

const pickText = ({ option, value }: ChoicePick): string =>
  value === undefined
    ? quoted(option)
    : `{ ${quoted(option)}: ${escapeJson(JSON.stringify(value))} }`

// Quotes words such as `yes`, and all numbers, because YAML does not read them as strings.
const quoted = (word: string): string =>
  /^[a-z][a-z_-]*$/i.test(word) && !/^(?:yes|no|on|off|true|false|null|y|n)$/i.test(word)
    ? word
    : `'${word}'`

// A path can contain characters that YAML only allows in quotes.
const nameText = (name: string) =>
  /^[a-z.][\w./-]*$/i.test(name) ? name : escapeJson(JSON.stringify(name))

/** Formats each undecided choice, and each response that shows no option, as one line. */
const undecidedLines = (observations: readonly Observation[]): readonly string[] =>
  observations.flatMap((each) => {
    if (each.state !== 'seen') return [describeOpen(each)]
    return (each.others ?? []).map((line) => `${each.id}: unknown at ${line}`)
  })

function describeOpen(observation: Exclude<Observation, Seen>): string {
  const { id, state } = observation
  if (state === 'masked') return `${id}: hidden by the pick of ${observation.by}`
  if (state === 'unknown') return `${id}: unknown, ${observation.reason}`
  const sides = Object.entries(observation.seen).map(
    ([option, evidence]) => `${option} (${evidence.join('; ')})`,
  )
  return `${id}: in conflict, ${sides.join(' against ')}`
}

// Escapes line breaks, because a text of the target must not end the comment.
const comment = (text: string): string => `# ${escapeLine(text)}`
