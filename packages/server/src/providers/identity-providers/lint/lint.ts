import type { LintFinding } from '@portico/core/contract'

import type { Deps } from '../../../kit/http/deps.ts'
import { lintAzure } from './azure.ts'
import { worded, type Found, type LintSubject } from './finding.ts'
import { lintGeneral } from './general.ts'
import { lookAt } from './look.ts'
import { lintOidc } from './oidc.ts'
import { lintSaml } from './saml.ts'

/** Names what will go wrong with a provider, or may: from what is stored, and from what the provider itself says. */
export async function lint(subject: LintSubject, deps: Deps): Promise<LintFinding[]> {
  const all = [...lintGeneral(subject), ...lintOwn(subject), ...(await lookAt(subject.provider, deps))]
  return worded(all.filter((one) => !isDisproved(one, subject)))
}

/** A test login showed that the provider sends the claim, although its document does not list it. */
export function isDisproved(
  { code, fieldID }: Pick<Found, 'code' | 'fieldID'>,
  { tested }: Pick<LintSubject, 'tested'>,
): boolean {
  if (code !== 'claim-unlisted' || tested === undefined) return false
  return fieldID === 'config.usernameClaim' || tested.groups.length > 0
}

function lintOwn(subject: LintSubject): Found[] {
  const { provider } = subject
  switch (provider.family) {
    case 'oidc':
      return lintOidc(provider)
    case 'azure':
      return lintAzure(provider, subject.nowMs)
    case 'saml':
      return lintSaml(provider, subject)
  }
}
