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
      'a.yaml:2:17: /(/ is no regular expression (Unterminated group); escape what is meant literally',
    ],
    [
      'it looks ahead',
      lines('  - answer: x\n', 'query: [x, "/order (?!FH)/"]'),
      'a.yaml:2:21: /order (?!FH)/ looks ahead with `(?!`, which a script can’t; write what stands there into the pattern, or give the other case a script of its own',
    ],
    [
      'it looks behind',
      lines('  - answer: x\n', 'query: /(?<=no )order/'),
      'a.yaml:2:17: /(?<=no )order/ looks behind with `(?<=`, which a script can’t; write what stands there into the pattern, or give the other case a script of its own',
    ],
    [
      'it asks for the text of a group',
      lines('  - answer: x\n', 'query: /(\\w+) \\1/'),
      'a.yaml:2:17: /(\\w+) \\1/ asks for what a group has matched with `\\1`, which a script can’t; write out what may stand there',
    ],
    [
      'it asks for the text of a named group',
      lines('  - answer: x\n', 'query: /(?<word>a|b) \\k<word>/'),
      'a.yaml:2:17: /(?<word>a|b) \\k<word>/ asks for what a group has matched with `\\k`, which a script can’t; write out what may stand there',
    ],
    [
      'its repetitions are large together',
      lines('  - answer: x\n', 'query: "/(?:a{100}){100}/"'),
      'a.yaml:2:17: /(?:a{100}){100}/ asks for more than 300 characters with its repetitions written out; repeat less often, or without bound as in `*`',
    ],
    [
      'it is the 21st of its script',
      lines('  - answer: x\n', `query: [${'hello, /a/, '.repeat(20)}/b/]`),
      'a.yaml:2:258: /b/ is one too many: a script has at most 20 regular expressions; join some with `|`',
    ],
    [
      'it is long',
      lines('  - answer: x\n', `query: /${'a'.repeat(501)}/`),
      `a.yaml:2:17: /${'a'.repeat(79)}… has 501 characters, and 500 is the most; give several queries`,
    ],
  ],
  'same-call': [
    [
      'a query is that of another',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[bye, HELLO]') },
      'b.yaml:2:23: "greeting" matches "HELLO", too (a.yaml:2:17); change one of the two, or give one a condition',
    ],
    [
      'both take whatever is said',
      {
        'a.yaml': lines('  - answer: x\n', 'turn: 1'),
        'b.yaml': lines('  - answer: x\n', 'turn: 1').replace('greeting', 'other'),
      },
      'b.yaml:2:8: "greeting" matches whatever is said, too (a.yaml:2:8); change one of the two, or give one a condition',
    ],
    [
      'all words are the same',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [x, y] }'),
        'b.yaml': lines('  - answer: x\n', 'query: { all: [y, x] }').replace('greeting', 'other'),
      },
      'b.yaml:2:17: "greeting" matches "y" and "x", too (a.yaml:2:17); change one of the two, or give one a condition',
    ],
  ],
  unreachable: [
    [
      'each query holds an earlier one',
      { 'a.yaml': greeting, 'b.yaml': farewell.replace('hello', '[say hello, hello again]') },
      'b.yaml:2:8: "farewell" is never chosen: whatever it takes, "greeting" takes before it (a.yaml:2:17); say more in its match, or put it first by its file name',
    ],
    [
      'an earlier one takes whatever is said',
      { 'a.yaml': lines('  - answer: x\n', 'endpoint: [react, dag]'), 'b.yaml': farewell },
      'b.yaml:2:8: "farewell" is never chosen: whatever it takes, "greeting" takes before it (a.yaml:2:8); say more in its match, or put it first by its file name',
    ],
    [
      'every word is said by all words of an earlier one',
      {
        'a.yaml': lines('  - answer: x\n', 'query: { all: [ref, order] }'),
        'b.yaml': farewell.replace('hello', 'refund my order'),
      },
      'b.yaml:2:8: "farewell" is never chosen: whatever it takes, "greeting" takes before it (a.yaml:2:17); say more in its match, or put it first by its file name',
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
