/** The scopes that a key can be limited to (5.R6). A key without scopes has full access. */
export const scopes = ['chat', 'agents', 'kb', 'connectors', 'admin'];
