/** The scopes that a key can be limited to (5.R6). A key without scopes has full access. */
export declare const scopes: readonly ['chat', 'agents', 'kb', 'connectors', 'admin'];
export type Scope = (typeof scopes)[number];
