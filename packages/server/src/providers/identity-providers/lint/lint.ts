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
  return worded([...lintGeneral(subject), ...lintOwn(subject), ...(await lookAt(subject.provider, deps))])
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
