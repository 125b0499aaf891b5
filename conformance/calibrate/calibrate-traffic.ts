import { type PassingCall, toExchange } from '../passive/passing-exchange.ts'
import { PassiveCalibration, type TrafficCalibration } from './passive-calibration.ts'

/**
 * Reads the choices of a deployment from calls that others made, in the order in which they completed.
 * Sends nothing. A choice that the calls do not show is unknown, with the reason.
 * @example
 * const { profile } = await calibrateTraffic([{
 *   method: 'GET',
 *   url: 'https://staging.example.com/api/agents',
 *   headers: new Headers({ authorization: 'Bearer …' }),
 *   body: '',
 *   response: { status, headers, parts: [{ t: 12, text }], ended: 'closed', ms: 12 },
 * }])
 */
export async function calibrateTraffic(
  calls: Iterable<PassingCall> | AsyncIterable<PassingCall>,
): Promise<TrafficCalibration> {
  const calibration = new PassiveCalibration()
  for await (const call of calls) calibration.add(toExchange(call))
  return calibration.finish()
}
