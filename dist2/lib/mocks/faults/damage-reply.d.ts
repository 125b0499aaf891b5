import type { FaultEffect } from '../../contract/fault.ts';
import type { Reply } from '../call.ts';
import type { Clock } from '../state/clock.ts';
/** A reply with what faults make of its body: none, a part of what its headers promise, a bad stream. */
export declare function damageReply(reply: Reply, effects: readonly FaultEffect[], clock: Clock): Reply;
