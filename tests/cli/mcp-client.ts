import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** An assistant: calls tools and returns their text. */
export type Assistant = Awaited<ReturnType<typeof connect>>

/** Connects the SDK's client to the built command. */
export const connectCommand = (...flags: readonly string[]) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['dist/cli/understudy.js', 'mcp', ...flags],
    }),
  )

/** Connects the SDK's client to a server. */
export const connectServer = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  // The SDK's own type does not allow an absent session id with exact optional properties.
  connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport,
  )

async function connect(transport: Transport) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  async function call(name: string, given: Readonly<Record<string, unknown>> = {}) {
    const { content, isError = false } = await client.callTool({ name, arguments: given })
    const [first] = content as { readonly text: string }[]
    return { text: first?.text ?? '', isError: isError === true }
  }
  return {
    client,
    /** The text of a result that is no error. */
    async use(name: string, given?: Readonly<Record<string, unknown>>): Promise<string> {
      const { text, isError } = await call(name, given)
      if (isError) throw new Error(`${name} failed: ${text}`)
      return text
    },
    /** The sentence of a refused call. */
    async refusal(name: string, given?: Readonly<Record<string, unknown>>): Promise<string> {
      const { text, isError } = await call(name, given)
      if (!isError) throw new Error(`${name} was not refused: ${text}`)
      return text
    },
    close: () => client.close(),
  }
}
