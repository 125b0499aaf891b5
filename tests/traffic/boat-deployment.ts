type Fields = Record<string, unknown>

const json = (body: unknown, status = 200) => Response.json(body, { status })
const summary = ({ id, name, seats }: Fields) => ({ id, name, seats })
const missing = (what: string) =>
  json({ success: false, error: 'not_found', message: `There is no ${what}.` }, 404)

/**
 * A made-up deployment: boats with numeric ids in an unusual envelope, trips inside boats, docks
 * with words as ids, preferences, and operations with responses that are not JSON.
 */
export function boatDeployment() {
  const boats: Fields[] = [
    { id: 1, name: 'Heron', seats: 2, afloat: true, tags: ['red'] },
    { id: 2, name: 'Otter', seats: 3, afloat: false, tags: [] },
    { id: 3, name: 'Plover', seats: 1, afloat: false, tags: [] },
  ]
  const trips: Fields[] = [
    { id: 'trip-4f7a09bc1122', boat_id: 1, to: 'North Landing', notes: null },
    { id: 'trip-5f7a09bc3344', boat_id: 2, to: 'South Landing', notes: 'windy' },
  ]
  const docks = [
    { slug: 'north', title: 'North Landing', places: 4 },
    { slug: 'south', title: 'South Landing', places: 9 },
  ]
  let preferences: Fields = { units: 'metric', colors: ['red'] }
  let made = 100

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const [, , family = '', id = '', part = '', tripId = ''] = pathname.split('/')
    const sent =
      request.method === 'GET' ? {} : ((await request.json().catch(() => ({}))) as Fields)
    const at = `${request.method} ${family}${id === '' ? '' : '/id'}${part === '' ? '' : `/${part}`}`
    const boat = boats.find((one) => String(one['id']) === id)
    switch (at) {
      case 'GET boats':
        return json({ boats: boats.map(summary), meta: { total: boats.length } })
      case 'POST boats': {
        const created = { id: ++made, seats: 1, afloat: false, tags: [], ...sent }
        boats.push(created)
        return json({ boat: created }, 201)
      }
      case 'GET boats/id':
        return boat ? json({ boat }) : missing('boat')
      case 'PATCH boats/id':
        return boat ? json({ boat: Object.assign(boat, sent) }) : missing('boat')
      case 'DELETE boats/id':
        if (!boat) return missing('boat')
        boats.splice(boats.indexOf(boat), 1)
        return json({ removed: true })
      case 'POST boats/id/launch':
        return boat ? json({ boat: Object.assign(boat, { afloat: true }) }) : missing('boat')
      case 'GET boats/id/weather':
        return boat ? json({ wind: Number(id) * 3, gusts: [1, 2] }) : missing('boat')
      case 'GET boats/id/trips': {
        const own = trips.filter(({ boat_id: of }) => String(of) === id)
        if (tripId === '') return json(own)
        const trip = own.find((one) => one['id'] === tripId)
        return trip ? json({ success: true, data: trip, error: null }) : missing('trip')
      }
      case 'POST boats/id/trips': {
        const created = {
          id: `trip-${++made}00aabbccdd`,
          boat_id: Number(id),
          notes: null,
          ...sent,
        }
        trips.push(created)
        return json({ success: true, data: created, error: null }, 201)
      }
      case 'GET docks':
        return json({ items: docks })
      case 'GET docks/id': {
        const dock = docks.find(({ slug }) => slug === id)
        return dock ? json(dock) : missing('dock')
      }
      case 'POST docks/id/close':
        return new Response(null, { status: 204 })
      case 'GET boat-preferences':
        return json(preferences)
      case 'PUT boat-preferences':
        preferences = { ...preferences, ...sent }
        return json(preferences)
      case 'GET boat-report':
        return new Response('name,seats\nHeron,2\n', { headers: { 'content-type': 'text/csv' } })
      case 'GET boat-page':
        return new Response('<h1>Boats</h1>', { headers: { 'content-type': 'text/html' } })
      case 'GET boat-picture':
        return new Response(new Uint8Array([137, 80, 78, 71]), {
          headers: { 'content-type': 'image/png' },
        })
      case 'GET boat-link':
        return new Response(null, { status: 302, headers: { location: 'https://boats.example/a' } })
      case 'GET boat-feed':
        return new Response('event: boat\ndata: {"id":1}\n\nevent: end\ndata: {}\n\n', {
          headers: { 'content-type': 'text/event-stream' },
        })
      default:
        return missing('operation')
    }
  }
}

/** The calls of a client of this deployment. */
export const boatCalls: readonly (readonly [call: string, sent?: Fields])[] = [
  ['GET /api/boats'],
  ['GET /api/boats/1'],
  ['GET /api/boats/2'],
  ['POST /api/boats', { name: 'Swan', seats: 4 }],
  ['GET /api/boats/101'],
  ['PATCH /api/boats/2', { seats: 5 }],
  ['GET /api/boats/2'],
  ['POST /api/boats/2/launch'],
  ['GET /api/boats/1/weather'],
  ['GET /api/boats/2/weather'],
  ['GET /api/boats/1/trips'],
  ['GET /api/boats/2/trips'],
  ['GET /api/boats/1/trips/trip-4f7a09bc1122'],
  ['POST /api/boats/1/trips', { to: 'East Landing' }],
  ['GET /api/boats/1/trips'],
  ['DELETE /api/boats/3'],
  ['GET /api/boats/3'],
  ['GET /api/boats'],
  ['GET /api/docks'],
  ['GET /api/docks/north'],
  ['GET /api/docks/south'],
  ['POST /api/docks/north/close'],
  ['GET /api/boat-preferences'],
  ['PUT /api/boat-preferences', { units: 'imperial' }],
  ['GET /api/boat-preferences'],
  ['GET /api/boat-report'],
  ['GET /api/boat-page'],
  ['GET /api/boat-picture'],
  ['GET /api/boat-link'],
  ['GET /api/boat-feed'],
]
