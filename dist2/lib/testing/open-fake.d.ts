import type { Fixture } from '../contract/fixture.ts';
import type { Scenario } from '../contract/scenario.ts';
import { type Speed } from '../mocks/control/speed.ts';
import { type Fake } from '../mocks/fake.ts';
import type { FakeOptions } from '../mocks/fake-options.ts';
import { type ShippedFixture } from './shipped.ts';
/** What a fake for tests plays. */
export type PlayOptions = Pick<FakeOptions, 'wall' | 'streams' | 'worlds'> & {
    /** The records that worlds begin with: a shipped fixture, `demo` unless given, or one as data. */
    readonly fixture?: ShippedFixture | Fixture;
    /** Scripts of turns that go before the shipped ones. */
    readonly scenarios?: readonly Scenario[];
    /** How the deployment answers: `documented` unless given, `deployed-0.8`, or a document of picks. */
    readonly profile?: string | object;
    readonly seed?: string;
    /** Divides the pauses of streams; `max`, the default, leaves none. */
    readonly speed?: Speed;
};
/** A fake with all that ships with Understudy. Throws `ControlError` for a name that is none. */
export declare function openFake(options?: PlayOptions): Fake;
