import {
  type ControlAnswer,
  type ControlCall,
  type InputOf,
  requestOf,
} from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'
import { host } from '../app/host.ts'

/** Calls the control API of a world. Every function throws a `ControlError` with the message of the server. */
export type ControlClient = {
  /** Calls an operation, as in `call('POST clock', { body: { advance: '2h' } })`. */
  call<Name extends ControlName>(
    name: Name,
    ...input: InputOf<Name, { readonly signal?: AbortSignal }>
  ): Promise<ControlAnswer<Name>>
  /** Calls an operation, given as plain data. */
  run<Name extends ControlName>(
    call: ControlCall<Name>,
    signal?: AbortSignal,
  ): Promise<ControlAnswer<Name>>
  /** Sends a request to a path below `/__control/`, such as `journal?follow`. Returns its unread response. */
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

/** A request with this header is refused with 410, instead of creating its world. */
export const existingHeader = 'x-understudy-existing'

/**
 * Creates a client for the control API at `root`, the base URL of a world without a trailing slash.
 * If `isKnown`, the world existed before: then no call may create it again.
 */
export function createControlClient(
  root: string,
  token: string | undefined,
  isKnown: () => boolean = () => false,
): ControlClient {
  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    if (isKnown()) headers.set(existingHeader, 'true')
    const response = await host.fetch(`${root}/__control/${path}`, { ...init, headers })
    if (response.ok) return response
    throw new ControlError(
      response.status,
      readErrorMessage(response.status, await response.text()),
    )
  }

  async function run<Name extends ControlName>(
    call: ControlCall<Name>,
    signal?: AbortSignal,
  ): Promise<ControlAnswer<Name>> {
    const { path, init } = requestOf(call)
    return readResponse(await open(path, { ...init, signal: signal ?? null }))
  }

  return { open, run, call: async (name, ...[input]) => run({ ...input, name }, input?.signal) }
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
