/** A review that a run requests at a script time. */
export type ReviewRequest = {
  /** The path of the node: the nodes and loop passes that contain it, then its own id. */
  readonly path: string
  readonly node_id: string
  readonly at: number
  readonly title: string
  readonly description: string | null
  readonly assignee: string | null
  readonly timeout_hours: number
}

/** The decision of a review at a script time. */
export type ReviewDecision = {
  readonly at: number
  readonly status: 'approved' | 'rejected' | 'expired'
  readonly approval_id: string
  readonly decision_by: string | null
  readonly decision_note: string | null
}
