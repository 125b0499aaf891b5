import type { TestType } from '@playwright/test';
import type { Reach } from '../reach.ts';
import { type PageFake } from './page-fake.ts';
import { type ServerOptions } from './reach-server.ts';
import type { AppOptions } from './app-options.ts';
import { type WorldOptions } from './world-of-test.ts';
/** What each test is given, and can be told by `test.use()`. */
export type FakeFixtures = {
    /** A platform of this test alone; its world ends with the test. */
    readonly fake: PageFake;
    /** What the world begins with. */
    readonly fakeWorld: WorldOptions;
    /** How the pages of your app reach the platform, and where they keep their session. */
    readonly fakeApp: AppOptions;
};
/** What each worker is given. */
export type FakeWorkerFixtures = {
    /** The server of all worlds: one of the worker's own, unless a `url` is given. */
    readonly fakeServer: ServerOptions;
    /** The server that runs. */
    readonly fakeReach: Reach;
};
/** Beginnings of the options that `test.use()` changes. */
export type FakeDefaults = {
    readonly server?: ServerOptions;
    readonly world?: WorldOptions;
    readonly app?: AppOptions;
};
/** Your `test` of Playwright, with a `fake` for each test that other tests know nothing of. */
export declare function fakeTest<Args extends object, WorkerArgs extends object>(base: TestType<Args, WorkerArgs>, { server, world, app }?: FakeDefaults): TestType<Args & FakeFixtures, WorkerArgs & FakeWorkerFixtures>;
