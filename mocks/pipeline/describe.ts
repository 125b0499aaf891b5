import type { Call, Reply } from '../call.ts'
import { admitted } from './admit.ts'
import { worldIn } from './match.ts'

/** Whether a call asks for the contract itself, which belongs to no world. */
export const asksForContract = ({ method, path }: Call): boolean =>
  method === 'GET' && (worldIn(path)?.rest ?? path) === '/openapi.json'

/** The contract as OpenAPI; written when it is first asked for, since few ever do. */
export async function describeContract(call: Call): Promise<Reply> {
  const { openApi } = await import('../../contract/openapi/document.ts')
  return admitted(call, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: (text ??= JSON.stringify(openApi())),
  })
}

let text: string | undefined
