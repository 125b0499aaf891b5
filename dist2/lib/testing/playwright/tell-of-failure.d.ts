import type { TestInfo } from '@playwright/test';
import type { FakeWorld } from '../fake-world.ts';
/** Attaches to the report of a test that failed what its world was and which calls it received. */
export declare function tellOfFailure(world: FakeWorld, testInfo: TestInfo): Promise<void>;
