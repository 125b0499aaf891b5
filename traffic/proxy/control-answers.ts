import type { CountedFinding } from './findings.ts'

/** The response of a proxy to `GET /__control`. */
export type ProxyStatus = {
  /** The base URL for clients. */
  readonly url: string
  readonly targets: readonly { readonly prefix: string; readonly url: string }[]
  /** The number of exchanges since the start. */
  readonly calls: number
  /** The number of open exchanges. */
  readonly open: number
  readonly faults: number
  /** The reason why the proxy refuses faults; null if it accepts faults. */
  readonly faults_refused: string | null
  /** The file name of the recording; null without a recording. */
  readonly recording: string | null
  /** Whether rules check the exchanges. */
  readonly checks: boolean
  /** The number of checked exchanges. */
  readonly judged: number
  /** The number of different findings. */
  readonly findings: number
}

/** The response of a proxy to `GET /__control/findings`. */
export type ProxyFindings = {
  /** The number of checked exchanges. */
  readonly judged: number
  readonly findings: readonly CountedFinding[]
}
