import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const everywhere = ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
const alone = ['packages/*/src/**/*.alone.test.ts']
/** These start Portico, its simulator, a bundler, a terminal or a database server: `npm run test:e2e` runs them. */
const processes = ['**/*.{process,pty}.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['scripts/compile-words.mjs', 'packages/server/src/kit/database/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Instead of one second, which a busy machine exceeds.
    expect: { poll: { timeout: 15_000 } },
    // Tests wait for databases: one worker more than processors fills that time. All share one database server.
    maxWorkers: Math.min(availableParallelism() + 1, 5),
    projects: [
      // One worker runs many files, so that a module and what it prepares are loaded once and not once in every file.
      {
        extends: true,
        test: { name: 'shared', include: everywhere, exclude: [...alone, ...processes], isolate: false },
      },
      // For tests whose subject is what happens when a module is loaded for the first time.
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
