import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { signIn, type Visitor } from '../../support/visitor.ts'

const profile = readProfile({
  picks: { 'errors.envelope': 'detail' },
  operations: {
    orders: {
      kind: 'collection',
      path: '/api/orders',
      one: 'bare',
      record: { id: 'string', item: 'string', status: 'string default "open"' },
      refuses: {
        create: [{ when: "$body.item == 'none'", at: ['body', 'item'], detail: 'choose an item' }],
        delete: [{ when: "status == 'sent'", status: 409, code: 'order_sent' }],
      },
    },
    boxes: {
      kind: 'collection',
      path: '/api/boxes',
      one: 'bare',
      record: { id: 'string', name: 'string len>=1', is_open: 'boolean default false' },
      toggle: { open: 'is_open' },
      also: {
        create: [{ in: 'receipts', creates: "{ order_id: id, was: 'nothing' }" }],
        update: [{ in: 'receipts', creates: '{ order_id: id, was: $before.name }' }],
        toggle: [{ in: 'receipts', creates: "{ order_id: id, was: is_open && 'shut' || 'open' }" }],
        delete: [{ in: 'receipts', creates: '{ order_id: id, was: name }' }],
      },
    },
    receipts: {
      kind: 'collection',
      path: '/api/receipts',
      record: { id: 'string', order_id: 'string', was: 'string' },
    },
    limit: {
      kind: 'document',
      path: '/api/limit',
      one: 'bare',
      record: { orders: 'integer' },
      value: { orders: 5 },
      refuses: [{ when: '$body.orders > `9`', status: 422, code: 'too_many' }],
      also: [{ in: 'receipts', creates: "{ order_id: 'all', was: to_string($before.orders) }" }],
    },
    send_order: {
      kind: 'action',
      method: 'POST',
      path: '/api/orders/{order_id}/send',
      on: 'orders',
      refuses: [{ when: "status != 'open'", code: 'order_not_open', args: '{ status: status }' }],
      changes: "{ status: 'packing' }",
      also: [
        { in: 'receipts', creates: '{ order_id: id, was: $before.status }' },
        { in: 'orders', each: '[id]', changes: "{ status: 'sent' }", after: '2s' },
      ],
    },
  },
  answers: {
    'PUT /api/agents/{agent_id}': {
      refuses: [{ when: "name == 'Fixed'", code: null, detail: 'This one stays' }],
      also: [{ in: 'receipts', creates: '{ order_id: id, was: $before.name }' }],
    },
  },
})

const receiptsOf = async (visitor: Visitor) =>
  (await visitor.call<{ items: { was: string }[] }>('GET /api/receipts')).json.items.map(
    ({ was }) => was,
  )

