import * as z from 'zod/mini'
import { described, optional } from './described.ts'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const wordList = optional(
  z.array(text).check(z.maxLength(50)),
  'What a question calls it, in English and lower case.',
)

const column = z.strictObject({
  name: text,
  words: wordList,
  kind: optional(
    z.enum(['number', 'euros', 'percent', 'reason']),
    'Numbers are counted and compared; a `reason` is shown where one is asked for.',
  ),
})

/** The kinds of columns with figures. */
const figureKinds: readonly (string | undefined)[] = ['number', 'euros', 'percent']

/** Whether the cells of a column are figures. */
export const hasFigures = (one: z.infer<typeof column> | undefined): boolean =>
  figureKinds.includes(one?.kind)

/** Returns the figure in a cell as a number; `undefined` if the cell is empty. */
export const figureIn = (cell: string | number | undefined): number | undefined =>
  cell === undefined || String(cell).trim() === '' ? undefined : Number(cell)

/** A table of figures, such as the orders of a company, from which agents answer questions. */
export const companyTable = z
  .strictObject({
    name: text,
    title: described(text, 'What answers call it.'),
    source: described(text, 'Where the figures come from, for answers.'),
    owner: described(text, 'The person to ask about it.'),
    words: z.array(text).check(z.minLength(1), z.maxLength(50)),
    private: optional(text, 'The column with the name of the only user who sees a row.'),
    columns: z.array(column).check(z.minLength(1), z.maxLength(30)),
    rows: z
      .array(z.array(z.union([z.string().check(z.maxLength(500)), z.number()])))
      .check(z.maxLength(500)),
  })
  .check(
    z.refine(
      ({ columns, rows }) => rows.every((row) => row.length === columns.length),
      'Each row needs one value for each column',
    ),
    ({ value: { columns, rows }, issues }) => {
      for (const [at, row] of rows.entries())
        for (const [index, cell] of row.entries())
          if (hasFigures(columns[index]) && Number.isNaN(figureIn(cell)))
            issues.push({
              code: 'custom',
              input: cell,
              path: ['rows', at, index],
              message: 'Write a number such as 1250.5, or "" for none',
            })
    },
  )

export type CompanyTable = z.infer<typeof companyTable>

/** English translations of words in questions, by language: `{ de: { umsatz: revenue } }`. */
export const glossary = z.record(
  z.string().check(z.regex(/^[a-z]{2}$/)),
  z.record(text, z.string().check(z.maxLength(200))),
)

export type Glossary = z.infer<typeof glossary>

/** Questions by document and heading: `{ 'leave.md': { 'Sick leave': ['Do I need a note?'] } }`. */
export const documentQuestions = z.record(
  text,
  z.record(text, z.array(text).check(z.maxLength(50))),
)

export type DocumentQuestions = z.infer<typeof documentQuestions>
