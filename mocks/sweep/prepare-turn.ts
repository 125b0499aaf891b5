/** What is asked, and by whom. */
export type Question = {
  readonly q: string
  /** Where it is asked; `react` unless given. */
  readonly mode?: 'react' | 'dag' | 'auto' | undefined
  readonly agent_id?: string | undefined
  /** Who asks; the first account of the demo fixture unless given. */
  readonly email?: string | undefined
  readonly password?: string | undefined
}

/** What a client needs to play a turn. */
export type SweptTurn = {
  readonly baseUrl: string
  /** The only way to the fake. */
  readonly fetch: typeof globalThis.fetch
  /** An access token; the body of the turn has it, too. */
  readonly token: string
  /** Where to send the question, such as `/api/react`. */
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  readonly conversation_id: string
}

const baseUrl = 'http://localhost'

/** Signs in and makes a conversation; the question itself is for the client to ask. */
export async function prepareTurn(
  fetch: typeof globalThis.fetch,
  { q, mode = 'react', agent_id, email, password }: Question,
): Promise<SweptTurn> {
  const post = async <Json>(path: string, body: object, token?: string): Promise<Json> => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`Failed to prepare a turn: POST ${path} gave ${await response.text()}.`)
    return (await response.json()) as Json
  }
  const { access_token: token } = await post<{ access_token: string }>('/api/auth/login', {
    email: email ?? 'demo@example.com',
    password: password ?? 'demo-password',
  })
  const agent: Record<string, string> = agent_id === undefined ? {} : { agent_id }
  const made = await post<{ data: { id: string } }>('/api/conversations', agent, token)
  const conversation_id = made.data.id
  const body = { q, conversation_id, token, ...agent }
  return { baseUrl, fetch, token, path: `/api/${mode}`, body, conversation_id }
}
