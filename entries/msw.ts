/**
 * The fake as request handlers for MSW, in a page or a test.
 *
 * @example
 * ```ts
 * import { setupWorker } from 'msw/browser'
 * import { createFake } from 'agent-understudy'
 * import { handlers } from 'agent-understudy/msw'
 *
 * await setupWorker(...handlers(createFake({ fixture }))).start()
 * ```
 * @module
 */

import './require-runtime.ts'
export { handlers } from '../mocks/adapters/msw.ts'
