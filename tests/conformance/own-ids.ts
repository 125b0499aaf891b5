import { changeRequest, readCall } from '../../conformance/mutants/call.ts'
import { jsonResponse, withBody, type Wrap } from '../../conformance/mutants/wrap.ts'
import { parseJson } from '../../contract/json.ts'

const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const idInPath = /(?<=^\/api\/(?:me\/api-keys|conversations|agents|knowledge-bases)\/)[^/]+/

/**
 * A server whose ids are not UUIDs: `make` makes the id of the n-th record. It refuses ids of
 * another format with 422, as in a path that declares the format.
 */
export const withOwnIds =
  (make: (n: number) => string, isId: (id: string) => boolean): Wrap =>
  (fetch, hit) => {
    const ownIds = new Map<string, string>()
    const own = (uuid: string): string => {
      const id = ownIds.get(uuid) ?? make(ownIds.size + 1)
      ownIds.set(uuid, id)
      return id
    }
    const uuidOf = (id: string): string =>
      [...ownIds].find(([, each]) => each === id)?.[0] ?? crypto.randomUUID()
    return async (request) => {
      const call = await readCall(request)
      const inBody = Object(call.body).conversation_id
      const inPath = idInPath.exec(decodeURIComponent(call.path))?.[0]
      const ids = [inPath, inBody].filter((id) => typeof id === 'string')
      if (!ids.every(isId)) return jsonResponse(422, { detail: [] })
      if (ids.length > 0) hit()
      const path = decodeURIComponent(new URL(request.url).pathname).replace(idInPath, uuidOf)
      const body = ids.includes(inBody)
        ? { ...Object(call.body), conversation_id: uuidOf(inBody) }
        : call.body
      const response = await fetch(
        changeRequest(call, { path: path + new URL(request.url).search, body }),
      )
      if (response.body === null) return response
      const text = await response.text()
      return parseJson(text) === undefined
        ? withBody(response, text)
        : withBody(response, text.replaceAll(uuids, own))
    }
  }
