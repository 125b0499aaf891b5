/** Records that a path or a body leads to: what they are called, and the code of some deployments. */
export const resources = {
  'api-key': { name: 'API key', missing: 'api_key_not_found' },
  conversation: { name: 'conversation', missing: 'conversation_not_found' },
  user: { name: 'user', missing: 'user_not_found' },
  agent: { name: 'agent', missing: 'agent_not_found' },
  'knowledge-base': { name: 'knowledge base', missing: 'kb_not_found' },
} as const

/** `find` looks these up before a route runs. */
export type Resource = keyof typeof resources
