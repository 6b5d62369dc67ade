import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { expect, it } from 'vitest'

it('sessions are written only in this folder', async () => {
  const source = resolve(import.meta.dirname, '../..')
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\/|migrations\//.test(file),
  )
  const writes = /(insertInto|updateTable|deleteFrom)\('sessions'\)|(insert into|update|delete from) sessions\b/
  const writers = await Promise.all(
    files.map(async (file) => (writes.test(await readFile(join(source, file), 'utf8')) ? [file] : [])),
  )
  const folders = new Set(writers.flat().map((file) => dirname(file)))
  expect([...folders]).toEqual(['sign-in/sessions'])
})
