/**
 * The fake on Cloudflare Workers: each world is a Durable Object, with its state in the object's
 * SQLite.
 *
 * - `createWorker` creates the Worker and the class `World` of its Durable Objects.
 * - `WorkerEnv` has its bindings: `WORLDS`, `ASSETS`, `CONTROL_TOKEN` and `DEMO`.
 *
 * @example
 * ```ts
 * import { createWorker } from 'agent-understudy/workers'
 * import fixture from 'agent-understudy/fixtures/demo.json'
 *
 * const worker = createWorker({ fixture })
 * export const { World } = worker
 * export default worker
 * ```
 * @module
 */

import './require-runtime.ts'
export type { ObjectState, WorkerEnv } from '../mocks/adapters/workers/runtime.ts'
export { createWorker, type Worker } from '../mocks/adapters/workers/worker.ts'
export type { WorkerOptions } from '../mocks/adapters/workers/worker-options.ts'
