import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

it('the sentences of the server come from one place', async () => {
  const source = resolve(import.meta.dirname, '../..')
  const files = (await readdir(source, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(join(source, file), 'utf8')).includes('createWords(') ? [file] : [])),
  )
  expect(found.flat()).toEqual(['kit/words/say.ts'])
})
