import { readFileSync } from 'node:fs'

import { fileEnding, secretFileVariables, SettingsError, type Environment } from './variables.ts'

/**
 * The environment with the contents of the files that hold secrets, without a trailing newline: what container engines
 * and systemd mount is not seen by other processes, as variables are. Throws a SettingsError that names every file that
 * cannot be read, is empty, or is set together with its variable.
 */
export function withSecretFiles(env: Environment): Environment {
  const faults: string[] = []
  const found: Record<string, string> = {}
  for (const from of secretFileVariables) {
    const file = env[from]?.trim() ?? ''
    const name = from.slice(0, -fileEnding.length)
    if (file === '') continue
    if ((env[name] ?? '').trim() !== '') faults.push(`${name} and ${from} are both set. Set one of them.`)
    else
      try {
        found[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
        if (found[name].trim() === '') faults.push(`${from} names a file that is empty: ${file}`)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        faults.push(`${from} names a file that cannot be read (${code}): ${file}`)
      }
  }
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))
  return { ...env, ...found }
}
