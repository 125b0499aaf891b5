import type { Behaviours } from '../behaviour/compile.ts';
import type { Call, Reply } from '../call.ts';
import type { World } from '../state/world.ts';
import type { Worlds } from '../state/worlds.ts';
import type { Host } from './host.ts';
import type { Matched } from './match.ts';
import type { Body } from './read.ts';
/**
 * The world of a call: named by header, by path, or by the credential itself, else `default`. Where
 * there is a host, it is one that was made before. Throws an `ApiError` or a `WorldError`.
 */
export declare function resolveWorld(worlds: Worlds, call: Call, matched: Matched, body: Body, host?: Host): World;
/** Answers a call that no world answers, as the deployment writes its errors. */
export declare function refuseWorld(error: unknown, behaviour: Behaviours): Reply;
