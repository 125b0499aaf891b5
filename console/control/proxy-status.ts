import type { ProxyFindings, ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import type { ControlClient } from './client.ts'

/** Reads what a proxy tells of itself: only a proxy has this operation. */
export const readProxyStatus = async (control: ControlClient): Promise<ProxyStatus> =>
  (await (await control.open('')).json()) as ProxyStatus

/** Reads what the rules of a proxy have found. */
export const readProxyFindings = async (
  control: ControlClient,
  signal: AbortSignal,
): Promise<ProxyFindings> =>
  (await (await control.open('findings', { signal })).json()) as ProxyFindings
