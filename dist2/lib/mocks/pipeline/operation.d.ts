import type { EndpointId } from '../../contract/endpoints.ts';
import type { Behaviour } from '../behaviour/behaviour.ts';
import type { Call } from '../call.ts';
import type { Matched } from './match.ts';
/** The operation of a call, of those that exist in this deployment; else 404 or 405. */
export declare function operationOf(call: Call, { operations }: Matched, behaviour: Behaviour): EndpointId;
