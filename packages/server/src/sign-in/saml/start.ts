import type { Deps } from '../../deps.ts'
import type { SamlProvider } from '../../identity-providers/queries.ts'
import type { AttemptStart, StartedAttempt } from '../begin-attempt.ts'
import { SignInFault } from '../faults.ts'

export async function startSaml(
  provider: SamlProvider,
  _deps: Deps,
  _start: AttemptStart & { readonly state: string },
): Promise<StartedAttempt> {
  throw new SignInFault('IDP_ERROR', `${provider.type} is not built yet`)
}
