import { unwatchFile, watchFile } from 'node:fs'

import { CommandFailure } from '../errors/failure.ts'
import { readConfig } from './config-file.ts'
import { readOwn, type OwnSettings, type OwnTexts } from './own-settings.ts'

const lookEveryMs = 1000

/** Calls `changed` when the profile stores other settings, such as after `portico config set`. The returned function stops it. */
export function followOwn(path: string, profile: string, changed: (own: OwnSettings) => void): () => void {
  let known = keyOf(textsIn(path, profile))
  const look = () => {
    const texts = textsIn(path, profile)
    if (texts === undefined || keyOf(texts) === known) return
    known = keyOf(texts)
    changed(readOwn(texts))
  }
  watchFile(path, { interval: lookEveryMs, persistent: false }, look)
  return () => unwatchFile(path, look)
}

/** undefined: the file is damaged, which the next command reports. */
function textsIn(path: string, profile: string): OwnTexts | undefined {
  try {
    const { favourites, hotkeys, columns } = readConfig(path).profiles[profile] ?? {}
    return { favourites, hotkeys, columns }
  } catch (reason) {
    if (reason instanceof CommandFailure) return undefined
    throw reason
  }
}

function keyOf(texts: OwnTexts | undefined): string {
  return JSON.stringify([texts?.favourites, texts?.hotkeys, texts?.columns])
}
