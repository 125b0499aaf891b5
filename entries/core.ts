/**
 * The same fake, smaller, for web pages: the control API is loaded on first use.
 *
 * - `createCore` creates it from the options of `createFake`.
 * - `await core.control()` resolves to the `WorldControl` of a world.
 *
 * @example
 * ```ts
 * import { createCore } from 'agent-understudy/core'
 *
 * const core = createCore({ fixture })
 * const control = await core.control()
 * ```
 * @module
 */

export type { WorldControl } from '../mocks/control/world-control.ts'
export { type Core, createCore } from '../mocks/core.ts'
export type { FakeOptions } from '../mocks/fake-options.ts'
