import type { Exchange } from '../session/exchange.ts'
import { PassiveCalibration, type TrafficCalibration } from './passive-calibration.ts'

/**
 * Reads the choices of a deployment from exchanges that others made, in the order in which they
 * completed. Sends nothing. A choice that they do not show is unknown, with the reason.
 * @example
 * const { profile } = await calibrateTraffic([createExchange({
 *   method: 'GET',
 *   url: new URL('https://staging.example.com/api/agents'),
 *   requestHeaders: [['authorization', 'Bearer …']],
 *   status: 200,
 *   responseHeaders: response.headers,
 *   content: text,
 *   startedAt: Date.UTC(2026, 10, 22),
 *   ms: 12,
 * })])
 */
export async function calibrateTraffic(
  exchanges: Iterable<Exchange> | AsyncIterable<Exchange>,
): Promise<TrafficCalibration> {
  const calibration = new PassiveCalibration()
  for await (const exchange of exchanges) calibration.add(exchange)
  return calibration.finish()
}
