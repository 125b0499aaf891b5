import type { BrowserContext, Page } from '@playwright/test';
import type { FakeWorld, Session, Who } from '../fake-world.ts';
import type { AppOptions } from './app-options.ts';
/** The platform of one test, as Playwright uses it. */
export type PageFake = Omit<FakeWorld, 'signIn'> & {
    /** Signs a user in, `demo` unless named, and gives the session. */
    signIn(who?: Who): Promise<Session>;
    /**
     * Signs a user in, and lets the pages of a context find the session where your app keeps it
     * (`fakeApp`), from the next navigation on. A page that signs out stays signed out.
     */
    signIn(where: Page | BrowserContext, who?: Who): Promise<Session>;
};
export declare function openPageFake(world: FakeWorld, app: AppOptions): PageFake;
