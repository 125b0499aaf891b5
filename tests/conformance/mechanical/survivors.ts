/** Mechanical mutants that no `must` check detects, with the reason why that is allowed. */
export type ExpectedSurvivor = {
  /** Matches the ids of these mutants. */
  readonly pattern: RegExp
  readonly reason: string
}

const undeclared = 'the inner shape of the payload is not specified (2.3, 2.5, 2.8)'

/** All reasons for which a mechanical mutant may survive. */
export const expectedSurvivors: readonly ExpectedSurvivor[] = [
  // Mutants of responses that the specification does not show.
  {
    pattern: /^\w+ [A-Z]+ \/api\/(?:connectors|channels|admin\/\w+) 200 /,
    reason: 'the specification does not describe its shape (4.7)',
  },
  {
    pattern: /^\w+ (?:GET \/api\/version|(?:GET|DELETE) \/api\/conversations\/\{id\}) 200 /,
    reason: 'the specification does not have this operation',
  },
  { pattern: /^\w+ GET \/api\/auth\/verify 200 /, reason: 'the response is not specified (4.6)' },
  {
    pattern: /^\w+ POST \/api\/knowledge-bases\/\{id\}\/retrieve 200 /,
    reason: 'the response is not specified (4.4)',
  },
  {
    pattern: /^status PUT \/api\/agents 405 /,
    reason: 'the response to a wrong method is not specified',
  },

  // Mutants of bodies.
  { pattern: /^\w+ GET \/api\/agents\/\{id\} 200 data(?:\.|$)/, reason: undeclared },
  {
    pattern: /^\w+ (?:POST|PATCH) \/api\/conversations(?:\/\{id\})? 200 data(?:\.|$)/,
    reason: undeclared,
  },
  {
    pattern: /^\w+ GET \/api\/(?:agents|knowledge-bases|conversations) 200 items\.\*/,
    reason: undeclared,
  },
  {
    pattern:
      /^(?:dropped|nulled) \S+ \/api\/me\/api-keys\S* 20\d (?:.*\.)?(?:scopes|expires_at|last_used_at|total_requests)$/,
    reason: 'not required of a key record (2.1)',
  },
  {
    pattern: /^\w+ POST \/api\/me\/api-keys 201 (?!key$|500$)/,
    reason: 'the field names of the creation response are not specified (4.1)',
  },
  {
    pattern: /^\w+ POST \/api\/auth\/login 200 user\./,
    reason: 'the fields of the user object are not specified (2.7)',
  },
  {
    pattern: /^\w+ POST \/api\/auth\/refresh 200 /,
    reason: 'the specification only implies the shape of this response (4.6)',
  },

  // Mutants of refusals.
  { pattern: /^dropped \S+ \S+ 422 detail(?:\.\*)?$/, reason: '`detail` is optional (2.4)' },
  {
    pattern: /^\w+ \S+ \S+ 422 detail\.\*\.(?:input|ctx)(?:\.|$)/,
    reason: '`input` may be any value and `ctx` any object; both are optional (2.4)',
  },
  {
    pattern: /^(?:dropped|retyped) \S+ \S+ 422 detail\.\*\.loc\.\*$/,
    reason: 'a `loc` has strings and integers; which ones is not specified (2.4)',
  },
  {
    pattern: /^status POST \/api\/auth\/refresh 401 403$/,
    reason: 'the status of `invalid_token` is not specified (7)',
  },

  // Mutants of streams.
  {
    pattern: /^dropped POST \/api\/(?:react|dag|chat\/resume) 200 \w+ cursor$/,
    reason: 'the cursor is also on the `id:` line, and its place is not specified (6)',
  },
  {
    pattern: /^\w+ POST \/api\/\S+ 200 (?:step|step_progress|phase|title) (?!cursor)/,
    reason: 'the payload fields of step, step_progress, phase and title are not specified (6)',
  },
  {
    pattern: /^\w+ POST \/api\/\S+ 200 answer (?:content|status)$/,
    reason: 'the table does not have this field (6)',
  },
  {
    pattern: /^\w+ POST \/api\/\S+ 200 done (?!answer$|tokens$|cursor$)/,
    reason: '`done` may have more fields, which are not specified (6)',
  },
  {
    pattern: /^dropped POST \/api\/\S+ 200 suggestions \*$/,
    reason: 'the number of suggestions is not specified',
  },
  {
    pattern: /^\w+ POST \/api\/chat\/resume 200 resume_done (?!cursor)/,
    reason: 'the data of `resume_done` is not specified (6)',
  },
  {
    pattern: /^status DELETE \/api\/me\/api-keys\/\{id\} (?:204|404) /,
    reason: 'deleting a key, once or twice, is not specified (4.1)',
  },
  {
    pattern: /^event-(?:dropped|renamed) POST \/api\/\S+ 200 (?!end$|resume_done$)\w+$/,
    reason: 'a turn may have no event of this type, and the table of types may be incomplete (6)',
  },
]

/** Returns the reason why a mutant may survive; `undefined` if there is none. */
export const explainSurvivor = (id: string): ExpectedSurvivor | undefined =>
  expectedSurvivors.find(({ pattern }) => pattern.test(id))
