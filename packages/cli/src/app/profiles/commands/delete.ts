import { rmSync } from 'node:fs'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { forgetCredential, readCredential } from '../../../kit/credentials/store.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { changesBetween, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { changeConfig } from '../../../kit/settings/config-file.ts'
import { requireProfile } from '../../../kit/settings/require-profile.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Deletes a profile and its token. The token is not revoked: `logout` does that first. */
export async function run(
  options: CommonOptions & { name: string; yes?: boolean },
  context: CommandContext,
): Promise<void> {
  const { io, config, paths, warn } = context
  const name = requireProfile(config, options.name)
  if (options.dryRun) {
    const before = { ...config.profiles[name] }
    const none = Object.fromEntries(Object.keys(before).map((key) => [key, null]))
    return printDryRun(
      [],
      changesBetween({ profile: name, ...before }, { profile: null, ...none }),
      io,
      options.json !== undefined,
    )
  }
  await confirmYes(context, phrase`Delete profile ${name} and its token?`, options.yes === true)
  const credential = readCredential(paths.credentials, name)
  await forgetCredential(paths.credentials, name)
  rmSync(paths.cookies(name), { force: true })
  await changeConfig(paths.config, (now) => ({
    general: now.general.profile === name ? without(now.general, 'profile') : now.general,
    profiles: without(now.profiles, name),
  }))
  report({ profile: name, deleted: true }, phrase`Profile ${name} was deleted.`, options, context)
  if (credential !== undefined)
    warn(
      phrase`Its token works until ${credential.expiresAt}: "portico logout --profile ${name}" would have revoked it.`,
    )
}

function without<T extends object>(from: T, key: string): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== key)) as T
}
