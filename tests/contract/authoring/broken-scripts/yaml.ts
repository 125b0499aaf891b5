import { type BrokenScripts, greeting, lines } from './parts.ts'

const indentation =
  'the indentation of this line matches no line above it; align it with the other lines of its map or list'

export const brokenYaml: BrokenScripts = {
  yaml: [
    [
      'a quote is not closed',
      'name: "x\n',
      'a.yaml:2:1: a quote is not closed; write the " that closes it',
    ],
    [
      'a line has one space too few',
      'name: a\nmatch: { query: x }\nscript:\n - answer: x\n- think: y\n',
      `a.yaml:5:1: ${indentation}`,
    ],
    [
      'a key has one space too few',
      lines('  - call:\n      tool: x\n     takes: 3s\n'),
      `a.yaml:6:6: ${indentation}`,
    ],
    ['a key has one space too many', 'name: a\n match: x\n', `a.yaml:2:2: ${indentation}`],
    [
      'a tab breaks the lines after it',
      lines('  - call:\n      tool: x\n\t    takes: 3s\n  - answer: x\n  - answer: y\n'),
      'a.yaml:6:1: this line is indented by a tab; indent with spaces',
    ],
    [
      'a text has a colon',
      lines('  - answer: Good: it works\n  - answer: Bad: it fails\n'),
      'a.yaml:4:13: text with a colon and a space needs quotes: "Good: it works"',
    ],
    [
      'a text begins with a special character',
      lines('  - answer: "Hi"\n  - answer: @"dana"\n'),
      'a.yaml:5:13: text can’t begin with @; quote it: \'@"dana"\'',
    ],
    [
      'a text continues after its quotes',
      lines('  - answer: "Hello" she said\n'),
      'a.yaml:4:21: the value ends before this; quote all of it',
    ],
    [
      'text follows a list in brackets',
      `${greeting}suggestions: [a, b] c\n`,
      'a.yaml:5:21: the value ends with the ] before this; remove the rest',
    ],
    [
      'a map is not closed',
      'name: a\nmatch: { query: x\nscript: y\n',
      'a.yaml:3:1: the { is not closed; write the } that closes it',
    ],
    [
      'a backslash is in double quotes',
      lines('  - answer: "\\d"\n'),
      'a.yaml:4:14: a backslash in double quotes begins an escape; double it, or use single quotes',
    ],
    [
      'a key has no space after its colon',
      'name:a\nmatch: { query: x }\n',
      'a.yaml:1:1: this is not a key with a value; write a colon and a space after the key',
    ],
    [
      'a map is a key',
      '? { name: a }\n: b\n',
      'a.yaml:1:3: a map or a list can’t be a key; use text',
    ],
    [
      'a key appears twice',
      `${greeting}name: other\n`,
      'a.yaml:5:1: this key is used twice in one map; remove one of the two',
    ],
  ],
}
