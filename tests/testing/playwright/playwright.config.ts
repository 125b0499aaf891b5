import { defineConfig } from '@playwright/test'
import { foundBrowser } from '../../support/find-browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: process.env['PLAYWRIGHT_OUTPUT'] ?? '../../../node_modules/.cache/playwright',
  fullyParallel: true,
  reporter: 'line',
  // A long timeout for busy machines; no test waits for time to pass.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: foundBrowser ?? {} },
})
