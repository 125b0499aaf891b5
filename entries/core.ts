/**
 * Another name for `createFake` of `agent-understudy`, until 1.0.
 *
 * - `createCore` is `createFake`, and `Core` is `Fake`.
 *
 * @example
 * ```ts
 * import { createCore } from 'agent-understudy/core'
 *
 * const core = createCore({ fixture })
 * const control = core.control()
 * ```
 * @module
 */

import './require-runtime.ts'
export type { WorldControl } from '../mocks/control/world-control.ts'
export { createFake as createCore, type Fake as Core } from '../mocks/fake.ts'
export type { FakeOptions } from '../mocks/fake-options.ts'
