import { readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Candidate } from '../../kit/command-kit/candidate.ts'
import { neutralise } from '../../kit/io/neutralise.ts'

/**
 * Files and folders for a word with a prefix before its path: `@FILE`, `--file=FILE`, `--set field=@FILE`. Shells
 * complete a path only if it is the whole word. Portico does not expand `~` after an @, so it is an ordinary character.
 */
export function pathCandidates(before: string, typed: string, cwd: string): Candidate[] {
  const path = typed.startsWith(before) ? typed.slice(before.length) : ''
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const showsHidden = path.slice(folder.length).startsWith('.')
  return entriesOf(resolve(cwd, folder))
    .filter((name) => (showsHidden || !name.startsWith('.')) && neutralise(name) === name)
    .map((name) => ({ value: before + folder + name, path: resolve(cwd, folder, name) }))
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, path: at }) => (isFolder(at) ? { value: `${value}/`, text: '', goesOn: true } : { value, text: '' }))
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
