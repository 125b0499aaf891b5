import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  webServer: {
    command: 'node app/serve.mjs',
    wait: { stdout: /(?<APP_URL>http:\S+)/ },
  },
  use: { baseURL: process.env['APP_URL'] },
})
