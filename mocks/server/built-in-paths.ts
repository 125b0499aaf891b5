import type { PlainRequest, PlainResponse } from '../../recording/exchange.ts'
import { controlPath, worldFromPath } from './request/world-path.ts'
import { withCors } from './response-headers.ts'

/** Whether a call is for the control API. */
export const isControlRequest = ({ path }: PlainRequest): boolean =>
  path.includes('/__control') && controlPath.test(path)

/** Whether such a call asks if a fake is there, as whoever waits for one does first of all. */
export const isHealthRequest = ({ method, path }: PlainRequest): boolean =>
  method === 'GET' && controlPath.exec(path)?.[2] === '/health'

/** Anyone may know: it tells nothing of what is played. */
export const healthResponse: PlainResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"status":"ok"}',
}

/** Whether a call asks for the contract itself, which belongs to no world. */
export const isOpenApiRequest = ({ method, path }: PlainRequest): boolean =>
  method === 'GET' && (worldFromPath(path)?.rest ?? path) === '/openapi.json'

/** The contract as OpenAPI; written when it is first asked for, since few ever do. */
export async function openApiResponse(call: PlainRequest): Promise<PlainResponse> {
  const { openApi } = await import('../../contract/openapi/document.ts')
  return withCors(call, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: (text ??= JSON.stringify(openApi())),
  })
}

let text: string | undefined
