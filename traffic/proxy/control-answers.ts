import type { CountedFinding } from './findings.ts'

/** `GET /__control` of a proxy. */
export type ProxyStatus = {
  /** The base URL for clients. */
  readonly url: string
  readonly targets: readonly { readonly prefix: string; readonly url: string }[]
  /** The number of exchanges since the start. */
  readonly calls: number
  /** The number of exchanges that are not over. */
  readonly open: number
  readonly faults: number
  /** Why the proxy takes no faults; null if it does. */
  readonly faults_refused: string | null
  /** The name of the file that is recorded; null without one. */
  readonly recording: string | null
  /** Whether rules judge the exchanges. */
  readonly checks: boolean
  /** The number of exchanges that were judged, and of different findings. */
  readonly judged: number
  readonly findings: number
}

/** `GET /__control/findings` of a proxy. */
export type ProxyFindings = {
  /** The number of exchanges that were judged. */
  readonly judged: number
  readonly findings: readonly CountedFinding[]
}
