import { defineConfig } from '@playwright/test'
import { foundBrowser } from '../find-browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: process.env['PLAYWRIGHT_OUTPUT'] ?? '../../node_modules/.cache/playwright',
  fullyParallel: true,
  reporter: 'line',
  use: { launchOptions: foundBrowser ?? {} },
})
