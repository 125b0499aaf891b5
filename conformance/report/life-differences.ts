import { isObject } from '../../contract/json.ts'
import type { Step } from '../lives/steps.ts'
import type { Difference } from './compare.ts'

/** Whether a check walks a family through its life; a comparison reads its steps. */
export const isLife = (id: string): boolean => id.startsWith('life.')

/** How two lives of one family differ, step by step. What follows from an earlier difference is left out. */
export function lifeDifferences(a: unknown, b: unknown): readonly Difference[] {
  const [mine, theirs] = [keyed(stepsIn(a)), keyed(stepsIn(b))]
  const keys = [...new Set([...mine.keys(), ...theirs.keys()])]
  const told = new Set<string>()
  return keys.flatMap((key) => {
    const [one, other] = [mine.get(key), theirs.get(key)]
    const { call, step } = (one ?? other) as PlacedStep
    // A life that ended early lacks its later calls, and what they would have shown.
    if (one === undefined || other === undefined)
      if (step === call || !mine.has(call) || !theirs.has(call)) return []
    const where = step === call ? step : `${step} after ${call.replace(/ #\d+$/, '')}`
    const places = [...new Set([one, other].flatMap((each) => Object.keys(each?.values ?? {})))]
    return places.flatMap((place) => {
      const [before = 'absent', after = 'absent'] = [one?.values[place], other?.values[place]]
      const cause = JSON.stringify([place.split('/').at(-1), before, after])
      if (before === after || told.has(cause)) return []
      told.add(cause)
      return [{ where: where.replace(/ #1$/, ''), pointer: place, a: before, b: after }]
    })
  })
}

/** A step with the call before it; a call is its own. */
type PlacedStep = Step & { readonly call: string }

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
    found.set(key, { step: isLook ? step : key, values, call })
  }
  return found
}

const stepsIn = (observation: unknown): readonly Step[] =>
  Array.isArray(observation) ? observation.filter(isStep) : []

const isStep = (value: unknown): value is Step =>
  isObject(value) && typeof value['step'] === 'string' && isObject(value['values'])
