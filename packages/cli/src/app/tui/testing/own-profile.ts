import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../../../kit/settings/config-file.ts'
import { keepOwn } from '../../../kit/settings/keep-own.ts'
import type { OwnChange, OwnKey } from '../../../kit/settings/own-settings.ts'

/** A profile in a separate folder, which terminal UIs under test share. */
export function openOwnProfile() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-own-'))
  const path = join(folder, 'config.json')
  return {
    keepOwn: (change: OwnChange) => keepOwn(path, 'default', change),
    stored: (key: OwnKey) => readConfig(path).profiles['default']?.[key],
    remove: () => rmSync(folder, { recursive: true }),
  }
}
