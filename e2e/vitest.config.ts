import { defineConfig } from 'vitest/config'

import { scenarioTimeoutMs } from './support/timeouts.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    testTimeout: scenarioTimeoutMs,
    hookTimeout: 180_000,
    // A scenario mostly waits for a browser or a process: two of them share two cores well.
    maxWorkers: 2,
  },
})
