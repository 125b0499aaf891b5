import { type EndpointId } from './endpoints.ts';
/** What a pattern is held against: the operation, where there is one, and the call's own path. */
export type CalledOperation = {
    readonly id?: EndpointId | undefined;
    readonly method: string;
    readonly path: string;
};
/**
 * Reads which operations are meant: `POST /api/react`, `GET /api/*`, `/api/conversations/*`, or an
 * id as `chat.react` or `chat.*`. `*` is any text, `{name}` one part of a path.
 */
export declare function toEndpointPattern(text: string): (called: CalledOperation) => boolean;
/** Why a pattern can never fit, and what would; `undefined` for one that can. */
export declare function problemOfEndpointPattern(text: string): string | undefined;
