import type { CheckedOidc } from '../config/checked.ts'
import type { OidcProviderModule } from './load.ts'

/**
 * Asks for a sign-in when `login_hint` names another person than the one this browser is signed in as, the way a
 * directory's account picker does; otherwise trying out two people would silently sign in the first one again.
 */
export function loginPolicy({ interactionPolicy }: OidcProviderModule, provider: CheckedOidc) {
  const { base, Check } = interactionPolicy
  const policy = base()
  const otherPerson = new Check('other_person', 'login_hint names another person', (context) => {
    const { params, session, result } = context.oidc
    const hint = params?.['login_hint']
    if (result?.login !== undefined || typeof hint !== 'string' || session?.accountId === undefined)
      return Check.NO_NEED_TO_PROMPT
    const current = provider.people.find((person) => person.subject === session.accountId)
    return current?.username.toLowerCase() === hint.trim().toLowerCase()
      ? Check.NO_NEED_TO_PROMPT
      : Check.REQUEST_PROMPT
  })
  policy.get('login')?.checks.add(otherPerson)
  return policy
}
