import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { rolldown } from 'rolldown'

import { ink } from '../../../../build/ink.mjs'

let built: Promise<string> | undefined

/** The harness script, bundled like the product. Built once per worker and deleted with it. */
export function builtHarness(): Promise<string> {
  return (built ??= buildHarness())
}

async function buildHarness(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-tui-harness-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const bundle = await rolldown({
    input: { harness: resolve(import.meta.dirname, 'harness.ts') },
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [ink()],
  })
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' })
  await bundle.close()
  return resolve(folder, 'harness.cjs')
}
