import type { Route } from './call.ts';
/** The four lists. */
export declare const lists: Route;
/** What streams a live turn. */
export declare const turns: Route;
export declare const resume: Route;
export declare const login: Route;
export declare const refresh: Route;
/** Every operation on keys. */
export declare const keys: {
    readonly create: 'POST /api/me/api-keys';
    readonly list: 'GET /api/me/api-keys';
    readonly switch: 'PATCH /api/me/api-keys/*/active';
    readonly delete: 'DELETE /api/me/api-keys/*';
};
/** Every operation on conversations. */
export declare const conversations: {
    readonly create: 'POST /api/conversations';
    readonly list: 'GET /api/conversations';
    readonly update: 'PATCH /api/conversations/*';
};
