import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const text = /\.(?:js|css|html|svg|json)$/
/** A smaller file gains nothing: its answer fits into one packet either way. */
const smallest = 512

/**
 * Puts `X.br` and `X.gz` beside each text file X of a build, at the densest levels: that takes seconds, which a server
 * would have to spend at each start (server/src/kit/pages/static-files.ts).
 */
export function packedFiles(): Plugin {
  return {
    name: 'portico:packed-files',
    apply: 'build',
    writeBundle: {
      order: 'post',
      async handler({ dir = 'dist' }, bundle) {
        const names = Object.keys(bundle).filter((name) => text.test(name))
        await Promise.all(names.map((name) => pack(join(dir, name))))
      },
    },
  }
}

async function pack(file: string): Promise<void> {
  const body = await readFile(file)
  if (body.length < smallest) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
}
