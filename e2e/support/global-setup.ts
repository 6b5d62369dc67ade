import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data directory that `startDemo` copies; the first scenario that needs it makes it. */
    preparedDemo: string
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = temporaryFolder()
  project.provide('preparedDemo', join(folder.path, 'demo'))
  return () => folder.remove()
}
