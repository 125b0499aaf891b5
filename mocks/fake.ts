import { type ControlClient, createControlClient } from './control/control-client.ts'
import { type Core, createCore } from './core.ts'
import type { FakeOptions } from './fake-options.ts'

/** A stateful in-memory fake of the whole platform, with its control API. */
export type Fake = Omit<Core, 'control' | 'parts'> & ControlClient

/**
 * Creates a fake. Its state lives in worlds that are isolated from each other. Throws a `TypeError`
 * for a `control` option that is not valid.
 *
 * @example
 * const fake = createFake({ fixture: demo })
 * const response = await fake.fetch(new Request('http://platform.test/api/agents', { headers }))
 * fake.clock.advance('2h')
 */
export function createFake(options: FakeOptions): Fake {
  const { parts, ...core } = createCore(options)
  return { ...core, ...createControlClient(parts) }
}
