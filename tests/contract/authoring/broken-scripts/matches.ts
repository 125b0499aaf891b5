import { type BrokenScripts, farewell, greeting, lines } from './parts.ts'

export const brokenMatches: BrokenScripts = {
  'unknown-script': [
    [
      'a script name is mistyped',
      lines('  - answer: x\n', 'after: order-statos'),
      'a.yaml:2:17: there is no script "order-statos"; did you mean "order-status"?',
    ],
  ],
  'unknown-state': [
    [
      'a record kind is mistyped',
      lines('  - answer: x\n', 'state: { confirmation: {} }'),
      'a.yaml:2:19: there is no kind of record "confirmation"; did you mean "confirmations"?',
    ],
  ],
  'regular-expression': [
    [
      'a group is not closed',
      lines('  - answer: x\n', 'query: /(/'),
      'a.yaml:2:17: /(/ is not a valid regular expression (Unterminated group); escape special characters',
    ],
    [
      'a pattern has a lookahead',
      lines('  - answer: x\n', 'query: [x, "/order (?!FH)/"]'),
      'a.yaml:2:21: /order (?!FH)/ uses lookahead `(?!`, which scripts do not support; include that text in the pattern, or use another script for the other case',
    ],
    [
      'a pattern has a lookbehind',
      lines('  - answer: x\n', 'query: /(?<=no )order/'),
      'a.yaml:2:17: /(?<=no )order/ uses lookbehind `(?<=`, which scripts do not support; include that text in the pattern, or use another script for the other case',
    ],
    [
      'a pattern has a backreference',
      lines('  - answer: x\n', 'query: /(\\w+) \\1/'),
      'a.yaml:2:17: /(\\w+) \\1/ uses the backreference `\\1`, which scripts do not support; write out the text that may follow',
    ],
    [
      'a pattern has a named backreference',
      lines('  - answer: x\n', 'query: /(?<word>a|b) \\k<word>/'),
      'a.yaml:2:17: /(?<word>a|b) \\k<word>/ uses the backreference `\\k`, which scripts do not support; write out the text that may follow',
    ],
    [
      'the repetitions of a pattern are too large together',
      lines('  - answer: x\n', 'query: "/(?:a{100}){100}/"'),
      'a.yaml:2:17: /(?:a{100}){100}/ expands to more than 300 characters with its repetitions; repeat less often, or without bound as in `*`',
    ],
    [
      'a script has 21 patterns',
      lines('  - answer: x\n', `query: [${'hello, /a/, '.repeat(20)}/b/]`),
      'a.yaml:2:258: /b/ exceeds the limit of 20 regular expressions in a script; join some with `|`',
    ],
    [
      'a pattern is too long',
      lines('  - answer: x\n', `query: /${'a'.repeat(501)}/`),
      `a.yaml:2:17: /${'a'.repeat(78)}… has 501 characters; the maximum is 500; use several queries`,
    ],
  ],
  'same-call': [
    [
      'two scripts have the same query',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[bye, HELLO]') },
      'b.yaml:2:23: "greeting" also matches "HELLO" (a.yaml:2:17); change one of the two, or add a condition to one',
    ],
    [
      'two scripts match every query',
      {
        'a.yaml': lines('  - answer: x\n', 'turn: 1'),
        'b.yaml': lines('  - answer: x\n', 'turn: 1').replace('greeting', 'other'),
      },
      'b.yaml:2:8: "greeting" also matches any query (a.yaml:2:8); change one of the two, or add a condition to one',
    ],
    [
      'two scripts have the same `all` words',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [x, y] }'),
        'b.yaml': lines('  - answer: x\n', 'query: { all: [y, x] }').replace('greeting', 'other'),
      },
      'b.yaml:2:17: "greeting" also matches "y" and "x" (a.yaml:2:17); change one of the two, or add a condition to one',
    ],
  ],
  unreachable: [
    [
      'each query contains an earlier one',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[say hello, hello again]') },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that "farewell" matches (a.yaml:2:17); make the match of "farewell" more specific, or rename its file so that "farewell" comes first',
    ],
    [
      'an earlier script matches every query',
      { 'a.yaml': lines('  - answer: x\n', 'endpoint: [react, dag]'), 'b.yaml': farewell },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that "farewell" matches (a.yaml:2:8); make the match of "farewell" more specific, or rename its file so that "farewell" comes first',
    ],
    [
      'its `all` words contain those of an earlier script',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [ref, order] }'),
        'b.yaml': farewell.replace('hello', 'refund my order'),
      },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that "farewell" matches (a.yaml:2:17); make the match of "farewell" more specific, or rename its file so that "farewell" comes first',
    ],
  ],
  'unknown-agent': [
    [
      'an agent is mistyped',
      lines('  - answer: x\n', 'agent: Support Desc'),
      'a.yaml:2:17: there is no agent "Support Desc"; did you mean "Support Desk"?',
    ],
  ],
  'unknown-user': [
    [
      'a user does not exist',
      lines('  - answer: x\n', 'user: nobody@example.com'),
      'a.yaml:2:16: there is no user "nobody@example.com"; did you mean "demo@example.com"?',
    ],
  ],
}
