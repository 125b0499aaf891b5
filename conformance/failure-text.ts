import { escapeLine } from '../contract/escape.ts'
import type { Result } from './report.ts'

/** Why a check failed and how to see it, in a few lines for the message of a test. */
export function failureText({
  message,
  clause,
  says,
  instances,
  evidence,
  onPurpose,
}: Result): string {
  const [first] = evidence
  const found = first?.expected && `expected ${first.expected}, got ${first.got}`
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    found === undefined ? message : `${found}${more}`,
    `the spec says (${clause})  ${says}`,
    ...(first ? [`see it  ${first.curl}`] : []),
    ...(onPurpose ? [`see it on purpose  ${onPurpose}`] : []),
  ]
    .map((line) => escapeLine(line))
    .join('\n')
}
