import { type ControlClient, createControlClient } from './control/control-client.ts'
import { type Core, createCore } from './core.ts'
import type { FakeOptions } from './fake-options.ts'
import { createRequestHandler } from './request-handler.ts'

/** A stateful in-memory fake of the whole platform, with its control API. */
export type Fake = Omit<Core, 'parts'> & ControlClient

/**
 * Creates a fake from complete data, which it does not check. A static site uses it, because the
 * schemas that `createFake` needs would be 4 KB more of a page that starts with checked data.
 */
export function createCompleteFake(options: FakeOptions): Fake {
  const { parts, ...core } = createCore(options, createRequestHandler)
  return { ...core, ...createControlClient(parts) }
}
