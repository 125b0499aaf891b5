import { styleSource } from '../../report/html.ts'

/**
 * The policy of the console allows only scripts, styles and addresses of its server. It also allows
 * the style of reports, because a report in a frame of the page inherits the policy.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${styleSource}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The headers that protect the page and the files of the console, on every server. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // No other page may show the console in a frame.
  'content-security-policy': `${contentSecurityPolicy}; frame-ancestors 'none'`,
}
