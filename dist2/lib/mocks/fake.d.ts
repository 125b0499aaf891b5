import { type WorldsDesk } from './control/control-worlds.ts';
import { type Core } from './core.ts';
import type { FakeOptions } from './fake-options.ts';
/** A stand-in for the whole platform, in memory, with what steers it at hand. */
export type Fake = Omit<Core, 'control' | 'supplies'> & WorldsDesk;
/** Makes a fake. Everything that exists in it lives in memory, in worlds that know nothing of each other. */
export declare function createFake(options: FakeOptions): Fake;
