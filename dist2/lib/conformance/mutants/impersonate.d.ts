import { type Call, type Route } from './call.ts';
import { type Memory } from './memory.ts';
import type { Wrap } from './mutant.ts';
/**
 * Lets refused calls in: where `behind` names a credential, a 401, 403 or 404 is answered as if
 * that credential had been sent.
 */
export declare const letIn: (route: Route, behind: (call: Call, memory: Memory) => string | undefined) => Wrap;
/** Answers everyone, or those whose call qualifies, as if the first user had asked. */
export declare const asFirstUser: (route: Route, wanted?: (call: Call) => boolean) => Wrap;
/** Whether the credential is an access token, not an API key. */
export declare const isToken: ({ bearer }: Call) => boolean;
