import { describe, expect, it } from 'vitest'
import { querySample } from '../../../mocks/platform/assistants/sample-query.ts'

const tables = [
  {
    table_name: 'readings',
    columns: [
      { column_name: 'site', data_type: 'text' },
      { column_name: 'temp', data_type: 'integer' },
      { column_name: 'hum', data_type: 'integer' },
    ],
  },
]
const query = (sql: string) => querySample(sql, tables, true, 0)

describe('a query to the sample rows of a connector', () => {
  it('a query with two aggregates of one name keeps the value of each', () => {
    const alone = query('SELECT min(temp) FROM readings').rows[0]?.[0]
    const both = query('SELECT min(temp), max(temp) AS most, min(site) FROM readings')
    expect(both.columns).toEqual(['min', 'most', 'min'])
    expect(both.rows[0]?.[0]).toBe(alone)
    expect(both.rows[0]?.[2]).toBe('Bergen')
  })

  it('a query with DISTINCT returns each row once', () => {
    const { rows } = query('SELECT DISTINCT site FROM readings ORDER BY site')
    expect(rows.flat()).toEqual(['Bergen', 'Ghent', 'Lund', 'Porto', 'Toronto', 'Utrecht'])
  })

  it('a query with a condition that is not supported fails instead of returning other rows', () => {
    const { rows, error } = query(
      "SELECT count(*) FROM readings WHERE site = 'Lund' OR site = 'Porto'",
    )
    expect([rows, error]).toEqual([[], expect.stringContaining('syntax error at or near')])
    expect(query("SELECT count(*) FROM readings WHERE site = 'Lund'").rows).toEqual([[4]])
    expect(query("SELECT count(*) FROM readings WHERE site = 'L''Aquila'").rows).toEqual([[0]])
  })
})
