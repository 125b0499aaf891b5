import { type BrokenScripts, approval, lines, plan } from './parts.ts'

export const brokenLines: BrokenScripts = {
  'end-by-itself': [
    [
      'a line sends `end`',
      lines('  - send: { end: {} }\n'),
      'a.yaml:4:13: `end` is sent automatically; remove it, or write "violate: { end: missing }"',
    ],
  ],
  'fail-last': [
    [
      'an answer follows a failure',
      lines('  - fail: { error: TimeoutError, message: Down. }\n  - answer: Hello\n'),
      'a.yaml:4:5: the turn ends here; remove the lines below it',
    ],
  ],
  'done-once': [
    [
      '`done` is sent twice',
      lines(
        `${`  - send: { done: { answer: x, tokens: 1, elapsed: 1, usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 }, cache: { read_tokens: 0, creation_tokens: 0 } } }\n`.repeat(2)}`,
      ),
      'a.yaml:5:5: `done` has already been sent; remove one of the two',
    ],
    [
      'an answer follows `done`',
      lines(
        '  - send: { done: { answer: x, tokens: 1, elapsed: 1, usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 }, cache: { read_tokens: 0, creation_tokens: 0 } } }\n  - answer: Hello\n',
      ),
      'a.yaml:5:5: `done` was sent above, and nothing may follow it; move this line above it',
    ],
  ],
  'cursor-by-itself': [
    [
      'a line sets a cursor',
      lines('  - send: { title: { title: x, cursor: 3 } }\n'),
      'a.yaml:4:32: the cursor is set automatically; remove it',
    ],
  ],
  event: [
    [
      'an event is mistyped',
      lines('  - send: { titel: { title: x } }\n'),
      'a.yaml:4:13: there is no event "titel"; did you mean "title"?',
    ],
    [
      'a field of an event is missing',
      lines('  - send: { title: {} }\n'),
      'a.yaml:4:20: `title`: "title" is missing; it must be text',
    ],
    [
      'the payload of an event has the wrong type',
      lines('  - send: { suggestions: 3 }\n'),
      'a.yaml:4:26: `suggestions`: its payload is 3; it must be a list',
    ],
  ],
  'plan-on-dag': [
    [
      'a plan is on react',
      plan('        - { id: a, task: t, result: r }', 'endpoint: react, query: plan'),
      'a.yaml:4:5: plans only work on dag; set "endpoint: dag"',
    ],
    [
      'a new plan is on both endpoints',
      lines('  - replan: why\n', 'endpoint: [react, dag]'),
      'a.yaml:4:5: plans only work on dag; set "endpoint: dag"',
    ],
  ],
  'approval-on-react': [
    [
      'an approval is on dag',
      lines(approval, 'endpoint: dag, query: pay'),
      'a.yaml:4:5: an `approval` line only works on react; set "endpoint: react", or write "approval: true" in a call of a plan',
    ],
  ],
  'plan-steps': [
    [
      'a step waits for an unknown one',
      plan('        - { id: one, task: t, after: [two], result: r }'),
      'a.yaml:6:39: step "one" waits for "two"; name a step above it',
    ],
    [
      'the name of a step is mistyped',
      plan(
        '        - { id: prices, task: t, result: r }\n        - { id: b, task: t, after: [price], result: r }',
      ),
      'a.yaml:7:37: step "b" waits for "price"; did you mean "prices"?',
    ],
    [
      'two steps have the same id',
      plan('        - { id: one, task: t, result: r }\n        - { id: one, task: t, result: r }'),
      'a.yaml:7:17: the step id "one" is used twice; choose another',
    ],
  ],
  place: [
    [
      'a placeholder has no quotes, and would be a map',
      lines('  - call: { tool: x, input: { room: {{user}} } }\n'),
      'a.yaml:4:37: {{user}} is a placeholder; quote it: "{{user}}"',
    ],
    [
      'a text that begins with a placeholder has no quotes',
      lines('  - answer: {{user}} has it. # all of it\n'),
      'a.yaml:4:13: {{user}} is a placeholder; quote it: "{{user}} has it."',
    ],
    [
      'a text in braces has a placeholder but no quotes',
      lines('  - approval: { call: { tool: x }, rejected: [{ answer: Not {{user}} }] }\n'),
      'a.yaml:4:61: {{user}} is a placeholder; quote the whole text around it',
    ],
    [
      'a placeholder is mistyped',
      lines('  - answer: "{{user.frist_name}}"\n'),
      'a.yaml:4:13: there is no placeholder {{user.frist_name}}; did you mean {{user.first_name}}?',
    ],
    [
      'a placeholder of the reason for the routing is mistyped',
      `${lines('  - answer: Hi\n')}routing: because {{usr}}\n`,
      'a.yaml:5:10: there is no placeholder {{usr}}; did you mean {{user}}?',
    ],
    [
      'a placeholder is unknown',
      lines('  - call: { tool: x, input: { a: [{ b: "{{order}}" }] } }\n'),
      'a.yaml:4:40: there is no placeholder {{order}}; available: {{query}}, {{user}}, {{user.first_name}}, {{user.email}}, {{agent}}, {{agent.description}}, {{previous.query}}, {{previous.answer}}, {{today}}, {{now}}, or define it with a group (?<order>…) in the query',
    ],
    [
      '`reason` is used outside of a branch',
      lines('  - answer: "{{reason}}"\n'),
      'a.yaml:4:13: there is no placeholder {{reason}}; it is only available in the branches of an approval',
    ],
    [
      '`inject` is used in the main script',
      lines('  - answer: "{{inject}}"\n'),
      'a.yaml:4:13: there is no placeholder {{inject}}; it is only available in "on_inject"',
    ],
    [
      'a fragment has a placeholder without a value',
      {
        'a.yaml': `${lines('  - use: look-up\n')}include: [_b.yaml]\n`,
        '_b.yaml': 'fragments:\n  look-up:\n    - think: I look up {{what}}.\n',
      },
      '_b.yaml:3:14: there is no placeholder {{what}}; available: {{query}}, {{user}}, {{user.first_name}}, {{user.email}}, {{agent}}, {{agent.description}}, {{previous.query}}, {{previous.answer}}, {{today}}, {{now}}, or define it with a group (?<what>…) in the query',
    ],
  ],
  'made-up-value': [
    [
      'the module of a faker value is mistyped',
      lines('  - answer: "{{faker.persn.fullName}}"\n'),
      'a.yaml:4:13: {{faker.persn.fullName}}: faker has no "persn"; did you mean {{faker.person}}?',
    ],
    [
      'a faker value is mistyped',
      lines('  - answer: "{{faker.person.fulName}}"\n'),
      'a.yaml:4:13: {{faker.person.fulName}}: "person" of faker has no "fulName"; did you mean {{faker.person.fullName}}?',
    ],
    [
      'a faker value is not text',
      lines('  - answer: "{{faker.airline.airport}}"\n'),
      'a.yaml:4:13: {{faker.airline.airport}}: "faker.airline.airport" returns no text without arguments; choose another method',
    ],
  ],
}
