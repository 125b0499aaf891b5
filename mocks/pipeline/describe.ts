import type { Call, Reply } from '../call.ts'

/** Whether a call asks for the contract itself, which belongs to no world. */
export const asksForContract = ({ method, path }: Call): boolean =>
  method === 'GET' && /^(\/w\/[^/]+)?\/openapi\.json$/.test(path)

/** The contract as OpenAPI; written when it is first asked for, since few ever do. */
export async function describeContract(): Promise<Reply> {
  const { openApi } = await import('../../contract/openapi.ts')
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: (text ??= JSON.stringify(openApi())),
  }
}

let text: string | undefined
