import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { explainIssues } from '../../contract/explain-issues.ts'

const document = z.object({
  name: z.optional(z.string().check(z.minLength(2), z.maxLength(3))),
  tags: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
  size: z.optional(z.number().check(z.gt(0), z.maximum(9))),
})

it.each([
  [{ name: 'a' }, '"name" is "a"; it needs at least 2 characters'],
  [{ name: 'abcd' }, '"name" is "abcd"; it may have at most 3 characters'],
  [{ tags: [] }, '"tags" is an empty list; it needs at least 1 item'],
  [{ tags: ['a', 'b', 'c'] }, '"tags" is a list; it may have at most 2 items'],
  [{ size: 0 }, '"size" is 0; it must be above 0'],
  [{ size: 10 }, '"size" is 10; it must be at most 9'],
])('the problem of a document outside a limit names what the limit counts: %j', (value, says) => {
  const { error } = document.safeParse(value)
  const problems = explainIssues(error?.issues ?? [], value, () => '')
  expect(problems.map((problem) => problem.says)).toEqual([says])
})
