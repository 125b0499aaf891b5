import type { TestInfo } from '@playwright/test';
import type { WorldWish } from '../../mocks/control/worlds.ts';
import { type FakeWorld } from '../fake-world.ts';
import { type Reach } from '../reach.ts';
/** What the world of a test begins with. */
export type WorldOptions = Pick<WorldWish, 'fixture' | 'seed' | 'profile' | 'scenarios' | 'speed'> & {
    /** What `fake.snapshot()` or `GET /__control/snapshot` gave: the world is what that one was. */
    readonly snapshot?: unknown;
};
/** Makes the world of a test, by a name that no other has. Rejects with a `ControlError`. */
export declare function makeWorld(reach: Reach, { snapshot, ...wish }: WorldOptions, testInfo: Pick<TestInfo, 'title' | 'testId' | 'repeatEachIndex' | 'retry'>): Promise<FakeWorld>;
/** Ends a world with all of its streams; a test may have ended it before. */
export declare function endWorld(world: FakeWorld): Promise<void>;
