import type { Call } from '../call.ts';
import type { Body } from '../pipeline/read.ts';
import { type Access } from './access.ts';
/**
 * Keeps strangers, and pages of other sites in the browser of a friend, from steering a fake: lets
 * a call through, or throws `ControlError`.
 */
export declare function createGuard(access: Access): (call: Call) => void;
/** Any page can send a form or plain text to anywhere, but no JSON. Throws `ControlError`. */
export declare function refuseForms(call: Call, { text, problem }: Body): void;
