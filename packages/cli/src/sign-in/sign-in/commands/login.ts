import { forgetValues } from '../../../kit/command-kit/live-cache.ts'
import type { CommandContext } from '../../../kit/context/context.ts'
import { printLoginPlan } from '../dry-run.ts'
import type { LoginOptions } from '../login-options.ts'

/** Signs in a service account if a flag, the environment or the profile names one; otherwise a person, until `cancelled`. */
export async function run(options: LoginOptions, context: CommandContext, cancelled?: AbortSignal): Promise<void> {
  if (options.dryRun) return printLoginPlan(options, context)
  forgetValues(context)
  const isPerson = options.web || options.device || context.settings.get('serviceAccount') === undefined
  if (isPerson && options.keyFile === undefined)
    return (await import('../person/login.ts')).loginPerson(options, context, cancelled)
  return (await import('../service-account-login.ts')).loginServiceAccount(options, context)
}
