import type { FaultInput } from '../contract/fault.ts'
import type { Fixture } from '../contract/fixture.ts'
import { documented } from '../contract/picks.ts'
import { scenarioProblems } from '../contract/scripts/problems.ts'
import { defaultEndpoint, scenario, type SentScenario } from '../contract/scripts/scenario.ts'
import { type ControlClient, createControlClient } from './control/control-client.ts'
import { givenFaults } from './control/faults.ts'
import { givenScenarios } from './control/scenarios.ts'
import { type Core, createCore } from './core.ts'
import type { FakeOptions } from './fake-options.ts'
import type { FixtureInput } from '../contract/fixture-input.ts'
import { fixtureOf } from './read-fixture.ts'
import { createRequestHandler } from './request-handler.ts'
import type { ScenarioSource } from './world/world-config.ts'

/** A stateful in-memory fake of the whole platform, with its control API. */
export type Fake = Omit<Core, 'parts'> & ControlClient

/** The options of `createFake`. Fields that the fixture leaves out get defaults. */
export type NewFakeOptions = Omit<FakeOptions, 'fixture' | 'faults' | 'scenarios'> & {
  /** The initial records of every world: a shipped fixture, or your own data. */
  readonly fixture: Fixture | FixtureInput
  /** Scripts of turns, in the form of scenario files. A query that matches none gets a generated answer. */
  readonly scenarios?: readonly SentScenario[] | ScenarioSource
  /** The faults that each new world begins with, also after a reset; their ids must be unique. */
  readonly faults?: readonly FaultInput[] | undefined
}

/**
 * Creates a fake. Its state is in worlds, which are isolated from each other. Throws a `TypeError`
 * without a fixture or for an option `control` or `allowOrigins` that is not valid, a `FixtureError`
 * with every problem of a fixture, and a `ControlError` with the first problem of a script or
 * a fault.
 *
 * @example
 * const fake = createFake({ fixture: demo })
 * const response = await fake.fetch(new Request('http://platform.test/api/agents', { headers }))
 * fake.clock.advance('2h')
 */
export function createFake(options: NewFakeOptions): Fake {
  // Also throws a `TypeError` for a call without options.
  const fixture = fixtureOf(options)
  const { faults, profile = documented, scenarios } = options
  const { parts, ...core } = createCore(
    {
      ...options,
      fixture,
      scenarios:
        scenarios === undefined || 'current' in scenarios
          ? scenarios
          : givenScenarios({ defaultEndpoint, scenario, scenarioProblems }, scenarios),
      faults: faults && givenFaults(profile, faults),
    },
    createRequestHandler,
  )
  return { ...core, ...createControlClient(parts) }
}
