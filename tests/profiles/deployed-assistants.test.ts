import { beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '../support/visitor.ts'
import { answer as answerTo, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string }
type Body = {
  readonly data: Row
  readonly items: readonly Row[]
  readonly error_code?: unknown
}

let world: Awaited<ReturnType<typeof twoUsers>>
let demo: Visitor
beforeEach(async () => {
  world = await twoUsers()
  ;({ demo } = world)
})

const answer = (operation: string, body?: unknown) => answerTo<Body>(demo, operation, body)
const data = async <Data = Row>(operation: string, body?: unknown) =>
  (await answer(operation, body)).data as unknown as Data
const newConnector = async (type: 'api' | 'database') => {
  const database = { host: 'db', port: 5432, database: 'd', username: 'u', password: 'p' }
  const own = type === 'api' ? { base_url: 'https://a.example.com' } : { db_config: database }
  return `/api/connectors/${(await data('POST /api/connectors', { name: 'A', type, ...own })).id}`
}

describe('assistants of the known deployment', () => {
  type Changed = Readonly<Record<'created' | 'updated', readonly Row[]>> & {
    readonly deleted: readonly string[]
    readonly message_key: string
    readonly message_args: object
  }

  it('actions of a connector are created, renamed and deleted by instructions, and all at once only when confirmed', async () => {
    const path = await newConnector('api')
    const generate = (instruction: string) =>
      data<Changed>(`POST ${path}/ai/generate-actions`, { instruction })
    const made = await generate('Create CRUD for customers')
    expect(made.created.map(({ name, method, path: of }) => [name, method, of])).toEqual([
      ['list_customers', 'GET', '/customers'],
      ['get_customer', 'GET', '/customers/{id}'],
      ['create_customer', 'POST', '/customers'],
      ['update_customer', 'PUT', '/customers/{id}'],
      ['delete_customer', 'DELETE', '/customers/{id}'],
    ])
    expect(made).toMatchObject({
      message_key: 'ai_actions_generated',
      message_args: { created: 5, failed: 0 },
    })
    expect((await generate('an action that lists open invoices')).created).toMatchObject([
      { name: 'list_invoices', path: '/invoices' },
    ])
    const refine = (body: object) => data<Changed>(`POST ${path}/ai/refine-action`, body)
    const [first] = made.created
    const renamed = await refine({
      action_id: first?.id,
      instruction: 'Call it find_customers and use POST /customers/search',
    })
    expect(renamed.updated).toMatchObject([
      { id: first?.id, name: 'find_customers', method: 'POST', path: '/customers/search' },
    ])
    const removed = await refine({ instruction: 'Remove delete_customer' })
    expect(removed).toMatchObject({ deleted: [made.created[4]?.id], created: [] })
    const added = await refine({ instruction: 'Add an action to search orders' })
    expect(added.created).toMatchObject([{ name: 'list_orders' }])
    const all = { instruction: 'Delete everything' }
    expect(await answer(`POST ${path}/ai/refine-action`, all)).toMatchObject({
      status: 409,
      error_code: 'bulk_delete_requires_explicit_confirmation',
    })
    expect((await data(`GET ${path}`))['actions']).toHaveLength(6)
    expect((await refine({ instruction: 'Yes, delete everything' })).deleted).toHaveLength(6)
    expect((await data(`GET ${path}`))['actions']).toEqual([])
  })

  it('an agent is created from an instruction, and a later instruction changes only the fields that it names', async () => {
    type Refined = { readonly agent: Row; readonly modified_fields: readonly string[] }
    const { agent } = await data<Refined>('POST /api/agents/ai/create', {
      instruction: 'Create an agent that answers questions about invoices from the handbook',
    })
    expect(agent).toMatchObject({
      name: 'Invoices Handbook Assistant',
      icon: '💶',
      status: 'draft',
      tool_categories: ['general', 'knowledge'],
    })
    const path = `/api/agents/${agent.id}`
    const refine = (instruction: string) => data<Refined>(`POST ${path}/ai/refine`, { instruction })
    const formal = await refine('Please make it more formal')
    expect(formal.modified_fields).toEqual(['instructions'])
    expect(formal.agent['instructions']).toContain('- Be more formal.')
    const again = await refine('make it more formal')
    expect(again.agent['instructions']).toBe(formal.agent['instructions'])
    const renamed = await refine('Rename it to "Ledger Guide" and use the icon 🧾')
    expect(renamed).toMatchObject({
      agent: { name: 'Ledger Guide', icon: '🧾', instructions: formal.agent['instructions'] },
      message_key: 'ai_agent_updated',
      message_args: { count: 2, fields: 'name, icon' },
    })
    for (const unclear of ['Rename it to ...', 'call it "   "'])
      expect((await refine(unclear)).modified_fields).toEqual([])
    const changed = await refine('Change the name to Kitey')
    expect(changed).toMatchObject({ agent: { name: 'Kitey' }, modified_fields: ['name'] })
    const described = await refine(
      "Change the description to: Answers customers' questions about Norrland's radios",
    )
    expect(described.agent['description']).toBe(
      "Answers customers' questions about Norrland's radios.",
    )
    expect(await refine('Thanks')).toMatchObject({
      modified_fields: [],
      message_key: 'ai_no_changes',
    })
    expect(await data(`GET ${path}`)).toMatchObject({ name: 'Kitey', icon: '🧾' })
    const session = { target_type: 'agent', target_id: agent.id }
    const builder = await data('POST /api/builder/session', session)
    expect(await data('POST /api/builder/session', session)).toEqual(builder)
  })

  it('a builder session is refused with 404 if the caller owns no agent or connector with the id of the target', async () => {
    const { json } = await world.other.call<Body>('POST /api/agents', { body: { name: 'Theirs' } })
    for (const [target_type, target_id, code] of [
      ['agent', json.data.id, 'agent_not_found'],
      ['agent', 'none', 'agent_not_found'],
      ['connector', 'none', 'connector_not_found'],
      ['connector_db', 'none', 'connector_not_found'],
    ])
      expect(await answer('POST /api/builder/session', { target_type, target_id })).toMatchObject({
        status: 404,
        error_code: code,
      })
  })

  it('the assistant of a knowledge base answers with passages, summaries or settings', async () => {
    const { items } = await answer('GET /api/knowledge-bases')
    const chat = async (message: string) =>
      (
        await demo.call<{ action: string; message: string }>(
          `POST /api/knowledge-bases/${items[0]?.id}/ai/chat`,
          { body: { message } },
        )
      ).json
    expect(await chat('How long can a sensor be returned?')).toMatchObject({
      action: 'retrieve',
      message: expect.stringMatching(/^1\. .*30 days/s),
    })
    expect(await chat('Summarize the documents')).toMatchObject({
      action: 'annotate',
      message: expect.stringContaining('warranty.md'),
    })
    expect((await chat('Is the chunk size right?')).action).toBe('config')
    expect((await chat('Hi')).message).toMatch(/ has \d+ documents\./)
  })

  it('a query of a database connector reads the tables that were found, and returns an error for a wrong query', async () => {
    const path = await newConnector('database')
    const chat = () =>
      demo.call<{ ok: boolean }>(`POST ${path}/ai/db-chat`, { body: { message: 'Which sensors?' } })
    expect((await chat()).json.ok).toBe(false)
    expect(await data(`POST ${path}/introspect`)).toEqual({
      tables_discovered: 3,
      columns_discovered: 9,
    })
    expect((await chat()).json).toMatchObject({ ok: true, changes: [] })
    type Result = Readonly<Record<'columns' | 'rows', readonly (readonly unknown[])[]>> & {
      readonly row_count: number
      readonly error: string | null
    }
    const query = (sql: string) => data<Result>(`POST ${path}/query`, { sql })
    const top = await query('SELECT sensor_id, value AS v FROM readings ORDER BY v DESC LIMIT 2')
    expect(top).toMatchObject({ columns: ['sensor_id', 'v'], row_count: 2, error: null })
    const sites = await query(
      "select site, count(*) as n from sensors where site <> 'Lund' group by site",
    )
    expect(sites.rows).toContainEqual(['Utrecht', 4])
    expect(sites.row_count).toBe(5)
    const range = await query('select value from readings where value > 40 and value <= 50')
    expect(range.rows.every(([value]) => Number(value) > 40 && Number(value) <= 50)).toBe(true)
    expect(await query('select avg(value), min(value) from readings')).toMatchObject({
      columns: ['avg', 'min'],
      row_count: 1,
    })
    expect(await query("select count(*) from sites where city = 'Rome'")).toMatchObject({
      rows: [[0]],
    })
    expect(await query('select 1')).toMatchObject({ rows: [[1]] })
    for (const [sql, error] of [
      ['delete from readings', 'Only SELECT statements are allowed.'],
      ['select * from nowhere', 'relation "nowhere" does not exist'],
      ['select colour from sensors', 'column "colour" does not exist'],
    ] as const)
      expect(await query(sql)).toMatchObject({ error, columns: [], rows: [], row_count: 0 })
    expect(
      await answer(`POST ${await newConnector('api')}/query`, { sql: 'select 1' }),
    ).toMatchObject({
      status: 400,
      error_code: 'connector_not_database',
    })
  })

  it('descriptions of chosen tables are made at once, and descriptions of all tables by a job', async () => {
    const path = await newConnector('database')
    await answer(`POST ${path}/introspect`)
    const tables = () => data<readonly Row[]>(`GET ${path}/schemas`)
    expect(await data(`POST ${path}/ai/annotate`, { table_names: ['sites'] })).toMatchObject({
      annotated_count: 1,
      preview: [{ table_name: 'sites', description: 'Rows of sites with site, city, owner' }],
    })
    type Job = { readonly job_id: string }
    const { job_id } = await data<Job>(`POST ${path}/ai/annotate`, {})
    const status = `GET ${path}/ai/annotate/status/${job_id}`
    expect(await data(status)).toMatchObject({ status: 'running', annotated_count: 0 })
    expect((await tables()).filter(({ description }) => description === null)).toHaveLength(2)
    world.mounted.fake.world().clock.advance(3001)
    expect(await data(status)).toMatchObject({ status: 'done', annotated_count: 3 })
    expect((await tables()).filter(({ description }) => description === null)).toEqual([])
  })
})
