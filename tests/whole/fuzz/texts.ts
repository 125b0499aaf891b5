import * as fc from 'fast-check'
import { oddText } from './values.ts'

/** Pieces of YAML that have broken parsers. */
const bits = fc.oneof(
  fc.constantFrom(
    '&a ',
    '*a',
    '*missing',
    '<<: *a',
    '? ',
    ': ',
    '- ',
    '|',
    '>-',
    '!!js/function',
    '!!binary x',
    '---\n',
    '...\n',
    '\t',
    '  ',
    '\n',
    '{',
    '}',
    '[',
    '{{query}}',
    '{{faker.__proto__.x}}',
    '{{faker.constructor.constructor}}',
    '#',
    '"',
    "'",
    '__proto__: {polluted: true}\n',
    'constructor: {prototype: {polluted: true}}\n',
    'include: ../../../../etc/passwd\n',
    '.inf',
    '1e999',
    '0x',
    '2026-11-21',
    '&b [*b]',
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d]\n',
    '[['.repeat(60),
  ),
  oddText,
)

/** One of the texts, with some pieces inserted, removed, doubled or moved. */
export const damaged = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(
        fc.tuple(fc.nat(), fc.nat(40), bits, fc.constantFrom('put', 'cut', 'twice', 'line')),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
    )
    .map(([text, wounds]) => wounds.reduce((whole, wound) => damage(whole, ...wound), text))

function damage(text: string, place: number, length: number, bit: string, how: string): string {
  const at = place % (text.length + 1)
  const [before, stretch, after] = [
    text.slice(0, at),
    text.slice(at, at + length),
    text.slice(at + length),
  ]
  if (how === 'cut') return before + after
  if (how === 'twice') return before + stretch + stretch + after
  if (how === 'line') return `${before}\n${bit}${after}`
  return before + bit + stretch + after
}
