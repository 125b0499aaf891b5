import {
  type ControlAnswer,
  type ControlCall,
  type InputOf,
  requestOf,
} from '../../contract/control/call.ts'
import type { ControlName } from '../../contract/control/operations.ts'
import { parseJson } from '../../contract/json.ts'
import type { ProxyFindings, ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import { host } from '../app/host.ts'

/** Calls the control API of a world. A refusal throws a `ControlError` with the server's text. */
export type ControlClient = {
  /** Calls an operation, as in `call('POST clock', { body: { advance: '2h' } })`. */
  call<Name extends ControlName>(
    name: Name,
    ...input: InputOf<Name, { readonly signal?: AbortSignal }>
  ): Promise<ControlAnswer<Name>>
  /** Calls an operation of the control API. `call` holds its name, parameters and body. */
  run<Name extends ControlName>(
    call: ControlCall<Name>,
    signal?: AbortSignal,
  ): Promise<ControlAnswer<Name>>
  /** Sends a request to a path below `/__control/`, such as `journal?follow`. */
  open(path: string, init?: RequestInit): Promise<Response>
}

/** A refusal by the control API; `message` is the text of the response. */
export class ControlError extends Error {
  override readonly name = 'ControlRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The status of a request that is refused because its world no longer exists. */
const worldGoneStatus = 410

/**
 * Whether a repeated request would be refused, too. Server errors, rate limits and lost worlds can
 * end.
 */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ControlError &&
  error.status < 500 &&
  error.status !== 429 &&
  error.status !== worldGoneStatus

/**
 * Returns the server's text of a refusal. Returns `undefined` if the server or the world is gone,
 * because a notice above the page says so.
 */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof ControlError && error.status !== worldGoneStatus ? error.message : undefined

/** With this header, a request to a missing world gets a 410 and does not create the world. */
export const existingHeader = 'x-understudy-existing'

/**
 * Creates a client for the control API at `root`, the base URL of a world without a trailing slash.
 * While `isKnown` returns true, no call creates the world, so a deleted world stays deleted.
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
    const text = await (await open(path, { ...init, signal: signal ?? null })).text()
    return (text === '' ? undefined : JSON.parse(text)) as ControlAnswer<Name>
  }

  return { open, run, call: async (name, ...[input]) => run({ ...input, name }, input?.signal) }
}

/** Fetches the status of a proxy. Only a proxy has this operation. */
export const readProxyStatus = async (control: ControlClient, signal: AbortSignal) =>
  (await (await control.open('', { signal })).json()) as ProxyStatus

/** Fetches the violations of rules that a proxy has found in its traffic. */
export const readProxyFindings = async (control: ControlClient, signal: AbortSignal) =>
  (await (await control.open('findings', { signal })).json()) as ProxyFindings

function readErrorMessage(status: number, text: string): string {
  // The body may not be JSON, for example if a proxy between the page and the fake sent it.
  const { error } = Object(parseJson(text)) as { error?: unknown }
  return typeof error === 'string' ? error : `The server responded with status ${status}.`
}
