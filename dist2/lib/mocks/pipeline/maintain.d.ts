import type { World } from '../state/world.ts';
import type { Matched } from './match.ts';
/** While the platform is under maintenance, only sign-in and administration answer. */
export declare function maintain(world: World, { path }: Matched): void;
