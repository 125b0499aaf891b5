/**
 * The scopes that a key can be limited to (5.R6). A key without scopes has full access.
 *
 * @example
 * const isScope = (word: string) => scopes.some((scope) => scope === word)
 */
export const scopes = ['chat', 'agents', 'kb', 'connectors', 'admin'] as const

/** A scope that a key can be limited to (5.R6). */
export type Scope = (typeof scopes)[number]
