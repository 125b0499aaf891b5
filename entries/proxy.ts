/**
 * A proxy in front of a deployment, and recordings of its traffic. For Node.
 *
 * - `startProxy` forwards requests to a deployment and records them in a journal. It throws
 *   `TargetError` or `FaultInputError` for wrong options.
 * - `openRecorder` writes exchanges to a HAR file, and throws `RecordingError`. The redactor of
 *   `createRedactor` removes secrets.
 * - A `Judge` and `onExchange` receive each exchange as a `RecordedExchange`.
 * - `createFakeTurns(createTurnFake(fake))`, as the option `substitute`, lets a fake play the turns of a
 *   deployment.
 *
 * @example
 * ```ts
 * import { createRedactor, openRecorder, startProxy } from 'agent-understudy/proxy'
 *
 * const key = crypto.getRandomValues(new Uint8Array(32))
 * const recorder = openRecorder('session.har', createRedactor({ key }))
 * const proxy = await startProxy({ to: 'https://staging.example.com', onExchange: recorder.add })
 * // … point your client at proxy.url …
 * await proxy.close()
 * await recorder.finish()
 * ```
 * @module
 */

import './require-runtime.ts'
export { createTurnFake } from '../mocks/turn-fake.ts'
export { createFakeTurns, type FakeTurnsOptions } from '../traffic/fake-turns/fake-turns.ts'
export type { ForeignRecord, TurnFake } from '../traffic/journal/turn-fake.ts'
export type { RecordedExchange } from '../contract/exchange.ts'
export type { CountedFinding, Finding, Judge } from '../traffic/proxy/findings.ts'
export { type ProxyOptions, type RunningProxy, startProxy } from '../traffic/proxy/proxy.ts'
export { FaultInputError } from '../traffic/proxy/read-faults.ts'
export type { Rewrite } from '../traffic/proxy/rewrite-headers.ts'
export type { Substitute, SubstitutableCall, TargetRequest } from '../traffic/proxy/substitute.ts'
export { type Target, TargetError } from '../traffic/proxy/targets.ts'
export { type FinishedRecording, RecordingError } from '../traffic/record/recorder.ts'
export { openRecorder, type Recorder } from '../traffic/record/recorder.ts'
export { createRedactor, type Redactor, type RedactorOptions } from '../traffic/redact/redactor.ts'
