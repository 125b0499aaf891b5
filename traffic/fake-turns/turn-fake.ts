/** A record as a deployment sends it. The fake leaves out the fields that it does not know. */
export type ForeignRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** What the proxy needs of a fake; `createTurnFake` returns it. */
export type TurnFake = {
  fetch(request: Request): Promise<Response>
  /** Adds or updates a user, and returns the id in the fake. */
  putUser(user: ForeignRecord & { readonly email: string }): string
  putAgent(agent: ForeignRecord): void
  /** Adds or updates a conversation of a user, and adds the messages that are new. */
  putConversation(of: string, one: ForeignRecord, messages: readonly ForeignRecord[]): void
  /** Forgets a record, with everything that belongs to it. */
  forget(kind: 'users' | 'agents' | 'conversations', id: string): void
  hasConfirmation(id: string): boolean
  /** An access token of a user. */
  tokenOf(userId: string): string
}

/** The address of the fake in its requests. No server is there. */
export const fakeOrigin = 'http://fake.localhost'
