import { type Duration } from '../../contract/duration.ts';
import type { Scenario } from '../../contract/scenario.ts';
import type { World } from '../state/world.ts';
import { type Worlds } from '../state/worlds.ts';
import { type ControlRoutes } from './control-visit.ts';
import { type Speed } from './speed.ts';
import { type Stock } from './stock.ts';
/** What a world is ordered with; what is left out is as the fake has it. */
export type WorldWish = {
    /** One that nobody guesses unless given. */
    readonly name?: string;
    /** The name of a fixture. */
    readonly fixture?: string;
    readonly seed?: string;
    /** The name of a profile, or a document of picks. */
    readonly profile?: unknown;
    /** Scripts that go before those of the fake. */
    readonly scenarios?: readonly Scenario[];
    readonly speed?: Speed;
    /** How long it may be idle before it is deleted. */
    readonly ttl?: Duration;
};
/** Makes a world as it is wished for. Throws `ControlError`, or `WorldError` for its name. */
export declare function createWorld(stock: Stock, worlds: Worlds, given: unknown): Promise<World>;
/** The world that a call reads, made when it is first named; looking at it is no use of it. */
export declare const lookAt: (worlds: Worlds, name?: string) => World;
/** A world that exists; looking at it is no use of it. Throws `ControlError` 404. */
export declare function findWorld(worlds: Worlds, name: string): World;
/** Ends a world for good; streams of it end. Throws `ControlError` 404. */
export declare const deleteWorld: (worlds: Worlds, name: string) => void;
/** What a world is and how it stands. */
export type WorldOutline = ReturnType<typeof outlineWorld>;
export declare function outlineWorld(world: World): {
    name: string;
    /** Behind the address of the fake; calls there are calls of this world. */
    base_url: string;
    seed: string;
    fixture: string;
    profile: string;
    speed: Speed;
    time: import("./clock.ts").WorldTime;
    streams: number;
    /** About how many bytes its own records take, beside those that it shares. */
    weight: number;
    idle_ms: number;
    ttl_ms: number | null;
};
/** A world with what a test needs to sign in. */
export type WorldAccount = ReturnType<typeof tellWorld>;
export declare function tellWorld(world: World): {
    name: string;
    /** Behind the address of the fake; calls there are calls of this world. */
    base_url: string;
    seed: string;
    fixture: string;
    profile: string;
    speed: Speed;
    time: import("./clock.ts").WorldTime;
    streams: number;
    /** About how many bytes its own records take, beside those that it shares. */
    weight: number;
    idle_ms: number;
    ttl_ms: number | null;
    users: {
        email: string;
        password: string;
    }[];
    keys: Record<string, string>;
};
export declare const worldRoutes: ControlRoutes;
