// The HTTP client inside of miniflare would replace the one behind `fetch` for all tests of this
// process, unless Node has loaded its own before.
await fetch('data:,')

export const { Miniflare } = await import('miniflare')
