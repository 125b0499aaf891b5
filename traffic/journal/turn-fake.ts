/** A record of another deployment, with any fields. The fake ignores unknown fields. */
export type ForeignRecord = Readonly<Record<string, unknown>> & { readonly id: string }

/** A fake that plays the turns of users and conversations of another deployment. */
export type TurnFake = {
  fetch(request: Request): Promise<Response>
  /** Adds or updates a user, identified by email, and returns the id in the fake. */
  putUser(user: ForeignRecord & { readonly email: string }): string
  /** Adds or updates an agent, which every user of the fake may use. */
  putAgent(agent: ForeignRecord): void
  /** Adds or updates a conversation of a user, and adds its new messages. */
  putConversation(
    userId: string,
    conversation: ForeignRecord,
    messages: readonly ForeignRecord[],
  ): void
  /** Removes an agent, or a user or conversation with all of its data. */
  forget(kind: 'users' | 'agents' | 'conversations', id: string): void
  hasConfirmation(id: string): boolean
  /** Creates an access token for a user, valid for some minutes. */
  tokenOf(userId: string): string
}
