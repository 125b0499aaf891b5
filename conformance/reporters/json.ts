import { escapeJson } from '../../contract/escape.ts'
import { type Report, verdicts } from '../report/report.ts'
import * as z from 'zod/mini'

/**
 * Formats a report as JSON, in the shape of schemas/report.json.
 *
 * @example
 * await writeFile('report.json', toJson(report))
 */
export const toJson = (report: Report): string =>
  `${escapeJson(JSON.stringify(report satisfies WrittenReport, null, 2))}\n`

const count = z.int().check(z.nonnegative())
const texts = z.readonly(z.array(z.string()))
const level = z.enum(['must', 'should', 'observe'])
const plan = z.enum(['smoke', 'core', 'turn', 'full', 'destructive', 'traffic'])

const evidence = z.object({
  expected: z.optional(z.string()),
  got: z.optional(z.string()),
  method: z.string(),
  path: z.string(),
  status: count,
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  curl: z.string(),
})

const result = z.object({
  id: z.string(),
  level,
  clause: z.string(),
  rule: z.string(),
  says: z.string(),
  verdict: z.enum(verdicts),
  message: z.string(),
  ms: z.optional(count),
  instances: count,
  observation: z.optional(z.unknown()),
  evidence: z.readonly(z.array(evidence)),
  onPurpose: z.optional(z.string()),
  reproduce: z.optional(z.string()),
  blockedBy: z.optional(z.string()),
})

const calls = z.object({
  principal: z.string(),
  operation: z.string(),
  statuses: z.record(z.string(), count),
  totalMs: z.number(),
  slowestMs: z.number(),
})

/** The schema of the JSON report, published as `schemas/report.json`. */
export const reportSchema = z.object({
  target: z.string(),
  command: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  version: z.optional(z.string()),
  plan,
  summary: z.record(z.enum(verdicts), count),
  causes: z.readonly(z.array(z.object({ rule: z.string(), instances: count, checks: texts }))),
  results: z.readonly(z.array(result)),
  leftovers: texts,
  calls: z.readonly(z.array(calls)),
  shapes: z.optional(z.record(z.string(), z.record(z.string(), texts))),
  spent: z.object({
    requests: count,
    turns: count,
    unexpectedTurns: z.optional(count),
    overBudget: z.boolean(),
    ms: z.optional(count),
  }),
  traffic: z.optional(
    z.object({ exchanges: count, judged: count, reached: count, minRules: count }),
  ),
  baseline: z.optional(z.object({ new: texts, known: texts, expired: texts, stale: texts })),
  interrupted: z.optional(z.literal(true)),
  outOfTime: z.optional(z.literal(true)),
})

/** The type of the JSON report. Later versions may add fields, but do not remove fields. */
export type WrittenReport = z.infer<typeof reportSchema>
