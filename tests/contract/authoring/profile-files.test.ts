import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { type Mounted, describeTransports, mountInProcess } from '../../support/transports.ts'
import { login, type Paged } from '../../support/visitor.ts'

const profile = readProfile({
  name: 'with files',
  operations: {
    attachments: {
      kind: 'files',
      path: '/api/attachments',
      scope: 'agents',
      field: 'upload',
      fields: { purpose: 'string{notes|photo}' },
      max_bytes: 2000,
      types: ['text/*', 'image/png'],
      seeds: [{ filename: 'hello.txt', text: 'Hello', purpose: 'notes' }],
    },
    reports: {
      kind: 'files',
      path: '/api/reports',
      only: ['list', 'upload', 'read', 'download', 'delete'],
      others: 'forbidden',
      one: 'bare',
    },
  },
})

type StoredFile = { readonly id: string; readonly filename: string; readonly size: number }

/** Calls as a user of the demo fixture, with any body. */
async function signInRaw(mounted: Mounted, name = 'demo') {
  const { access_token } = await login(mounted, name)
  return async (operation: string, body?: FormData | Uint8Array<ArrayBuffer>, headers = {}) => {
    const [method = 'GET', path = '/'] = operation.split(' ')
    const response = await mounted.fetch(
      new Request(mounted.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${access_token}`, ...headers },
        ...(body && { body }),
      }),
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const json = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : {}
    return { status: response.status, headers: response.headers, bytes, text, json }
  }
}

function formOf(bytes: Uint8Array<ArrayBuffer>, name: string, type: string, purpose = 'photo') {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('upload', new File([bytes], name, { type }))
  return form
}

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)

describeTransports('the files of a profile', (mount, transport) => {
  it('an uploaded file is listed, is downloaded byte for byte, and is missing after its deletion', async () => {
    const call = await signInRaw(await mount({ profile }))
    const form = formOf(everyByte, 'Größe "1".png', 'image/png')
    const made = await call('POST /api/attachments', form)
    expect(made.status).toBe(201)
    expect(made.json.data).toMatchObject({
      filename: 'Größe "1".png',
      content_type: 'image/png',
      size: 256,
      purpose: 'photo',
    })
    const { id } = made.json.data as StoredFile
    const listed = (await call('GET /api/attachments')).json as Paged<StoredFile>
    expect(listed.items.map(({ filename, size }) => [filename, size])).toEqual([
      ['Größe "1".png', 256],
      ['hello.txt', 5],
    ])
    const file = await call(`GET /api/attachments/${id}`)
    expect(file.bytes).toEqual(everyByte)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      ...(transport !== 'MSW in Node' && { 'content-length': '256' }),
      'content-disposition': `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
    })
    expect((await call(`DELETE /api/attachments/${id}`)).status).toBe(204)
    expect((await call(`GET /api/attachments/${id}`)).status).toBe(404)
  })

  it('a file whose long name ends in half a character can be downloaded', async () => {
    const call = await signInRaw(await mount({ profile }))
    const made = await call(
      'POST /api/attachments',
      formOf(everyByte, `${'x'.repeat(254)}🙂.png`, 'image/png'),
    )
    const file = await call(`GET /api/attachments/${(made.json.data as StoredFile).id}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toContain(`filename*=UTF-8''xxx`)
  })

  it('an upload without a file, of a wrong type or too large is refused', async () => {
    const call = await signInRaw(await mount({ profile }))
    const statusOf = async (form: FormData) => (await call('POST /api/attachments', form)).status
    const empty = new FormData()
    empty.set('purpose', 'notes')
    const missing = await call('POST /api/attachments', empty)
    expect([missing.status, missing.json.detail]).toMatchObject([
      422,
      [{ loc: ['body', 'upload'] }],
    ])
    expect(await statusOf(formOf(everyByte, 'a.zip', 'application/zip'))).toBe(415)
    expect(await statusOf(formOf(everyByte, 'a.png', 'image/png', 'fun'))).toBe(422)
    expect(await statusOf(formOf(new Uint8Array(2000), 'a.png', 'image/png'))).toBe(201)
    expect(await statusOf(formOf(new Uint8Array(2001), 'a.png', 'image/png'))).toBe(413)
    expect(await statusOf(formOf(new Uint8Array(200_000), 'a.png', 'image/png'))).toBe(413)
    const many = formOf(everyByte, 'a.png', 'image/png')
    for (let part = 0; part < 200; part++) many.append(`part${part}`, 'x')
    expect(await statusOf(many)).toBe(413)
    const broken = await call('POST /api/reports', everyByte, {
      'content-type': 'multipart/form-data; boundary=none',
    })
    expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('field `file`')])
  })

  it('a body that is not a form is stored as the uploaded file, and other users cannot read it', async () => {
    const mounted = await mount({ profile })
    const [call, other] = [await signInRaw(mounted), await signInRaw(mounted, 'other')]
    const made = await call('POST /api/reports', everyByte, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report.pdf"',
    })
    const { id, filename, size } = made.json as StoredFile
    expect([filename, size]).toEqual(['report.pdf', 256])
    expect((await call(`GET /api/reports/${id}`)).json).toMatchObject({ filename: 'report.pdf' })
    expect((await call(`GET /api/reports/${id}/download`)).bytes).toEqual(everyByte)
    expect((await other(`GET /api/reports/${id}/download`)).status).toBe(403)
    expect((await other('GET /api/reports')).json).toMatchObject({ total: 0 })
  })

  it('a file whose stored content type is not a valid header is sent as application/octet-stream', async () => {
    const mounted = await mount({ profile })
    const call = await signInRaw(mounted)
    const { id } = (await call('POST /api/attachments', formOf(everyByte, 'a.png', 'image/png')))
      .json.data
    const content_type = 'text/html\r\nset-cookie: a=b'
    await mounted.fake.control().records.change('attachments', id, { content_type })
    const { status, headers, bytes } = await call(`GET /api/attachments/${id}`)
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([
      200,
      'application/octet-stream',
      null,
    ])
    expect(bytes).toEqual(everyByte)
  })
})

it('the bytes of uploaded files are part of a snapshot, and count as memory of their world', async () => {
  const here = mountInProcess({ profile })
  const call = await signInRaw(here)
  const before = here.fake.world().bytes
  const { json } = await call('POST /api/reports', new Uint8Array(30_000).fill(7))
  expect(here.fake.world().bytes - before).toBeGreaterThan(40_000)
  const there = mountInProcess()
  await there.fake.control().restore(structuredClone(here.fake.control().snapshot()))
  const file = await (await signInRaw(there))(`GET /api/reports/${json.id}/download`)
  expect(file.bytes).toEqual(new Uint8Array(30_000).fill(7))
  await call(`DELETE /api/reports/${json.id}`)
  expect(here.fake.world().bytes - before).toBeLessThan(2000)
})

it('all uploaded files of one world share one limit of bytes', async () => {
  const mounted = mountInProcess({ profile })
  const call = await signInRaw(mounted)
  const stored = mounted.fake.world().tables.of<string>('own-files')
  stored.set('reports\nlarge', 'A'.repeat(((32 * 1024 * 1024 - 60) * 4) / 3))
  expect((await call('POST /api/reports', new Uint8Array(48))).status).toBe(201)
  const refused = await call('POST /api/reports', new Uint8Array(48))
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('33554432 bytes')])
})

it('only operations with files accept bodies above the usual size limit', async () => {
  const mounted = mountInProcess({ profile })
  const call = await signInRaw(mounted)
  const large = new Uint8Array(300_000)
  expect((await call('POST /api/reports', large)).status).toBe(201)
  expect((await call('POST /api/conversations', large)).status).toBe(413)
  expect((await call('POST /api/nothing', large)).status).toBe(404)
})
