import type { ProxyFindings, ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import type { ControlClient } from './client.ts'

/** Fetches the status of a proxy. Only a proxy has this operation. */
export const readProxyStatus = async (
  control: ControlClient,
  signal: AbortSignal,
): Promise<ProxyStatus> => (await (await control.open('', { signal })).json()) as ProxyStatus

/** Fetches the violations of rules that a proxy has found in its traffic. */
export const readProxyFindings = async (
  control: ControlClient,
  signal: AbortSignal,
): Promise<ProxyFindings> =>
  (await (await control.open('findings', { signal })).json()) as ProxyFindings
