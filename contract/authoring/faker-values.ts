import { isDate } from '../realm-safe.ts'
import { faker } from '@faker-js/faker/locale/en'
import { didYouMean } from '../nearest.ts'

/** The number of values that are generated for one placeholder. */
const valuesPerPlaceholder = 40
/** The reference date of faker, so that it generates the same values every day. */
const referenceDate = '2026-11-21T08:00:00.000Z'

type Method = () => unknown

/** Explains why faker has no values for a name. Returns `undefined` if faker has values. */
export function whyNotMadeUp(name: string): string | undefined {
  const [, module = '', method = ''] = name.split('.')
  const methods = methodsOf(module)
  if (methods.size === 0) {
    const modules = Object.keys(faker).filter((key) => methodsOf(key).size > 0)
    return `faker has no "${module}"; ${nameAdvice(module, modules, 'faker.')}`
  }
  const make = methods.get(method)
  if (make === undefined)
    return `"${module}" of faker has no "${method}"; ${nameAdvice(method, [...methods.keys()], `faker.${module}.`)}`
  return callForText(make) === undefined
    ? `"${name}" returns no text without arguments; choose another method`
    : undefined
}

/** Generates values for a faker name. The same seed gives the same values. */
export function makeUp(name: string, seed: string): string[] {
  const [, module = '', method = ''] = name.split('.')
  const make = methodsOf(module).get(method) ?? (() => undefined)
  faker.seed(Array.from(`${seed}\n${name}`, (letter) => letter.codePointAt(0) ?? 0))
  faker.setDefaultRefDate(referenceDate)
  return Array.from({ length: valuesPerPlaceholder }, () => callForText(make) ?? '')
}

function methodsOf(module: string): ReadonlyMap<string, Method> {
  const found: unknown = Object.hasOwn(faker, module) ? Reflect.get(faker, module) : undefined
  if (typeof found !== 'object' || found === null) return new Map()
  return new Map(
    Object.entries(found).flatMap(([name, method]) =>
      typeof method === 'function' && !name.startsWith('_') && name !== 'faker'
        ? [[name, () => Reflect.apply(method, found, [])] as const]
        : [],
    ),
  )
}

/** Calls a faker method. Returns `undefined` if the call fails or its result is a map or a list. */
function callForText(make: Method): string | undefined {
  try {
    const value = make()
    if (isDate(value)) return value.toISOString()
    return typeof value === 'object' || value === undefined ? undefined : String(value)
  } catch {
    return undefined
  }
}

function nameAdvice(name: string, knownNames: readonly string[], prefix: string): string {
  const quote = (best: string) => `{{${prefix}${best}}}`
  return didYouMean(name, knownNames, quote) ?? `available: ${knownNames.join(', ')}`
}
