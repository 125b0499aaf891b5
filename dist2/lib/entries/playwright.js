import { test as base } from '@playwright/test';
import { fakeTest } from '../testing/playwright/fake-test.js';
export { expect } from '@playwright/test';
export { fakeTest, } from '../testing/playwright/fake-test.js';
/** The `test` of Playwright, with a `fake` for each test. */
export const test = fakeTest(base);
