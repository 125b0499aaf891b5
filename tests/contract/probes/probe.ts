import type { ChoiceId, OptionOf } from '../../../contract/choices.ts'
import type { FakeOptions } from '../../../mocks/fake-options.ts'
import type { Mounted } from '../../support/transports.ts'

/** The way to observe a choice in a fake, and the observation under each of its options. */
export type Probe<Option extends string> = {
  look(mounted: Mounted): Promise<unknown>
  readonly shows: Readonly<Record<Option, unknown>>
  /** The values of the options that take a value. */
  readonly values?: Partial<Readonly<Record<Option, unknown>>>
  /** The options of the fake, if they matter. */
  readonly options?: Partial<FakeOptions>
  /** Further picks that a choice needs to apply. */
  readonly under?: Partial<Readonly<Record<ChoiceId, string>>>
}

/** A probe for every choice whose id begins with one of these prefixes. */
export type Probes<Prefix extends string> = {
  readonly [Id in Extract<ChoiceId, `${Prefix}.${string}`>]: Probe<OptionOf<Id>>
}
