import { resolve } from 'node:path'

import { rolldown } from 'rolldown'

import { ink } from '../../../build/ink.mjs'

/** Bundles the harness as the product is bundled, and gives the path of its script. */
export async function buildHarness(folder: string, entry = 'harness.ts'): Promise<string> {
  const bundle = await rolldown({
    input: { harness: resolve(import.meta.dirname, entry) },
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [ink()],
  })
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' })
  await bundle.close()
  return resolve(folder, 'harness.cjs')
}
