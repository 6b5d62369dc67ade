import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const source = join(import.meta.dirname, '..', 'src', 'kit', 'output')

/** A plugin: the thread that runs jq, the library, and its WebAssembly are files beside the chunks, not chunks. */
export function jq() {
  return {
    name: 'jq',
    buildStart() {
      const worker = readFileSync(join(source, 'jq-worker.cjs'), 'utf8')
        .replace("'jq-wasm/jq.wasm'", "'./jq.wasm'")
        .replace("'jq-wasm'", "'./jq-wasm.cjs'")
      if (worker.includes("'jq-wasm")) throw new Error('jq-worker.cjs no longer reads as build/jq.mjs expects.')
      this.emitFile({ type: 'asset', fileName: 'jq-worker.cjs', source: worker })
      this.emitFile({ type: 'asset', fileName: 'jq-wasm.cjs', source: readFileSync(require.resolve('jq-wasm')) })
      this.emitFile({ type: 'asset', fileName: 'jq.wasm', source: readFileSync(require.resolve('jq-wasm/jq.wasm')) })
    },
  }
}
