import { dirname, join } from 'node:path'

import { fail } from '../errors/failure.ts'
import { readJsonObject } from '../storage/private-file.ts'
import { valuesOf, type Values } from './config-file.ts'
import { settings } from './keys.ts'
import { phrase } from '../phrases/phrase.ts'

export type Project = { readonly path: string; readonly values: Values }

const fileName = '.portico.json'

/** The nearest `.portico.json` at or above a folder. It is part of a repository, so it must not contain secrets or key files. */
export function findProject(from: string): Project | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, fileName)
    const file = readJsonObject(path)
    if (file !== undefined) return { path, values: allowedValues(file, path) }
    if (folder === dirname(folder)) return undefined
  }
}

function allowedValues(file: Record<string, unknown>, path: string): Values {
  const allowed = settings.filter((setting) => setting.inProject).map((setting) => setting.key)
  const surplus = Object.keys(file).filter((key) => !allowed.some((name) => name === key))
  if (surplus.length > 0)
    fail('usage', phrase`${path} may hold ${allowed.join(', ')}, but not ${surplus.join(', ')}.`, {
      errorID: 'UNKNOWN_FIELD',
    })
  return valuesOf(file, path)
}
