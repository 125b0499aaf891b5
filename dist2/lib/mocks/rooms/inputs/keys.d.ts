import type { Inputs } from '../../../contract/inputs/input.ts';
import type { Policy } from '../../behaviour/policy.ts';
/** What operations on keys take: the expiry of a new one goes by several names. */
export declare function keysInputsOf({ keys: { expiryField } }: Policy): Inputs;
