import type { Call, Reply } from './call.ts';
import type { Supplies } from './control/control-worlds.ts';
import type { WorldControl } from './control/world-control.ts';
import type { FakeOptions } from './fake-options.ts';
import type { Host } from './pipeline/host.ts';
import type { World } from './state/world.ts';
/** The platform in memory, and what its calls need: all else is loaded with what asks for it. */
export type Core = {
    /** Answers a call as plain data: what every adapter mounts. */
    handle(call: Call): Promise<Reply>;
    /** Answers a web `Request`; streams are pulled, and stop with their reader. */
    fetch(request: Request): Promise<Response>;
    /** The world of this name, made when it is first asked for. */
    world(name?: string): World;
    /** What steers the world of this name, as the control API does; it survives a reset. */
    control(name?: string): Promise<WorldControl>;
    /** Whether anyone can work out its keys and tokens: it was given no secret but the seed. */
    readonly predictable: boolean;
    /** What its control is made of. */
    readonly supplies: Supplies;
    /** Calls off all that is due; a closed fake answers, but no stream goes on. */
    close(): void;
};
/** What a core is made from; with a host, worlds are made by order alone. */
export type CoreOptions = FakeOptions & {
    readonly host?: Host | undefined;
};
/** Makes a core, which a page loads in a moment. Throws a `TypeError` for access that can't be read. */
export declare function createCore(options: CoreOptions): Core;
