import type { BrowserContext } from '@playwright/test';
import type { FakeWorld } from '../fake-world.ts';
import type { AppOptions } from './app-options.ts';
/** Leads the calls of an app into a world. They go over the network, so that streams stay streams. */
export declare function leadApp(context: BrowserContext, { url, headers }: FakeWorld, { calls, proxied }: AppOptions): Promise<void>;
