/**
 * The conformance suite: checks a deployment against the specification, from your own program.
 *
 * - `runConformance` runs a plan against a `Target` and resolves to a `Report`; `exitCode` gives
 *   its exit code.
 * - `toTerminal`, `toJson`, `toJunit`, `toMarkdown`, `toHtml` and `toAnnotations` write a report.
 * - `compareRuns` compares two reports; `calibrate` observes the choices of a deployment, and
 *   `calibrateTraffic` reads them from recorded traffic, after `createExchange` has converted it.
 * - `allChecks` lists the checks; `suiteLimits` has the limits of a run.
 *
 * @example
 * ```ts
 * import { runConformance, toTerminal } from 'agent-understudy/conformance'
 *
 * const report = await runConformance({ target: { baseUrl: 'http://127.0.0.1:4010' }, plan: 'smoke' })
 * console.log(toTerminal(report))
 * ```
 * @module
 */

export type { Check, Level, Plan } from '../conformance/session/check.ts'
export { allChecks } from '../conformance/checks/all-checks.ts'
export type { CalibrationInputs } from '../conformance/calibrate/observer.ts'
export { calibrate, type CalibrateOptions } from '../conformance/calibrate/calibrate.ts'
export type { Calibration } from '../conformance/calibrate/calibrate.ts'
export { calibrateTraffic } from '../conformance/calibrate/passive-calibration.ts'
export type { TrafficCalibration } from '../conformance/calibrate/passive-calibration.ts'
export { createExchange, type ExchangeParts } from '../contract/exchange.ts'
export type { Observation } from '../conformance/calibrate/observation.ts'
export { toCalibrationText, toProfileYaml } from '../conformance/calibrate/profile-text.ts'
export { compareRuns, type Comparison } from '../conformance/report/compare.ts'
export type { Cause, Difference } from '../conformance/report/causes.ts'
export type { RequestSpec, Exchange } from '../conformance/session/exchange.ts'
export type { TestSession, Target } from '../conformance/session/test-session.ts'
export { type Limits, suiteLimits } from '../conformance/session/limits.ts'
export { type Evidence, exitCode, type Report, type Result } from '../conformance/report/report.ts'
export { toAnnotations } from '../conformance/reporters/annotations.ts'
export { toHtml, toMarkdown, toTerminal } from '../conformance/reporters/documents.ts'
export { toJson } from '../conformance/reporters/json.ts'
export { toJunit } from '../conformance/reporters/junit.ts'
export { runConformance, type RunOptions } from '../conformance/runner/runner.ts'
