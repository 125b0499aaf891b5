import { type BrokenScripts, farewell, greeting, lines } from './parts.ts'

/** Scripts that break the rules of files, of includes, and of their form. */
export const brokenFiles: BrokenScripts = {
  'unknown-key': [
    [
      'a line is mistyped',
      lines('  - answr: Hello\n'),
      'a.yaml:4:5: the key "answr" is unknown; did you mean "answer"?',
    ],
    [
      'a key of a call is mistyped',
      lines('  - call: { tol: look }\n'),
      'a.yaml:4:13: the key "tol" is unknown; did you mean "tool"?',
    ],
    [
      'an unknown key is like no known one',
      lines('  - call: { tool: look, colour: red }\n'),
      'a.yaml:4:25: the key "colour" is unknown; allowed here: tool, input, reasoning, takes, pause, observation, error',
    ],
    [
      'two lines are written as one',
      lines('  - think: Hm.\n    answer: Hello\n'),
      'a.yaml:5:5: the key "answer" is unknown; a line has only one key; move this key to its own line',
    ],
    [
      'a turn of a dialogue has `after`',
      'name: a\nmatch: { query: x }\nturns:\n  - match: { after: b }\n    script: [{ answer: y }]\n',
      'a.yaml:4:14: the key "after" is unknown; allowed here: endpoint, query, like, agent, user, language, state',
    ],
    [
      'a key of a fault is in camel case',
      `${greeting}fault: { stall: { afterEvent: 1, for: 2s } }\n`,
      'a.yaml:5:19: the key "afterEvent" is unknown; did you mean "after_event"?',
    ],
    [
      'a fault is mistyped',
      `${greeting}fault: { crlff: true }\n`,
      'a.yaml:5:10: the key "crlff" is unknown; did you mean "crlf"?',
    ],
  ],
  shape: [
    [
      'a range of turns ends before it begins',
      lines('  - answer: x\n', 'turn: { from: 4, to: 2 }'),
      'a.yaml:2:16: "turn" is a map; `to` must not be below `from`',
    ],
    [
      'a number of records has no value',
      lines('  - answer: x\n', 'state: { agents: { at_least: 3, at_most: 1 } }'),
      'a.yaml:2:27: "agents" is a map; `at_most` must not be below `at_least`',
    ],
    [
      'a name has capitals',
      greeting.replace('greeting', 'Greeting!'),
      'a.yaml:1:7: "name" is "Greeting!"; a name has small letters, digits and dashes',
    ],
    [
      'an endpoint does not exist',
      lines('  - answer: Hello\n', 'endpoint: reac'),
      'a.yaml:2:20: "endpoint" is "reac"; it must be "react" or "dag"',
    ],
    [
      'a query is a number',
      lines('  - answer: Hello\n', 'query: 3'),
      'a.yaml:2:17: "query" is 3; it must be text, a map or a list',
    ],
    [
      'a list of queries is empty',
      lines('  - answer: Hello\n', 'query: []'),
      'a.yaml:2:17: "query" is an empty list; it needs at least 1 item',
    ],
    [
      'a query is empty',
      lines('  - answer: Hello\n', 'query: [a, ""]'),
      'a.yaml:2:21: item 2 of "query" is empty; it needs at least 1 character',
    ],
    [
      '`match` is missing',
      'name: a\nscript: [{ answer: b }]\n',
      'a.yaml:1:1: "match" is missing; it must be a map, such as `{ query: [hello] }`',
    ],
    [
      'a duration is invalid',
      lines('  - pause: soon\n'),
      'a.yaml:4:12: "pause" is "soon"; give a number of milliseconds, or a duration such as `800ms`, `90s`, `5m`, `2h`, `1d`',
    ],
    [
      'a line is a text',
      lines('  - Hello\n'),
      'a.yaml:4:5: item 1 of "script" is "Hello"; it must be a map, such as `{ answer: Hello. }`',
    ],
    [
      'a branch is a text',
      lines('  - approval: { call: { tool: pay }, rejected: No. }\n'),
      'a.yaml:4:48: "rejected" is "No."; it must be a list, such as `[{ answer: No. }]`',
    ],
    [
      'an approval has no call',
      lines('  - approval: { rejected: [{ answer: No. }] }\n'),
      'a.yaml:4:15: "call" is missing; it must be a map, such as `{ tool, input }`',
    ],
    [
      'a call among several is a text',
      lines('  - calls: [{ tool: a }, b]\n'),
      'a.yaml:4:26: item 2 of "calls" is "b"; it must be a map, such as `{ tool, input }`',
    ],
    [
      'suggestions are empty',
      `${greeting}suggestions: []\n`,
      'a.yaml:5:14: "suggestions" is an empty list; it needs at least 1 item',
    ],
    [
      'jitter is above 1',
      `${greeting}pace: { jitter: 3 }\n`,
      'a.yaml:5:17: "jitter" is 3; it must be at most 1',
    ],
    [
      'a cut is at event 0',
      `${greeting}fault: { drop: { event: 0 } }\n`,
      'a.yaml:5:25: "event" is 0; it must be at least 1',
    ],
    [
      'a violation does not exist',
      `${greeting}violate: { end: never }\n`,
      'a.yaml:5:17: "end" is "never"; it must be "missing" or "twice"',
    ],
    [
      'two events are in one line',
      lines('  - send: { heartbeat: {}, title: { title: x } }\n'),
      'a.yaml:4:11: "send" is a map; send one event per line, as in `send: { phase: … }`',
    ],
  ],
  'name-taken': [
    [
      'two files have the same name',
      { 'a.yaml': greeting, 'b.yaml': greeting.replace('hello', 'bye') },
      'b.yaml:1:7: the name "greeting" is taken (a.yaml:1:7); choose another',
    ],
  ],
  include: [
    [
      'an included file does not exist',
      `${greeting}include: [_none.yaml]\n`,
      'a.yaml:5:11: there is no file "_none.yaml"; paths are relative to the folder of this file',
    ],
    [
      'an included file has no fragments',
      { 'a.yaml': `${greeting}include: [b.yaml]\n`, 'b.yaml': farewell.replace('hello', 'bye') },
      'a.yaml:5:11: "b.yaml" has no fragments; put shared lines under "fragments:"',
    ],
    [
      'files include each other',
      {
        'a.yaml': `${greeting}include: [_b.yaml]\n`,
        '_b.yaml': 'include: [_elsewhere.yaml]\nfragments: {}\n',
        '_elsewhere.yaml': 'include: [_b.yaml]\nfragments: {}\n',
      },
      '_elsewhere.yaml:1:11: "_b.yaml" includes itself; remove it',
    ],
  ],
  fragment: [
    [
      'a fragment is mistyped',
      {
        'a.yaml': `${lines('  - use: look-op\n')}include: [_b.yaml]\n`,
        '_b.yaml': 'fragments:\n  look-up: [{ think: Hm. }]\n',
      },
      'a.yaml:4:10: there is no fragment "look-op"; did you mean "look-up"?',
    ],
    [
      'the file of a fragment is not included',
      lines('  - use: look-up\n'),
      'a.yaml:4:10: there is no fragment "look-up"; include the file that defines it',
    ],
    [
      'a fragment uses itself',
      { '_b.yaml': 'fragments:\n  a: [{ use: b }]\n  b: [{ use: b }]\n' },
      '_b.yaml:3:14: the fragment "b" uses itself; remove this line',
    ],
    [
      'a fragment gets a value that it does not use',
      {
        'a.yaml': `${lines('  - use: { fragment: b, with: { qery: x } }\n')}include: [_b.yaml]\n`,
        '_b.yaml': 'fragments:\n  b: [{ think: "{{query}}" }]\n',
      },
      'a.yaml:4:39: "b" has no placeholder {{qery}}; did you mean "query"?',
    ],
    [
      'a fragment is used as a list',
      lines('  - use: [look-up]\n'),
      'a.yaml:4:5: "use" must be the name of a fragment, or { fragment, with: { name: value } }',
    ],
  ],
  turns: [
    [
      'a file has no script',
      'name: a\nmatch: { query: x }\n',
      'a.yaml:1:1: the file has no script; add "script", or "turns" for a dialogue',
    ],
    [
      'a file has both a script and turns',
      `${greeting}turns: [{ script: [{ answer: x }] }]\n`,
      'a.yaml:3:1: "script" belongs to a turn; put it under "turns:"',
    ],
  ],
}
