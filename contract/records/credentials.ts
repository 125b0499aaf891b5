/** What a user stored of their own to sign in at a connector or an MCP server. */
export type StoredCredentials = {
  /** The id of the connector or server, and that of the user: there is one of each. */
  readonly id: string
  /** Values by their names; `***` where the deployment keeps no secret. */
  readonly env: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}
