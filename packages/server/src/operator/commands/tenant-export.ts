import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Place } from '../../app/open.ts'
import { readTenantFile } from '../tenant-export/read.ts'
import { textOfTenant } from '../tenant-export/text.ts'
import { readTenant } from './in-tenant.ts'

export type ExportedTenant = {
  readonly text: string
  /** Images that the text names and that were not written, because there was no file to put them beside. */
  readonly unwritten: readonly string[]
}

/** `tenant export TENANT`: as `tenant import` reads it. With `path` the text goes to this file, and its images beside it. */
export async function runTenantExport(place: Place, slug: string, path: string | undefined): Promise<ExportedTenant> {
  const written = await readTenant(place, slug, ({ tx, secrets }) => readTenantFile(tx, secrets))
  const text = textOfTenant(written)
  if (path === undefined) return { text, unwritten: [...written.images.keys()] }
  writeFileSync(path, text)
  for (const [name, content] of written.images) writeFileSync(join(dirname(path), name), content)
  return { text, unwritten: [] }
}
