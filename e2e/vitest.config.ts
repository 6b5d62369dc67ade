import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A scenario mostly waits for a browser or a process: two of them share two cores well.
    maxWorkers: 2,
  },
})
