import { readFixture } from '../../mocks/read-fixture.ts'
import { importTexts } from './import-in-process.ts'
import { harEntry, harText } from '../support/record-har.ts'

export const api = 'http://platform.example/api'
export const ada = { id: 'u-1111aaaa', email: 'ada@acme.test', display_name: 'Ada', is_admin: true }
const asAda = { authorization: 'Bearer token-of-ada-1234567890' }

type Call = {
  readonly sent?: unknown
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** When the request was sent. */
  readonly at?: string
}

/** Creates an entry with a JSON response. */
export function call(
  operation: string,
  answer?: unknown,
  { sent, status = 200, headers = asAda, at }: Call = {},
) {
  const [method = '', path = ''] = operation.split(' ')
  const text = answer === undefined ? '' : JSON.stringify(answer)
  return harEntry({
    method,
    url: path.startsWith('http') ? path : api + path,
    headers,
    status,
    ...(at !== undefined && { startedDateTime: at }),
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
    content: { size: text.length, mimeType: 'application/json', text },
  })
}

export const login = call('POST /auth/login', {
  access_token: 'token-of-ada-1234567890',
  refresh_token: 'refresh-of-ada-1234567890',
  user: ada,
})
export const data = (value: unknown) => ({ success: true, data: value, error: null })
export const page = (items: readonly unknown[]) => ({
  items,
  total: items.length,
  page: 1,
  size: 20,
  pages: 1,
})

type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Imports entries; returns the written fixture, and its parts for the report. */
export async function importEntries(...entries: readonly unknown[]) {
  const imported = await importTexts(harText(entries))
  const { fixture } = imported.records
  // The written data must be a valid fixture.
  const complete = readFixture(fixture)
  return { ...imported, complete, fixture: fixture as unknown as Records }
}
