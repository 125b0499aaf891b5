import { defineConfig } from 'vite'

export default defineConfig({
  // The built files work in any folder of any host.
  base: './',
  // The bundle contains a platform with all its records.
  build: { chunkSizeWarningLimit: 2000 },
})
