import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import type { Mounted } from '../transports.ts'

/** Where a choice can be seen in a fake, and what is seen there under each of its options. */
export type Probe<Option extends string> = {
  look(mounted: Mounted): Promise<unknown>
  readonly shows: Readonly<Record<Option, unknown>>
  /** What an option is picked with that takes a value. */
  readonly values?: Partial<Readonly<Record<Option, unknown>>>
  /** What the fake is made from, where it matters. */
  readonly options?: Partial<FakeOptions>
  /** Further picks, for a choice that applies only under them. */
  readonly under?: Partial<Readonly<Record<ChoiceId, string>>>
}

/** A probe for every choice whose id begins in one of these ways. */
export type Probes<Prefix extends string> = {
  readonly [Id in Extract<ChoiceId, `${Prefix}.${string}`>]: Probe<OptionOf<Id>>
}
