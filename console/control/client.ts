import { type ControlAnswer, type InputOf, requestOf } from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'

/** Calls the control API of a world; paths are relative to `/__control/`, such as `clock`. */
export type ControlClient = {
  /** Calls an operation, as in `call('POST clock', { body: { advance: '2h' } })`. Throws as `get` does. */
  call<Name extends ControlName>(
    name: Name,
    ...input: InputOf<Name, { readonly signal?: AbortSignal }>
  ): Promise<ControlAnswer<Name>>
  /** Sends a GET request. Throws a `ControlError` with the message of the server. */
  get<Answer>(path: string, signal?: AbortSignal): Promise<Answer>
  /** Sends a request that changes something. Throws a `ControlError` as `get` does. */
  send<Answer = void>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answer>
  /** Sends a request and returns its unread response, such as `journal?follow`. */
  open(path: string, init?: RequestInit): Promise<Response>
}

/** An error response of the control API; `message` is the text of the response. */
export class ControlError extends Error {
  override readonly name = 'ControlRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Creates a client for the control API at `root`, the base URL of a world without a trailing slash. */
export function createControlClient(root: string, token: string | undefined): ControlClient {
  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`${root}/__control/${path}`, { ...init, headers })
    if (response.ok) return response
    throw new ControlError(
      response.status,
      readErrorMessage(response.status, await response.text()),
    )
  }

  return {
    open,
    async call(name, ...[input]) {
      const { path, init } = requestOf({ ...input, name })
      return readResponse(await open(path, { ...init, signal: input?.signal ?? null }))
    },
    get: async (path, signal) => readResponse(await open(path, signal && { signal })),
    send: async (method, path, body) => {
      const json = body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return readResponse(await open(path, { method, ...json }))
    },
  }
}

async function readResponse<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

function readErrorMessage(status: number, text: string): string {
  try {
    const { error } = Object(JSON.parse(text)) as { error?: unknown }
    if (typeof error === 'string') return error
  } catch {
    // A body that is not JSON comes from a proxy between the page and the fake.
  }
  return `The server responded with status ${status}.`
}
