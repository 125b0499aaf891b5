import { describe, expect, it } from 'vitest'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { effectTables, fieldTables } from '../../tools/build/coverage/field-places.ts'
import {
  specifiedError,
  specifiedIssue,
  specifiedKey,
  specifiedLogin,
  specifiedPage,
  specifiedSuccess,
  specifiedValidation,
} from '../../contract/records/specified.ts'

const tables = [...fieldTables, ...effectTables]
const ids = new Set(allChecks.map(({ id }) => id))

/** The fields of a schema, and the beginning of the title of their table. */
const records = [
  ['API key record', specifiedKey],
  ['Paginated list envelope', specifiedPage],
  ['Success envelope', specifiedSuccess],
  ['Error envelope', specifiedError],
  ['Validation error body', specifiedValidation],
  ['Validation error body', specifiedIssue],
  ['Login response', specifiedLogin],
] as const

describe.each(tables)('the coverage table of fields: $title', ({ places, rows }) => {
  it('a coverage table of fields has a cell for each column in each row', () => {
    const wrong = rows.filter(({ cells }) => cells.length !== places.length - 1)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('a coverage table of fields names only checks that exist', () => {
    const named = rows.flatMap(({ cells }) => cells.flatMap(({ checks }) => checks))
    expect(named.filter((id) => !ids.has(id))).toEqual([])
  })

  it('each row of a coverage table of fields names a check, or a reason why there is none', () => {
    const bare = rows.filter(({ cells }) =>
      cells.every(({ checks, why }) => checks.length === 0 && why === ''),
    )
    expect(bare.map(({ name }) => name)).toEqual([])
  })
})

describe('the coverage tables of fields', () => {
  it.each(records)('the coverage tables list every specified field of the %s', (title, schema) => {
    const table = fieldTables.find((each) => each.title.startsWith(title))
    const names = table?.rows.map(({ name }) => name) ?? []
    expect(Object.keys(schema.shape).filter((field) => !names.includes(field))).toEqual([])
  })

  it('the coverage tables of fields name every must check about keys, conversations, login and events', () => {
    const named = new Set(
      tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((c) => c.checks))),
    )
    const wanted = allChecks.filter(
      ({ id, level }) => level === 'must' && /^(?:keys|conversations|login|events)\./.test(id),
    )
    const missing = wanted.map(({ id }) => id).filter((id) => !named.has(id))
    // These checks test the status or the code of an operation, not a field.
    expect(missing.toSorted()).toEqual([
      'conversations.creation-answers-200',
      'conversations.unknown-is-404',
      'keys.creation-is-accepted',
      'keys.disabled-is-unauthorized',
      'keys.unknown-key-is-404',
      'login.wrong-password-is-refused',
      'login.wrong-password-of-a-user-is-refused',
    ])
  })
})
