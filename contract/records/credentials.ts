/** What a user stored of their own to sign in at a connector or an MCP server. */
export type StoredCredentials = {
  /** Made of the target and the user: there is one of each. */
  readonly id: string
  /** The connector or server. */
  readonly target_id: string
  /** Values by their names; `***` where the deployment keeps no secret. */
  readonly env: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}
