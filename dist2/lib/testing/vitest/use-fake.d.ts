import type { WorldWish } from '../../mocks/control/worlds.ts';
import { type FakeWorld } from '../fake-world.ts';
import { type PlayOptions } from '../open-fake.ts';
import { type MswOptions } from './mounts.ts';
/** What the fake of a test file plays, and how it is reached. */
export type UseFakeOptions = PlayOptions & {
    /** Serves it over HTTP on a free port: for code that brings a transport of its own. */
    readonly server?: boolean;
    /** Lets MSW lead the global `fetch` to it: for code that calls the URLs it always calls. */
    readonly msw?: boolean | MswOptions;
    /** Whether a stream that is open when a test ends is ended in silence, as it is by default. */
    readonly openStreams?: 'end' | 'fail';
};
/** A world that ends with its block where it is declared by `await using`. */
export type OwnWorld = FakeWorld & AsyncDisposable;
/** The fake of a test file: each test finds it as it was ordered. */
export type TestFake = FakeWorld & {
    /** Makes a world of a test's own: tests that run at the same time need one each. */
    world(wish?: WorldWish): Promise<OwnWorld>;
    /** Puts handlers of MSW before the fake until the test ends, as `override(http.get(…))`. */
    override(...handlers: readonly [object, ...object[]]): void;
};
/**
 * Makes a fake for the tests of this file or `describe`; it is reset around each, and closed behind
 * the last. Call it where tests are declared. Throws `TypeError` for options that exclude each other.
 */
export declare function useFake(options?: UseFakeOptions): TestFake;
