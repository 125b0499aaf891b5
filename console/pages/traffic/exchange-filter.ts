import type { ExchangeRow } from './reading/recorded-traffic.ts'

/** The filters of the list, from the URL. */
export type ExchangeFilter = {
  /** A part of the address, the flow or a body; the reader of the recording searches it. */
  readonly text: string
  /** The first digit of the status; empty for any, 0 for no response. */
  readonly status: string
  readonly kind: string
  /** The cause that an exchange shows, as an index of the list of causes. */
  readonly finding: number | undefined
}

export function filterOf(params: URLSearchParams): ExchangeFilter {
  const finding = params.get('finding')
  return {
    text: params.get('text') ?? '',
    status: params.get('status') ?? '',
    kind: params.get('kind') ?? '',
    finding: finding === null ? undefined : Number(finding),
  }
}

const kinds: Readonly<Record<string, (row: ExchangeRow) => boolean>> = {
  streams: ({ isStream }) => isStream,
  broken: ({ isStream, isClosedByClient, isBroken }) => isStream && (isClosedByClient || isBroken),
  findings: ({ causes }) => causes.length > 0,
  bodiless: ({ lacksBody }) => lacksBody,
}

/** Whether an exchange passes the filters, other than the text. */
export function passes({ status, kind, finding }: ExchangeFilter, row: ExchangeRow): boolean {
  if (status !== '' && String(Math.floor(row.status / 100)) !== status) return false
  if (finding !== undefined && !row.causes.includes(finding)) return false
  return kinds[kind]?.(row) ?? true
}