describeTransports('the business rules of a profile', (mount) => {
  it('a request that a rule refuses gets the status, code and arguments of the rule, and changes nothing', async () => {
    const mounted = await mount({ profile })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const wrong = await visitor.call('POST /api/orders', { body: { item: 'none' } })
    expect([wrong.status, wrong.json]).toMatchObject([
      422,
      {
        detail: [
          {
            type: 'value_error',
            loc: ['body', 'item'],
            msg: 'Value error, choose an item',
            input: 'none',
            ctx: { error: 'choose an item' },
          },
        ],
      },
    ])
    const { json } = await visitor.call<{ id: string }>('POST /api/orders', { body: { item: 'a' } })
    const order = `/api/orders/${json.id}`
    await visitor.call(`POST ${order}/send`)
    const again = await visitor.call(`POST ${order}/send`)
    expect([again.status, again.json]).toEqual([
      400,
      {
        detail: 'Order not open',
        error_code: 'order_not_open',
        error_args: { status: 'packing' },
      },
    ])
    expect(await receiptsOf(visitor)).toEqual(['open'])
    clock.advance(2000)
    expect((await visitor.call(`DELETE ${order}`)).json).toMatchObject({ error_code: 'order_sent' })
    expect((await visitor.call(`GET ${order}`)).json).toMatchObject({ status: 'sent' })
    expect((await visitor.call('PUT /api/limit', { body: { orders: 10 } })).status).toBe(422)
    expect((await visitor.call('GET /api/limit')).json).toEqual({ orders: 5 })
  })

  it('a rule of a profile can refuse an operation of the contract, or let it change further records', async () => {
    const visitor = await signIn(await mount({ profile }))
    const { json } = await visitor.call<{ data: { id: string } }>('POST /api/agents', {
      body: { name: 'Loose' },
    })
    const rename = (name: string) =>
      visitor.call(`PUT /api/agents/${json.data.id}`, { body: { name } })
    expect((await rename('Fixed')).status).toBe(200)
    expect(await rename('Loose')).toMatchObject({
      status: 400,
      json: { detail: 'This one stays', error_code: null, error_args: {} },
    })
    expect(await receiptsOf(visitor)).toEqual(['Loose'])
  })

  it('requests to a collection or a document can change further records, unless they are refused', async () => {
    const visitor = await signIn(await mount({ profile }))
    const { json } = await visitor.call<{ id: string }>('POST /api/boxes', { body: { name: 'a' } })
    const box = `/api/boxes/${json.id}`
    await visitor.call('POST /api/boxes', { body: { name: '' } })
    await visitor.call(`PATCH ${box}`, { body: { name: 'b' } })
    await visitor.call(`PATCH ${box}/open`)
    await visitor.call(`DELETE ${box}`)
    await visitor.call(`DELETE ${box}`)
    await visitor.call('PUT /api/limit', { body: { orders: 10 } })
    await visitor.call('PUT /api/limit', { body: { orders: 7 } })
    expect((await receiptsOf(visitor)).toReversed()).toEqual(['nothing', 'a', 'shut', 'b', '5'])
  })

  it('a delayed change of a profile is in the list of upcoming events', async () => {
    const mounted = await mount({ profile })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const { json } = await visitor.call<{ id: string }>('POST /api/orders', { body: { item: 'a' } })
    await visitor.call(`POST /api/orders/${json.id}/send`)
    expect(clock.upcoming()).toMatchObject([{ kind: 'change', subject: 'orders' }])
  })

  it('a record that is added after a delay has the values and the user of the request, also in a restored world', async () => {
    const bill = {
      kind: 'action',
      method: 'POST',
      path: '/api/bill',
      body: { text: 'string' },
      also: [{ in: 'receipts', creates: '{ order_id: $now, was: $body.text }', after: '1h' }],
    }
    const { receipts } = profile.operations ?? {}
    const billing = readProfile({ operations: { receipts, bill } })
    const mounted = await mount({ profile: billing })
    mounted.fake.world().clock.freeze()
    const visitor = await signIn(mounted)
    await visitor.call('POST /api/bill', { body: { text: 'paid' } })
    expect(await receiptsOf(visitor)).toEqual([])
    const again = await mount({})
    await again.fake.control().restore(mounted.fake.control().snapshot())
    again.fake.world().clock.advance(3_600_000)
    expect(await receiptsOf(await signIn(again))).toEqual(['paid'])
    expect(await receiptsOf(await signIn(again, 'other'))).toEqual([])
  })

  it('a delayed change of a profile is dropped if the world gets a profile without this kind of record', async () => {
    const crashes: unknown[] = []
    const mounted = await mount({ profile, onCrash: (error) => crashes.push(error) })
    const { clock } = mounted.fake.world()
    clock.freeze()
    const visitor = await signIn(mounted)
    const { json } = await visitor.call<{ id: string }>('POST /api/orders', { body: { item: 'a' } })
    await visitor.call(`POST /api/orders/${json.id}/send`)
    await mounted.fake.control().play('documented')
    clock.advance(2000)
    expect([crashes, clock.upcoming()]).toEqual([[], []])
  })
})
