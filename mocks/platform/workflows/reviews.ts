/** A review that a run asks for, at a moment of its script time. */
export type ReviewRequest = {
  /** The node, with the nodes and passes of loops that it is part of. */
  readonly path: string
  readonly node_id: string
  readonly at: number
  readonly title: string
  readonly description: string | null
  readonly assignee: string | null
  readonly timeout_hours: number
}

/** The decision of a review, at a moment of script time. */
export type ReviewDecision = {
  readonly at: number
  readonly status: 'approved' | 'rejected' | 'expired'
  readonly approval_id: string
  readonly decision_by: string | null
  readonly decision_note: string | null
}
