/** A record as another deployment sends it: any fields. The fake leaves out those that it does not know. */
export type ForeignRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** A fake that plays the turns of users and conversations of another deployment. */
export type TurnFake = {
  fetch(request: Request): Promise<Response>
  /** Adds or updates a user, and returns the id in the fake: a user is known by the email. */
  putUser(user: ForeignRecord & { readonly email: string }): string
  /** Adds or updates an agent, which every user of the fake may use. */
  putAgent(agent: ForeignRecord): void
  /** Adds or updates a conversation of a user, and adds the messages that are new. */
  putConversation(of: string, one: ForeignRecord, messages: readonly ForeignRecord[]): void
  /** Forgets a user or a conversation, with everything that belongs to it, or an agent. */
  forget(kind: 'users' | 'agents' | 'conversations', id: string): void
  hasConfirmation(id: string): boolean
  /** An access token of a user, valid for some minutes. */
  tokenOf(userId: string): string
}
