import { isObject } from '../../contract/json.ts'
import type { Step } from '../lives/steps.ts'
import type { Difference } from './causes.ts'

/** Whether a check walks a family through its life; a comparison reads its steps. */
export const isLife = (id: string): boolean => id.startsWith('life.')

/**
 * How two lives of one family differ, step by step. Left out is what follows from an earlier difference:
 * the same values elsewhere, later values of the same field, and the steps after an early end.
 */
export function lifeDifferences(a: unknown, b: unknown): readonly Difference[] {
  const [mine, theirs] = [keyed(stepsIn(a)), keyed(stepsIn(b))]
  const told = new Set<string>()
  const isNew = (...causes: readonly string[]) => {
    const isTold = causes.some((cause) => told.has(cause))
    for (const cause of causes) told.add(cause)
    return !isTold
  }
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((key) => {
    const [one, other] = [mine.get(key), theirs.get(key)]
    const { call, step, isLook } = (one ?? other) as PlacedStep
    if (
      (one === undefined || other === undefined) &&
      !(isLook && mine.has(call) && theirs.has(call))
    )
      return []
    const where = isLook ? `${step} after ${withoutNumber(call)}` : withoutNumber(step)
    if (step.includes(newRow) && (one === undefined || other === undefined)) {
      const [before, after] = [rowText(one), rowText(other)]
      return isNew(before + after) ? [{ where, pointer: '', a: before, b: after }] : []
    }
    return placesOf(one, other).flatMap((place) => {
      const unseen = isLook ? 'as before' : 'absent'
      const [before = unseen, after = unseen] = [one?.values[place], other?.values[place]]
      const same = JSON.stringify([place.split('/').at(-1), before, after])
      const causes = isLook ? [same, `${step} ${place}`] : [same]
      return before !== after && isNew(...causes)
        ? [{ where, pointer: place, a: before, b: after }]
        : []
    })
  })
}

/** The places to compare. Of calls with different statuses, the bodies differ anyway: only their codes count. */
function placesOf(one: Step | undefined, other: Step | undefined): readonly string[] {
  const places = new Set([one, other].flatMap((step) => Object.keys(step?.values ?? {})))
  const isOtherStatus =
    one !== undefined && other !== undefined && one.values['status'] !== other.values['status']
  return isOtherStatus
    ? ['status', '/error_code'].filter((place) => places.has(place))
    : [...places]
}

const newRow = ': a new row'

const rowText = (step: Step | undefined): string =>
  step === undefined
    ? 'no such row'
    : Object.entries(step.values)
        .filter(([, value]) => !/^(?:null|"<\w+>")$/.test(value))
        .map(([place, value]) => `${place.slice(1)} ${value}`)
        .join(', ')

const withoutNumber = (key: string): string => key.replace(/ #\d+$/, '')

/** A step with the call before it; a call is its own. */
type PlacedStep = Step & { readonly call: string; readonly isLook: boolean }

/** The steps by names that both sides have, although one of them shows more than the other. */
function keyed(steps: readonly Step[]): ReadonlyMap<string, PlacedStep> {
  const found = new Map<string, PlacedStep>()
  let call = ''
  for (const { step, values } of steps) {
    const isLook = step.startsWith('GET ') && !step.endsWith(' by another user')
    const name = isLook ? `${step} | ${call}` : step
    let count = 1
    while (found.has(`${name} #${count}`)) count += 1
    const key = `${name} #${count}`
    if (!isLook) call = key
    found.set(key, { step: isLook ? step : key, values, call, isLook })
  }
  return found
}

const stepsIn = (observation: unknown): readonly Step[] =>
  Array.isArray(observation) ? observation.filter(isStep) : []

const isStep = (value: unknown): value is Step =>
  isObject(value) && typeof value['step'] === 'string' && isObject(value['values'])
