/** The URL of the platform and the API key for it. */
export type Platform = { readonly url: string; readonly key: string }

/** Renames a conversation; retries once after a server error. */
export async function rename({ url, key }: Platform, id: string, title: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title })
  const send = () => fetch(`${url}/api/conversations/${id}`, { method: 'PATCH', headers, body })
  let response = await send()
  if (response.status >= 500) response = await send()
  if (response.status === 401) return 'Please sign in again.'
  if (!response.ok) return `The platform responded with status ${response.status}.`
  return 'Renamed.'
}
