/**
 * Runs once before all tests. The npm package unpacks its headless shell at the first use, and two
 * test processes that start at the same time would disturb each other.
 */
export async function setup(): Promise<void> {
  const name = '@sparticuz/chromium'
  type Packaged = { readonly default: { executablePath(): Promise<string> } }
  const found = await (import(name) as Promise<Packaged>).catch(() => undefined)
  await found?.default.executablePath().catch(() => undefined)
}
