import type { DatedRunEvent } from '../../../contract/records/workflow-run.ts'

/** How the events of a workflow run are written. */
export type RunForm = {
  /** Writes the canonical moment of an event. */
  readonly moment: (canonical: string) => unknown
  /** Whether the start is told twice: with the status, then with what is run. */
  readonly startsTwice: boolean
}

/** The payloads that tell an event, mostly one. */
export type WriteRunPayloads = (event: DatedRunEvent) => readonly object[]

export const isoMoment = (canonical: string) => canonical
export const epochMoment = (canonical: string) => Date.parse(canonical)

export function createWriteRunPayloads({ moment, startsTwice }: RunForm): WriteRunPayloads {
  return ({ event, data, at }) => {
    if (event === 'end') return [data]
    const ts = moment(at)
    if (event !== 'run_started' || !startsTwice) return [{ ...data, ts }]
    const { status, ...what } = data
    return [
      { run_id: data.run_id, status },
      { ...what, ts },
    ]
  }
}
