import { type BrokenScripts, farewell, greeting, lines } from './parts.ts'

/** Scripts that break the rules of matches. */
export const brokenMatches: BrokenScripts = {
  'unknown-script': [
    [
      'it is mistyped',
      lines('  - answer: x\n', 'after: order-statos'),
      'a.yaml:2:17: there is no script "order-statos"; did you mean "order-status"?',
    ],
  ],
  'unknown-state': [
    [
      'it is mistyped',
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
      'it looks ahead',
      lines('  - answer: x\n', 'query: [x, "/order (?!FH)/"]'),
      'a.yaml:2:21: /order (?!FH)/ uses lookahead `(?!`, which scripts do not support; include that text in the pattern, or use another script for the other case',
    ],
    [
      'it looks behind',
      lines('  - answer: x\n', 'query: /(?<=no )order/'),
      'a.yaml:2:17: /(?<=no )order/ uses lookbehind `(?<=`, which scripts do not support; include that text in the pattern, or use another script for the other case',
    ],
    [
      'it asks for the text of a group',
      lines('  - answer: x\n', 'query: /(\\w+) \\1/'),
      'a.yaml:2:17: /(\\w+) \\1/ uses the backreference `\\1`, which scripts do not support; write out the text that may follow',
    ],
    [
      'it asks for the text of a named group',
      lines('  - answer: x\n', 'query: /(?<word>a|b) \\k<word>/'),
      'a.yaml:2:17: /(?<word>a|b) \\k<word>/ uses the backreference `\\k`, which scripts do not support; write out the text that may follow',
    ],
    [
      'its repetitions are large together',
      lines('  - answer: x\n', 'query: "/(?:a{100}){100}/"'),
      'a.yaml:2:17: /(?:a{100}){100}/ expands to more than 300 characters with its repetitions; repeat less often, or without bound as in `*`',
    ],
    [
      'it is the 21st of its script',
      lines('  - answer: x\n', `query: [${'hello, /a/, '.repeat(20)}/b/]`),
      'a.yaml:2:258: /b/ exceeds the limit of 20 regular expressions in a script; join some with `|`',
    ],
    [
      'it is long',
      lines('  - answer: x\n', `query: /${'a'.repeat(501)}/`),
      `a.yaml:2:17: /${'a'.repeat(79)}… has 501 characters; the maximum is 500; use several queries`,
    ],
  ],
  'same-call': [
    [
      'a query is that of another',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[bye, HELLO]') },
      'b.yaml:2:23: "greeting" also matches "HELLO" (a.yaml:2:17); change one of the two, or add a condition to one',
    ],
    [
      'both take whatever is said',
      {
        'a.yaml': lines('  - answer: x\n', 'turn: 1'),
        'b.yaml': lines('  - answer: x\n', 'turn: 1').replace('greeting', 'other'),
      },
      'b.yaml:2:8: "greeting" also matches any query (a.yaml:2:8); change one of the two, or add a condition to one',
    ],
    [
      'all words are the same',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [x, y] }'),
        'b.yaml': lines('  - answer: x\n', 'query: { all: [y, x] }').replace('greeting', 'other'),
      },
      'b.yaml:2:17: "greeting" also matches "y" and "x" (a.yaml:2:17); change one of the two, or add a condition to one',
    ],
  ],
  unreachable: [
    [
      'each query holds an earlier one',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[say hello, hello again]') },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that it matches (a.yaml:2:17); make its match more specific, or rename its file so that it comes first',
    ],
    [
      'an earlier one takes whatever is said',
      { 'a.yaml': lines('  - answer: x\n', 'endpoint: [react, dag]'), 'b.yaml': farewell },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that it matches (a.yaml:2:8); make its match more specific, or rename its file so that it comes first',
    ],
    [
      'every word is said by all words of an earlier one',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [ref, order] }'),
        'b.yaml': farewell.replace('hello', 'refund my order'),
      },
      'b.yaml:2:8: "farewell" is never chosen: "greeting" comes first and matches everything that it matches (a.yaml:2:17); make its match more specific, or rename its file so that it comes first',
    ],
  ],
  'unknown-agent': [
    [
      'it is mistyped',
      lines('  - answer: x\n', 'agent: Support Desc'),
      'a.yaml:2:17: there is no agent "Support Desc"; did you mean "Support Desk"?',
    ],
  ],
  'unknown-user': [
    [
      'there is none',
      lines('  - answer: x\n', 'user: nobody@example.com'),
      'a.yaml:2:16: there is no user "nobody@example.com"; did you mean "demo@example.com"?',
    ],
  ],
}
