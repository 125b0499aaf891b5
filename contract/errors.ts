/** Every error code that the fake sends, with its status (7; where not shown, our own). */
export const errors = {
  unauthorized: { status: 401, clause: '7' },
  invalid_token: { status: 401, clause: '7: status not shown' },
  token_expired: { status: 401, clause: '7: status not shown' },
  forbidden: { status: 403, clause: '7' },
  not_found: { status: 404, clause: '7' },
  conversation_not_found: { status: 404, clause: '7' },
  no_recent_assistant_message: { status: 404, clause: '7' },
  bad_request: { status: 400, clause: '7' },
  invalid_cursor: { status: 400, clause: '7' },
  rate_limit_exceeded: { status: 429, clause: '7' },
  internal_error: { status: 500, clause: '7' },
  method_not_allowed: { status: 405, clause: 'not shown' },
  conflict: { status: 409, clause: 'not shown' },
  payload_too_large: { status: 413, clause: 'not shown' },
} as const satisfies Record<string, { status: number; clause: string }>

export type ErrorCode = keyof typeof errors
