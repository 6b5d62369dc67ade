import type { IdentityProviderInput } from '@portico/core/contract'

import type { Deps } from '../../kit/http/deps.ts'
import { invalid } from '../../kit/http/failure.ts'
import { createAddressRules } from '../../kit/outbound/provider-addresses.ts'
import { checkProviderInput, type ProviderValues } from './check-input.ts'
import type { ProviderSecrets } from './queries.ts'

/** What to store; throws 400 with every broken rule by its field. */
export function checkedValues(
  body: IdentityProviderInput,
  stored: ProviderSecrets,
  { settings }: Pick<Deps, 'settings'>,
): ProviderValues {
  const checked = checkProviderInput(body, stored, createAddressRules(settings))
  if (Array.isArray(checked)) throw invalid(checked, 'identity-provider')
  return checked as ProviderValues
}
