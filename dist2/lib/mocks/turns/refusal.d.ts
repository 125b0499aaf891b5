import type { ScriptCall } from '../../contract/script-lines.ts';
import type { Decision } from '../state/approvals.ts';
/** What a call that was not approved fails with. */
export declare const refusalOf: ({ status, reason }: Decision) => string;
/** What is answered where a script has no lines of its own for a refusal. */
export declare const refusalAnswer: ({ tool }: ScriptCall, { status }: Decision) => string;
