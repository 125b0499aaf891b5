export { expect } from '@playwright/test';
export type { AppOptions } from '../testing/playwright/app-options.ts';
export { type FakeDefaults, type FakeFixtures, fakeTest, type FakeWorkerFixtures, } from '../testing/playwright/fake-test.ts';
export type { PageFake } from '../testing/playwright/page-fake.ts';
export type { ServerOptions } from '../testing/playwright/reach-server.ts';
export type { WorldOptions } from '../testing/playwright/world-of-test.ts';
export type { Session, Who } from '../testing/fake-world.ts';
export type { SteeredWorld } from '../testing/steered-world.ts';
/** The `test` of Playwright, with a `fake` for each test. */
export declare const test: import("@playwright/test").TestType<import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions & import("../testing/playwright/fake-test.ts").FakeFixtures, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions & import("../testing/playwright/fake-test.ts").FakeWorkerFixtures>;
