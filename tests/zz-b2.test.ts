import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { parse } from 'yaml'
import { PassiveCalibration } from '../conformance/calibrate/passive-calibration.ts'
import { toExchange } from '../conformance/passive/passing-exchange.ts'

it('reads the recording', () => {
  const har = JSON.parse(gunzipSync(readFileSync('tests/recordings/a.proxy.har.gz')).toString())
  const calibration = new PassiveCalibration()
  for (const { request, response, time, _closed } of har.log.entries) {
    const headers = (list: any[]) => new Headers(list.map(({ name, value }) => [name, value]))
    const { content } = response
    const parts = content._frames ?? [{ t: 1, text: content.text ?? '' }]
    if (response.status === 0) continue
    calibration.add(
      toExchange({
        method: request.method,
        url: request.url,
        headers: headers(request.headers),
        body: request.postData?.text ?? '',
        response: {
          status: response.status,
          headers: headers(response.headers),
          parts,
          ended: _closed === 'client' ? 'cut' : 'closed',
          ms: time,
        },
      }),
    )
  }
  const { observations } = calibration.finish()
  const wanted = parse(readFileSync('profiles/deployed-0.8/picks.yaml', 'utf8')).picks
  for (const each of observations) {
    const { id, state } = each
    const own = JSON.stringify(wanted[id] ?? 'DEFAULT')
    if (each.state === 'seen') {
      console.log(
        state,
        id,
        JSON.stringify(each.pick),
        JSON.stringify(
          Object.fromEntries(Object.entries(each.at ?? {}).map(([k, v]) => [k, v.pick.option])),
        ),
        'picks:',
        own,
        each.evidence[0],
        (each.others ?? []).slice(0, 2),
      )
    } else
      console.log(
        state,
        id,
        'picks:',
        own,
        JSON.stringify((each as any).reason ?? (each as any).seen ?? (each as any).by).slice(
          0,
          300,
        ),
      )
  }
})
