import * as fc from 'fast-check'

/** A command for keys, conversations or turns. `index` selects one of those created before. */
export type Command = { readonly index: number } & (
  | { readonly does: 'make key'; readonly days: number | null }
  | { readonly does: 'switch key'; readonly on: boolean }
  | { readonly does: 'delete key' | 'use key' | 'delete conversation' | 'read conversation' }
  | { readonly does: 'list keys'; readonly size: number }
  | { readonly does: 'wait'; readonly days: number }
  | { readonly does: 'make conversation'; readonly title: string }
  | {
      readonly does: 'change conversation'
      readonly fields: { title?: string; starred?: boolean; status?: string }
    }
  | { readonly does: 'list conversations'; readonly size: number; readonly q?: string | undefined }
  | { readonly does: 'ask'; readonly q: string; readonly leaveAfter: number }
)

const title = fc.string({ minLength: 1, maxLength: 12 })
const size = fc.integer({ min: 1, max: 20 })
const index = fc.nat(20)

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    does: fc.constant('make key' as const),
    index,
    days: fc.constantFrom(null, 1, 3, 30),
  }),
  fc.record({ does: fc.constant('switch key' as const), index, on: fc.boolean() }),
  fc.record({ does: fc.constant('delete key' as const), index }),
  fc.record({ does: fc.constant('use key' as const), index }),
  fc.record({ does: fc.constant('list keys' as const), index, size }),
  fc.record({ does: fc.constant('wait' as const), index, days: fc.constantFrom(0.5, 1, 2, 29) }),
  fc.record({ does: fc.constant('make conversation' as const), index, title }),
  fc.record({
    does: fc.constant('change conversation' as const),
    index,
    fields: fc.record(
      { title, starred: fc.boolean(), status: fc.constantFrom('active', 'archived') },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ does: fc.constant('delete conversation' as const), index }),
  fc.record({ does: fc.constant('read conversation' as const), index }),
  fc.record({
    does: fc.constant('list conversations' as const),
    index,
    size,
    q: fc.constantFrom(undefined, 'a', ' ', '%'),
  }),
  fc.record({
    does: fc.constant('ask' as const),
    index,
    q: fc.constantFrom('Where is my order?', 'What is new?', 'Tell me a story', '?'),
    leaveAfter: fc.integer({ min: 1, max: 60 }),
  }),
)

export const lives = fc.array(command, { minLength: 1, maxLength: 25, size: 'max' })
