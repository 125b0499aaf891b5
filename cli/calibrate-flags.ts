import type { CalibrationInputs } from '../conformance/calibrate/observer.ts'
import { type ConformFlags, readConformFlags } from './conform-flags.ts'
import { readFlags, UsageError } from './usage.ts'

export type CalibrateFlags = ConformFlags & {
  readonly aids: CalibrationInputs
  /** The file for the profile; stdout without it. */
  readonly out?: string | undefined
}

const text = { type: 'string' } as const

const own = {
  out: text,
  'restricted-email': text,
  'restricted-password': text,
  'restricted-key': text,
  'approval-query': text,
  'approval-agent': text,
  workflow: text,
  'end-sessions': { type: 'boolean' },
} as const

/** Flags of `conform` that mean nothing here. */
const idle = /^--(only|report|baseline|write-baseline|json|strict)\b/

/**
 * Reads the flags of `calibrate`: its own, and those of `conform`, so that a target is named in one
 * way. Throws `UsageError` with one sentence that says what is wrong.
 */
export function readCalibrateFlags(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): CalibrateFlags {
  const useless = argv.find((word) => idle.test(word))
  if (useless !== undefined)
    throw new UsageError(`calibrate has no use for ${useless.split('=')[0]}.`)
  const { mine, rest } = divide(argv)
  const values = readFlags(mine, own)
  const flags = readConformFlags(rest, variables)
  const restrictedEmail = values['restricted-email'] ?? variables['UNDERSTUDY_RESTRICTED_EMAIL']
  const restrictedPassword =
    values['restricted-password'] ?? variables['UNDERSTUDY_RESTRICTED_PASSWORD']
  if (!restrictedEmail !== !restrictedPassword)
    throw new UsageError('--restricted-email and --restricted-password belong together.')
  return {
    ...flags,
    out: values.out,
    aids: {
      restrictedEmail: restrictedEmail || undefined,
      restrictedPassword: restrictedPassword || undefined,
      restrictedKey:
        (values['restricted-key'] ?? variables['UNDERSTUDY_RESTRICTED_KEY']) || undefined,
      approvalQuery: values['approval-query'],
      approvalAgent: values['approval-agent'],
      workflow: values.workflow,
      endSessions: values['end-sessions'],
    },
  }
}

/** Our own flags with their values, and all other words. */
function divide(argv: readonly string[]) {
  const mine: string[] = []
  const rest: string[] = []
  const words = argv.values()
  for (const word of words) {
    const [name = '', ...value] = word.replace(/^--/, '').split('=')
    const option =
      word.startsWith('--') && Object.hasOwn(own, name) && own[name as keyof typeof own]
    if (!option) {
      rest.push(word)
      continue
    }
    mine.push(word)
    const next = option.type === 'string' && value.length === 0 ? words.next().value : undefined
    if (next !== undefined) mine.push(next)
  }
  return { mine, rest }
}
