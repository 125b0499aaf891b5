import { createControlClient, type ControlClient } from './control/control-client.ts'
import { type Core, createCore } from './core.ts'
import type { FakeOptions } from './fake-options.ts'

/** A stand-in for the whole platform, in memory, with what steers it at hand. */
export type Fake = Omit<Core, 'control' | 'parts'> & ControlClient

/** Makes a fake. Everything that exists in it lives in memory, in worlds that know nothing of each other. */
export function createFake(options: FakeOptions): Fake {
  const { parts, ...core } = createCore(options)
  return { ...core, ...createControlClient(parts) }
}
