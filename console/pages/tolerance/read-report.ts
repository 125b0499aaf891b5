import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { toHtml } from '../../../testing/tolerance/summary.ts'

/** A report, or the reason why a text is none. */
type ReadReport = { readonly report: ToleranceReport } | { readonly problem: string }

const howToMake =
  'Make one with `npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test`.'

/** The fields that the page needs, with the check of their values. */
const requiredFields: Readonly<Record<string, (given: unknown) => boolean>> = {
  command: isListOf('string'),
  profile: (given) => typeof given === 'string',
  profileDocument: isRecord,
  fixture: (given) => typeof given === 'string',
  seed: (given) => typeof given === 'string',
  testNames: isListOf('string'),
  behaviours: isListOf('object'),
  leftOut: isListOf('object'),
  findings: isListOf('object'),
  runs: isListOf('object'),
  counts: isRecord,
}

/** Reads the JSON report of `tolerance` from the text of a file. */
export function readReport(text: string): ReadReport {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: `This file is not JSON. ${howToMake}` }
  }
  if (!isRecord(given)) return { problem: `This JSON is not a report of tolerance. ${howToMake}` }
  if (given['kind'] !== 'tolerance') return { problem: `${describeOther(given)} ${howToMake}` }
  if (given['version'] !== 1)
    return {
      problem: `This report has version ${JSON.stringify(given['version'])}, and this console reads version 1. Use the console and the command of the same version of agent-understudy.`,
    }
  const missing = Object.keys(requiredFields).find(
    (name) => requiredFields[name]?.(given[name]) !== true,
  )
  if (missing !== undefined)
    return { problem: `This report is damaged: its field \`${missing}\` is missing or wrong.` }
  const report = given as unknown as ToleranceReport
  try {
    // Finds what is wrong inside of the fields.
    toHtml(report)
  } catch (error) {
    return { problem: `This report is damaged: it cannot be shown (${(error as Error).message}).` }
  }
  return { report }
}

/** Says which other file it is, where that can be recognised. */
function describeOther(given: Readonly<Record<string, unknown>>): string {
  if ('behaviours' in given && 'leftOut' in given)
    return 'This report of tolerance was made by an earlier version of agent-understudy.'
  if ('plan' in given && 'results' in given)
    return 'This is a report of a conformance run. This page shows the report of tolerance.'
  if ('log' in given) return 'This is a recording (HAR). This page shows the report of tolerance.'
  return 'This JSON is not a report of tolerance.'
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

function isListOf(type: 'string' | 'object') {
  return (given: unknown): boolean =>
    Array.isArray(given) && given.every((one) => typeof one === type && one !== null)
}
